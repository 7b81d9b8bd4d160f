import { OtherSpecification } from '../../database/failure.ts';
import type { KeptRow } from '../../database/kept-row.ts';
import type { Pipeline } from '../connections/pipeline.ts';
import type { Turn, Turns } from './turns.ts';

/** What keeps writes in their turns, and from another specification. */
export interface Guard {
  readonly turns: Turns;
  /** The fingerprint of the model of this server, and what was set while servers ran. */
  readonly kept: KeptRow;
  /** How long a write waits for a row, in milliseconds. */
  readonly lockMs: number;
}

/** A transaction that began before limits were set: it is run again like one in whose way another one got. */
class LimitsSet extends Error {
  override readonly name = 'LimitsSet';
  readonly code = '40001';

  constructor(cause?: unknown) {
    super('limits were set meanwhile', { cause });
  }
}

/** A transaction in its turn. */
export interface Guarded {
  readonly guard: Guard;
  readonly turn: Turn;
  readonly lockMs: number;
}

/** Whether the stored data follows the specification of this server, as far as a transaction has seen. */
export interface Standing {
  /**
   * Why what was done, or refused, does not count: the data follows another specification, or limits were set that it did not know.
   * Null: it stands. Asks, where nothing has been answered yet. `cause`: what failed.
   */
  wrong(cause?: unknown): Promise<Error | null>;
}

/** Waits for the turn, and reads the fingerprint with the first statement that is asked. */
export function enter(pipeline: Pipeline, { guard, turn, lockMs }: Guarded): Standing | null {
  const expected = guard.kept.known();
  if (expected !== null) for (const text of guard.turns.enter(turn)) pipeline.later(text, []);
  pipeline.later(`SET LOCAL lock_timeout = ${String(lockMs)}`, []);
  if (expected === null) return null;
  let found: unknown;
  pipeline.last(guard.turns.read(turn), []).then(
    ({ rows }) => void (found = rows[0]?.['value'] ?? null),
    () => undefined, // so does whatever is asked behind it
  );
  return {
    wrong: async (cause) => {
      if (found === undefined) await pipeline.ask('SELECT 1', []);
      if (found === expected) return null;
      return guard.kept.found(found) === 'other' ? new OtherSpecification(cause) : new LimitsSet(cause);
    },
  };
}
