import type pg from 'pg';
import type { Reader } from '../../database/database.ts';
import type { Run } from '../connections/connection.ts';
import { createPipeline, type Pipeline } from '../connections/pipeline.ts';
import { POSTGRES } from '../dialect/dialect.ts';
import { textOf } from '../../sql/sql.ts';

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** The server is told again how much time is left once this part of it has gone. */
const PART = 1 / 20;

/** Reads of one moment on one connection of `pool`, whose statements may take `ms` together. */
export async function surveyOnce<T>(
  pool: pg.Pool,
  run: Run,
  ms: number,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const pipeline = createPipeline(client, run.statementOf);
  pipeline.later(SNAPSHOT, []);
  try {
    const value = await work({ dialect: POSTGRES, all: createAsk(pipeline, ms) });
    void ended(client, pipeline.ask('COMMIT', [])); // nobody waits for the end of a transaction that has written nothing
    return value;
  } catch (cause) {
    pipeline.end();
    await ended(client, client.query('ROLLBACK'));
    throw cause;
  }
}

/** Asks one statement after the other, so that each is given the time that those before it have left. */
function createAsk(pipeline: Pipeline, ms: number): Reader['all'] {
  let left = ms;
  let told = Infinity;
  let before: Promise<unknown> = Promise.resolve();
  const ask: Reader['all'] = async (statement, values) => {
    if (told - left > ms * PART) {
      told = Math.max(1, Math.ceil(left)); // 0 would be no limit at all
      pipeline.later(`SET LOCAL statement_timeout = ${String(told)}`, []);
    }
    const began = performance.now();
    try {
      return (await pipeline.ask(textOf(statement), values)).rows;
    } finally {
      left -= performance.now() - began;
    }
  };
  return (statement, values) => {
    const answer = before.then(() => ask(statement, values));
    before = answer.catch(() => undefined);
    return answer;
  };
}

/** A connection that cannot even end its transaction is not used again. */
async function ended(client: pg.PoolClient, end: Promise<unknown>): Promise<void> {
  try {
    await end;
    client.release();
  } catch (cause) {
    client.release(cause instanceof Error ? cause : new Error(String(cause)));
  }
}
