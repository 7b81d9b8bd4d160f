import type { Writer } from '../../database/database.ts';

/** What a migration does to one thing. Texts stand in the locale files of whoever shows it. */
export type ChangeKind =
  | 'entity_added'
  | 'entity_renamed'
  | 'entity_gone'
  | 'history_gone'
  | 'field_added'
  | 'field_renamed'
  | 'field_gone'
  | 'field_filled'
  | 'computed_filled'
  | 'computed_replaced'
  | 'values_mended'
  | 'type_changed'
  | 'option_renamed'
  | 'option_gone'
  | 'state_renamed'
  | 'state_gone'
  | 'role_renamed'
  | 'role_gone'
  | 'transition_renamed'
  | 'reaction_renamed'
  | 'required_blank'
  | 'out_of_bounds'
  | 'other_form'
  | 'not_unique'
  | 'repeated_lines'
  | 'currency_changed'
  | 'index_added'
  | 'index_gone'
  | 'search_rebuilt';

/** One thing that a migration does, or that stands in its way. */
export interface Change {
  readonly kind: ChangeKind;
  /** The thing, by its ids: `ticket`, `ticket.priority`, `ticket.priority.high`, `ticket.state.open`, `ticket.a+b`. Consent is given by it. */
  readonly name: string;
  readonly table: string;
  readonly column: string | null;
  /** Rows that lose something, or that are written. */
  readonly rows: number;
  /** Stored values, or ids of records where values are for few eyes; at most three. */
  readonly examples: readonly string[];
  /**
   * The id that it had. Of what is added, the id that its `was` names, and under which nothing is stored; of what is gone, the id
   * whose `was` names it in vain, since that is stored itself.
   */
  readonly was: string | null;
  /** `safe`: loses nothing. `open`: waits for consent. The others lose something that is kept aside, by consent or as the specification says. */
  readonly verdict: 'safe' | 'open' | 'accepted' | 'dropped';
}

/**
 * When a step runs. The first phases change names, and add what is empty: they take no time, and keep readers waiting on PostgreSQL.
 * The next ones write rows, and keep no reader waiting. The last one takes away.
 */
export const PHASES = {
  quick: ['unindex', 'rename', 'create'],
  long: ['reword', 'aside', 'blank', 'fill', 'refer', 'index'],
  last: ['remove'],
} as const;

export type Stage = keyof typeof PHASES;
export type Phase = (typeof PHASES)[Stage][number];

export interface Step {
  readonly phase: Phase;
  run(tx: Writer): Promise<void>;
}

/** What is planned: it is told, and then done. Some steps are nothing that anybody is told of. */
export interface Planned {
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

/** A change as the plan finds it; what it costs is judged later. */
export function found(
  kind: ChangeKind,
  name: string,
  table: string,
  more: Partial<Omit<Change, 'kind' | 'name' | 'table'>> = {},
): Change {
  return { kind, name, table, column: null, rows: 0, examples: [], was: null, verdict: 'safe', ...more };
}

/** A step that runs one statement. */
export function statement(phase: Phase, text: string, values: Parameters<Writer['run']>[1] = []): Step {
  return { phase, run: async (tx) => void (await tx.run(text, values)) };
}

export function together(parts: readonly Planned[]): Planned {
  return { changes: parts.flatMap(({ changes }) => changes), steps: parts.flatMap(({ steps }) => steps) };
}

export const NOTHING: Planned = { changes: [], steps: [] };
