import type pg from 'pg';
import type { Database, IndexWork } from '../../database/database.ts';
import type { IndexShape } from '../../database/shapes.ts';
import { quoted } from '../../sql/names.ts';
import type { Run } from '../connections/connection.ts';
import { POSTGRES_SCHEMA } from '../dialect/schema.ts';
import type { Alone } from './locks.ts';

/** Any number that is ours, beside that of `locks.ts`; a connection holds the lock, so that a server that was killed gives it back. */
const KEY = 1_313_361_458;
const TRY = `SELECT pg_try_advisory_lock(${String(KEY)}, hashtext(current_schema())) AS taken`;
const RELEASE = `SELECT pg_advisory_unlock(${String(KEY)}, hashtext(current_schema()))`;
const MOST_TRIES = 5;
/**
 * An index waits for the transactions that were there before it. Where one of them takes longer, or a migration has the table, it
 * is given up and tried again later.
 */
const PATIENCE = 'SET statement_timeout = 0; SET lock_timeout = 10000';

/** Makes indexes concurrently: others read and write meanwhile. */
export function createIndexing(pool: pg.Pool, run: Run): Database['indexing'] {
  return async (work) => {
    const client = await pool.connect();
    try {
      const { rows } = await run(client, TRY, []);
      if (rows[0]?.['taken'] !== true) {
        client.release();
        return null;
      }
      const before = await settingsOf(client);
      await client.query(PATIENCE);
      const done = await work(concurrently(client));
      await client.query(before);
      await run(client, RELEASE, []);
      client.release();
      return done;
    } catch (cause) {
      client.release(true); // which gives back the lock, and the settings
      throw cause;
    }
  };
}

/** What the pool has set on a connection, as statements. */
async function settingsOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ statement: string; lock: string }>(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
  );
  return `SET statement_timeout = '${rows[0]?.statement ?? '0'}'; SET lock_timeout = '${rows[0]?.lock ?? '0'}'`;
}

function concurrently(client: pg.PoolClient): IndexWork {
  const drop = async (name: string): Promise<void> => {
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${quoted(name)}`);
  };
  return {
    stopsWrites: false,
    drop: (name) => untilAhead(() => drop(name)),
    make: (index) =>
      untilAhead(async () => {
        await drop(index.name); // one that was interrupted is there, and not valid
        await client.query(concurrent(index));
        const note = POSTGRES_SCHEMA.noteIndex(index);
        if (note !== null) await client.query(note);
      }),
  };
}

/**
 * Of two indexes that are made at once in one database, by whatever application, each may wait for the other. PostgreSQL ends one of
 * them then, which is begun again behind the other.
 */
async function untilAhead(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (cause) {
      if (tried >= MOST_TRIES || !isDeadlock(cause)) throw cause;
    }
  }
}

function isDeadlock(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === '40P01';
}

function concurrent(index: IndexShape): string {
  return POSTGRES_SCHEMA.createIndex(index).replace(/^CREATE (UNIQUE )?INDEX/, 'CREATE $1INDEX CONCURRENTLY');
}

/** The same where a connection cannot hold a lock: in transactions that run alone, and stop writes. */
export function indexingAlone(alone: Alone): Database['indexing'] {
  return (work) =>
    alone((tx) =>
      work({
        stopsWrites: true,
        drop: async (name) => void (await tx.run(`DROP INDEX IF EXISTS ${quoted(name)}`, [])),
        make: async (index) => {
          await tx.run(`DROP INDEX IF EXISTS ${quoted(index.name)}`, []);
          await tx.run(POSTGRES_SCHEMA.createIndex(index), []);
          const note = POSTGRES_SCHEMA.noteIndex(index);
          if (note !== null) await tx.run(note, []);
        },
      }),
    );
}
