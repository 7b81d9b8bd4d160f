import type pg from 'pg';
import { READ_FINGERPRINT } from '../../schema/meta.ts';

/**
 * How a write runs among those of all servers. `beside`: at the same time as others. `long`: beside short ones, but no other long one.
 * `alone`: no other write runs meanwhile, so that none can get in its way.
 */
export type Turn = 'beside' | 'long' | 'alone';

/** Keeps writes of all servers on a database in their turns, and each of them from writing into another specification. */
export interface Turns {
  /** Statements behind `BEGIN`. None of them takes the snapshot of the transaction: it sees what was committed until its turn came. */
  enter(turn: Turn): readonly string[];
  /** Statements that let no write begin, and wait for those that run. */
  readonly stop: readonly string[];
  /** Reads the stored fingerprint, which stays as it is until the transaction ends. */
  read(turn: Turn): string;
  /** Runs `work` while its turn is held, where that takes a connection of its own. */
  hold<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

/** How long one write waits for its turn: as long as an import may take while nobody gives up. */
export const TURN_MS = 30_000;

/** While a write waits to be alone, all others wait behind it. */
const ALONE_MS = 5000;

const own: Turns = {
  enter: (turn) => ENTER[turn],
  stop: ['LOCK TABLE "_turn" IN EXCLUSIVE MODE'],
  read: () => READ_FINGERPRINT,
  hold: (_turn, work) => work(),
};

/** Only locked: it has no columns, and no rows. */
export const TURN_TABLE = 'CREATE TABLE IF NOT EXISTS "_turn" ()';

const ENTER: Readonly<Record<Turn, readonly string[]>> = {
  beside: ['LOCK TABLE "_turn" IN ROW SHARE MODE'],
  long: ['LOCK TABLE "_turn" IN SHARE UPDATE EXCLUSIVE MODE'],
  alone: [`SET LOCAL lock_timeout = ${String(ALONE_MS)}`, 'LOCK TABLE "_turn" IN EXCLUSIVE MODE'],
};

/** By the row of the fingerprint, which every engine that speaks PostgreSQL can lock. */
function byRows(pool: pg.Pool): Turns {
  return {
    enter: () => [],
    stop: [`${READ_FINGERPRINT} FOR UPDATE`],
    read: (turn) => (turn === 'alone' ? READ_FINGERPRINT : `${READ_FINGERPRINT} FOR SHARE`),
    hold: async (turn, work) => {
      if (turn !== 'alone') return work();
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query(`BEGIN; SET LOCAL lock_timeout = ${String(ALONE_MS)}; ${READ_FINGERPRINT} FOR UPDATE`);
        return await work();
      } finally {
        await client.query('ROLLBACK').catch((cause: unknown) => {
          broken = cause instanceof Error ? cause : new Error(String(cause));
        });
        client.release(broken);
      }
    },
  };
}

/** `advisory`: by locks of PostgreSQL's own; `rows`: by rows alone. */
export function createTurns(pool: pg.Pool, locks: 'advisory' | 'rows'): Turns {
  return locks === 'rows' ? byRows(pool) : own;
}
