import { quoted } from '../../sql/names.ts';
import { statement, type Step } from '../changes/change.ts';
import type { Layout, PlacedTable } from './layout.ts';

/** The names that tables and columns have once the renaming is done. */
export interface Moved {
  readonly steps: readonly Step[];
  /** Tables that are there now whose columns or name move: their indexes are made anew. */
  readonly touched: ReadonlySet<string>;
  readonly table: (before: string) => string;
  readonly column: (table: string, before: string) => string;
}

/** Gives tables and columns their new names; names that are exchanged, or taken from what goes, pass through a third one. */
export function movesOf(layout: Layout): Moved {
  const tables = renaming(
    layout.tables.flatMap(({ before, shape }) => (before === null ? [] : [[before, shape.name] as const])),
    layout.gone,
    layout.tables.map(({ shape }) => shape.name),
    '_gone.',
  );
  const columns = new Map(layout.tables.map((table) => [table.before ?? '', columnMoves(table)] as const));
  const tableSteps = tables.moves.map(([from, to]) => statement('rename', renameTable(from, to)));
  const columnSteps = layout.tables.flatMap(({ before, shape }) =>
    (columns.get(before ?? '')?.moves ?? []).map(([from, to]) =>
      statement('rename', `ALTER TABLE ${quoted(shape.name)} RENAME COLUMN ${quoted(from)} TO ${quoted(to)}`),
    ),
  );
  const touched = layout.tables.filter(
    ({ before, shape }) => before !== null && (before !== shape.name || (columns.get(before)?.moves.length ?? 0) > 0),
  );
  return {
    steps: [...tableSteps, ...columnSteps],
    touched: new Set(touched.map(({ before }) => before ?? '')),
    table: tables.after,
    column: (table, before) => columns.get(table)?.after(before) ?? before,
  };
}

function renameTable(from: string, to: string): string {
  return `ALTER TABLE ${quoted(from)} RENAME TO ${quoted(to)}`;
}

function columnMoves({ columns, gone, before }: PlacedTable): Renaming {
  if (before === null) return { moves: [], after: (name) => name };
  const kept = columns.flatMap(({ before: was, shape }) => (was === null ? [] : [[was, shape.name] as const]));
  const names = columns.map(({ shape }) => shape.name);
  return renaming(kept, gone, names, '_gone_');
}

interface Renaming {
  readonly moves: readonly (readonly [from: string, to: string])[];
  readonly after: (before: string) => string;
}

function renaming(
  kept: readonly (readonly [from: string, to: string])[],
  gone: readonly string[],
  wanted: readonly string[],
  prefix: string,
): Renaming {
  const names = new Set(wanted);
  const aside = gone
    .filter((name) => names.has(name))
    .map((name, index) => [name, `${prefix}${String(index)}`] as const);
  const moving = kept.filter(([from, to]) => from !== to);
  const present = new Set(moving.map(([from]) => from));
  const through = (index: number): string => `${prefix}m${String(index)}`;
  const first = moving.map(([from, to], index) => [from, present.has(to) ? through(index) : to] as const);
  const second = moving.flatMap(([, to], index) => (present.has(to) ? [[through(index), to] as const] : []));
  const ends = new Map([...aside, ...moving]);
  return { moves: [...aside, ...first, ...second], after: (name) => ends.get(name) ?? name };
}
