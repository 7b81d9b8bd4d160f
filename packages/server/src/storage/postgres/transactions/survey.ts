import type pg from 'pg';
import type { Reader } from '../../database/database.ts';
import { statementKey, type RowMemory } from '../../database/row-memory.ts';
import type { Run } from '../connections/connection.ts';
import { createPipeline, type Pipeline } from '../connections/pipeline.ts';
import { POSTGRES } from '../dialect/dialect.ts';
import type { Recalled } from '../../sql/source.ts';
import { textOf } from '../../sql/sql.ts';
import type { Row } from '../../sql/sql-value.ts';

/**
 * Which transactions a survey sees: two that have the same ones see the same data, of whatever server these are. Each transaction that
 * writes changes it when it begins to, and when it ends.
 */
const MOMENT = 'SELECT pg_current_snapshot()::text AS moment';
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** The server is told again how much time is left once this part of it has gone. */
const PART = 1 / 20;

/** What surveys run on. `ms`: how long all statements of one may take. */
export interface Surveying {
  readonly pool: pg.Pool;
  readonly run: Run;
  readonly ms: number;
  readonly memory: RowMemory<readonly Row[]>;
}

/** Reads of one moment on one connection. */
export async function surveyOnce<T>(
  { pool, run, ms, memory }: Surveying,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const pipeline = createPipeline(client, run.statementOf);
  pipeline.later(SNAPSHOT, []);
  try {
    const value = await work({ dialect: POSTGRES, ...remembering(createAsk(pipeline, ms), memory) });
    void ended(client, pipeline.ask('COMMIT', [])); // nobody waits for the end of a transaction that has written nothing
    return value;
  } catch (cause) {
    pipeline.end();
    await ended(client, client.query('ROLLBACK'));
    throw cause;
  }
}

/** So many characters of texts take as much room as a short row. */
const LONG = 100;

/** The room that rows take in the memory, in short rows. */
export function roomOf(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + 1 + Math.floor(charactersOf(row) / LONG), 0);
}

function charactersOf(row: Row): number {
  return Object.values(row).reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
}

/** More rows of a statement that nobody wants recalled are not worth the room. */
const MOST_READ = 200;

/**
 * Asks for the moment once, as soon as something is to be recalled, and then for what is not remembered of it: what belongs to the records
 * of a page is the same as before where the page is.
 */
export function remembering(
  ask: Reader['all'],
  memory: RowMemory<readonly Row[]>,
): Pick<Reader, 'all'> & Required<Pick<Reader, 'recall'>> {
  let asked: Promise<string> | null = null;
  const recallAt = async (moment: string, most: number, ...asking: Parameters<Reader['all']>): Promise<Recalled> => {
    const [statement, values] = asking;
    const key = statementKey(textOf(statement), values);
    const kept = memory.recall(moment, key);
    if (kept !== null) return kept;
    const began = performance.now();
    const rows = await ask(statement, values);
    if (rows.length <= most) memory.keep(moment, key, { rows, savedMs: performance.now() - began });
    return { rows, savedMs: 0 };
  };
  return {
    all: async (...asking) =>
      asked === null ? ask(...asking) : (await recallAt(await asked, MOST_READ, ...asking)).rows,
    recall: async (...asking) => {
      asked ??= ask(MOMENT, []).then(([row]) => String(row?.['moment']));
      return recallAt(await asked, Infinity, ...asking);
    },
  };
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
