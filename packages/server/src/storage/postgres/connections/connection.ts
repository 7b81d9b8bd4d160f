import pg from 'pg';
import type { Row, SqlValue } from '../../sql/sql-value.ts';
import { storable } from './storable.ts';
import { createStatements, type Statement } from './statements.ts';

/** One connection, or a pool of them. */
type Client = pg.Pool | pg.PoolClient;

/** Runs a statement with `?` for each value. */
export interface Run {
  (
    client: Client,
    text: string,
    values: readonly SqlValue[],
  ): Promise<{ readonly rows: readonly Row[]; readonly changes: number }>;
  readonly statementOf: (text: string) => Statement;
  /** To be called before and after the tables change. */
  readonly forgetStatements: () => void;
}

const INT8 = 20;
const SETTINGS = [
  'SET synchronous_commit = on', // nothing acknowledged is lost
  "SET timezone = 'UTC'",
  'SET jit = off', // our statements are short
  'SET standard_conforming_strings = on',
  "SET bytea_output = 'hex'",
].join('; ');

/** The name of the connections of servers of the present schema, of at most 63 bytes. */
export const SERVER_NAME = `left('ninefold ' || current_schema(), 60)`;
const SERVES = `SELECT set_config('application_name', ${SERVER_NAME}, false)`;

/** A pool in which every connection has our settings; `statementMs` holds outside of transactions. `log` takes a line where the server closes an idle one. */
export function openPool(
  url: string,
  size: number,
  { statementMs, lockMs, serves }: { readonly statementMs: number; readonly lockMs: number; readonly serves: boolean },
  log: (line: string) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    application_name: 'ninefold',
    types: { getTypeParser: parserOf },
    onConnect: async (client) => {
      await client.query(
        `${SETTINGS}; ${serves ? `${SERVES}; ` : ''}SET statement_timeout = ${String(statementMs)}; SET lock_timeout = ${String(lockMs)}`,
      );
    },
  });
  // A connection in use that breaks fails the query, and says so a second time to nobody.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log(`PostgreSQL closed an idle connection: ${error.message}`));
  return pool;
}

/** Whole numbers are bigints as in every database of ours; exact decimals stay text. */
export function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === INT8 ? BigInt : (pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown);
}

/** Statements that run often are prepared once on each connection. */
export function createRun(): Run {
  const statements = createStatements();
  const run = async (client: Client, text: string, values: readonly SqlValue[]) => {
    const statement = statements.of(text);
    if (statement.parameters !== values.length)
      throw new RangeError(`a statement takes ${statement.parameters} values, not ${values.length}: ${text}`);
    const query = { text: statement.text, values: values.map(sent) };
    const result = await client.query<Row>(statement.name === null ? query : { ...query, name: statement.name });
    return { rows: result.rows, changes: result.rowCount ?? 0 };
  };
  return Object.assign(run, { statementOf: statements.of, forgetStatements: statements.forget });
}

function sent(value: SqlValue): SqlValue {
  return typeof value === 'string' ? storable(value) : value;
}
