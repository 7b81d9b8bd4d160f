import type pg from 'pg';
import { createChanges, type Changes } from '../changes.ts';
import type { Writer } from '../database.ts';
import type { Run } from './connection.ts';
import { POSTGRES } from './dialect.ts';
import type { Gate } from './gate.ts';
import type { Lanes } from './lanes.ts';
import { commitWith, type Outbox } from './outbox.ts';

/** Serialization failure, deadlock, and a unique value that another transaction took first: run again, it sees the other then. */
const AGAIN = new Set(['40001', '40P01', '23505']);
const MOST_TRIES = 12;
const PAUSE_MS = 4;
/** From this try on those that try again do so one after the other. */
const QUEUED_FROM = 3;
/** From this try on nothing else of this process runs beside it: however many crowd, each gets its turn. */
const ALONE_FROM = 6;

/** Runs works as transactions of one pool. */
export interface Transactions {
  readonly pool: pg.Pool;
  readonly run: Run;
  readonly lanes: Lanes;
  readonly gate: Gate;
  readonly outbox: Pick<Outbox, 'look'>;
}

/** One serializable transaction, again from its beginning where another one got in its way. */
export async function transact<T>(
  { pool, run, lanes, gate, outbox }: Transactions,
  work: (tx: Writer) => Promise<T>,
): Promise<T> {
  const once = (): Promise<T> => transactOnce(pool, run, 'BEGIN ISOLATION LEVEL SERIALIZABLE', work, outbox);
  for (let tried = 1; ; tried += 1) {
    try {
      if (tried >= ALONE_FROM) return await gate.alone(once);
      const together = (): Promise<T> => gate.together(once);
      return await (tried < QUEUED_FROM ? together() : lanes('again', together));
    } catch (cause) {
      if (tried >= MOST_TRIES || !AGAIN.has(codeOf(cause))) throw cause;
      await pause(Math.random() * PAUSE_MS * tried);
    }
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** One transaction that begins with `begin`. A connection that cannot even roll back is not used again. */
export async function transactOnce<T>(
  pool: pg.Pool,
  run: Run,
  begin: string,
  work: (tx: Writer) => Promise<T>,
  outbox?: Pick<Outbox, 'look'>,
): Promise<T> {
  const changes = createChanges();
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`${begin}; ${timeout(0)}`); // whoever waits for a lock waits
    const value = await work(writerOf(client, run, changes));
    const told = changes.all();
    const isTold = outbox !== undefined && told.length > 0;
    await client.query(isTold ? commitWith(client, told) : 'COMMIT');
    if (isTold) outbox.look();
    return value;
  } catch (cause) {
    await client.query('ROLLBACK').catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error(String(error));
    });
    throw cause;
  } finally {
    client.release(broken);
  }
}

function timeout(ms: number): string {
  return `SET LOCAL statement_timeout = ${String(ms)}`;
}

function writerOf(client: pg.PoolClient, run: Run, changes: Changes): Writer {
  return {
    dialect: POSTGRES,
    all: async (text, values) => (await run(client, text, values)).rows,
    run: async (text, values) => ({ changes: (await run(client, text, values)).changes }),
    changed: changes.add,
    within: async (work) => {
      await client.query(timeout(run.statementMs));
      const value = await work();
      await client.query(timeout(0));
      return value;
    },
    attempt: async (work) => {
      await client.query('SAVEPOINT part');
      try {
        const value = await work();
        await client.query('RELEASE SAVEPOINT part');
        return value;
      } catch (cause) {
        await client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part');
        throw cause;
      }
    },
  };
}
