import type pg from 'pg';
import type { LoneWriter, Writer } from '../../database/database.ts';
import { META_TABLE } from '../../schema/meta.ts';
import type { Run } from '../connections/connection.ts';
import { OUTBOX_TABLE } from '../connections/outbox.ts';
import { transactOnce } from './transactions.ts';
import { TURN_TABLE, type Turns } from './turns.ts';

/** Lets one work at a time run among all servers on a database. */
export type Alone = <T>(work: (tx: LoneWriter) => Promise<T>) => Promise<T>;

/** `advisory`: by a lock of PostgreSQL's own. `rows`: by a row, which every engine that speaks PostgreSQL can lock. */
export type Locks = 'advisory' | 'rows';

/** Any number that is ours; taken together with a hash of the schema, so that applications in one database do not wait for each other. */
const KEY = 1_313_361_457;
const ADVISORY = `SELECT pg_advisory_xact_lock(${String(KEY)}, hashtext(current_schema()))`;
const LOCK_TABLE = 'CREATE TABLE IF NOT EXISTS "_lock" ("name" text PRIMARY KEY)';
const LOCK_ROW = `INSERT INTO "_lock" ("name") VALUES ('alone') ON CONFLICT DO NOTHING`;
/** Each statement sees what was committed before it: whoever waited has to see what the other did. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

export function createAlone(
  pool: pg.Pool,
  run: Run,
  { locks, turns }: { readonly locks: Locks; readonly turns: Turns },
): Alone {
  const alone = waiting(pool, run, locks);
  const apartOf =
    (tx: Writer): LoneWriter['apart'] =>
    (work) =>
      locks === 'rows' ? work(tx) : transactOnce(pool, run, { begin: BEGIN, work });
  return (work) =>
    alone(async (tx) => {
      await tx.run(OUTBOX_TABLE, []);
      if (locks === 'advisory') await tx.run(TURN_TABLE, []);
      return work({ ...tx, stopWrites: () => stopWrites(tx, turns), apart: apartOf(tx) });
    });
}

/** Before the first start there is nothing to lock, and nobody who writes. */
async function stopWrites(tx: Writer, turns: Turns): Promise<void> {
  if ((await tx.dialect.schema.columns(tx, META_TABLE.name)).length === 0) return;
  for (const text of turns.stop) await tx.run(text, []);
}

/** Whoever comes second waits as long as the first one takes. */
const NO_LIMIT = 'SET LOCAL lock_timeout = 0';

type Waiting = <T>(work: (tx: Writer) => Promise<T>) => Promise<T>;

function waiting(pool: pg.Pool, run: Run, locks: Locks): Waiting {
  if (locks === 'advisory') {
    return (work) =>
      transactOnce(pool, run, {
        begin: BEGIN,
        work: async (tx) => {
          await tx.run(NO_LIMIT, []);
          await tx.all(ADVISORY, []);
          return work(tx);
        },
      });
  }
  return async (work) => {
    await makeRow(pool);
    return transactOnce(pool, run, {
      begin: BEGIN,
      work: async (tx) => {
        await tx.run(NO_LIMIT, []);
        await tx.all(`SELECT 1 FROM "_lock" WHERE "name" = 'alone' FOR UPDATE`, []);
        return work(tx);
      },
    });
  };
}

const RACED = new Set(['23505', '42P07', '42710', 'XX000']);

/** Two servers that make the table at the same time: one of them fails, and finds it the second time. */
async function makeRow(pool: pg.Pool): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await pool.query(LOCK_TABLE);
      await pool.query(LOCK_ROW);
      return;
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (tried >= 5 || !RACED.has(code)) throw cause;
    }
  }
}
