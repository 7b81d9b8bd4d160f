import { OtherSpecification } from '../../database/failure.ts';
import type { Pipeline } from '../connections/pipeline.ts';
import type { Turn, Turns } from './turns.ts';

/** What keeps writes in their turns, and from another specification. */
export interface Guard {
  readonly turns: Turns;
  /** The fingerprint of the model of this server; null before it is known. */
  readonly fingerprint: () => string | null;
  /** How long a write waits for a row, in milliseconds. */
  readonly lockMs: number;
}

/** A transaction in its turn. */
export interface Guarded {
  readonly guard: Guard;
  readonly turn: Turn;
  readonly lockMs: number;
}

/** Whether the stored data follows the specification of this server, as far as a transaction has seen. */
export interface Standing {
  /** Whether it is known to follow another one. */
  isOther(): boolean;
  /** Throws where it does; asks, where nothing has been answered yet. */
  stands(): Promise<void>;
}

/** Waits for the turn, and reads the fingerprint with the first statement that is asked. */
export function enter(pipeline: Pipeline, { guard, turn, lockMs }: Guarded): Standing | null {
  const expected = guard.fingerprint();
  if (expected !== null) for (const text of guard.turns.enter(turn)) pipeline.later(text, []);
  pipeline.later(`SET LOCAL lock_timeout = ${String(lockMs)}`, []);
  if (expected === null) return null;
  let found: unknown;
  pipeline.last(guard.turns.read(turn), []).then(
    ({ rows }) => void (found = rows[0]?.['value'] ?? null),
    () => undefined, // so does whatever is asked behind it
  );
  const isOther = (): boolean => found !== undefined && found !== expected;
  return {
    isOther,
    stands: async () => {
      if (found === undefined) await pipeline.ask('SELECT 1', []);
      if (isOther()) throw new OtherSpecification();
    },
  };
}
