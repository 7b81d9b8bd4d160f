import pg from 'pg';
import { StartFailure, type StartCode, type StartSentence } from '../../../start-failure.ts';

const OLDEST = 150_000;
const FACTS = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS named,
  pg_encoding_to_char(encoding) AS encoding, pg_is_in_recovery() AS replica,
  current_setting('transaction_read_only') AS read_only, current_schema() AS schema,
  has_schema_privilege(current_schema(), 'CREATE') AS may_create,
  EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu') AS icu
  FROM pg_database WHERE datname = current_database()`;

interface Facts {
  readonly version: number;
  readonly named: string;
  readonly encoding: string;
  readonly replica: boolean;
  readonly read_only: string;
  readonly schema: string | null;
  readonly may_create: boolean | null;
  readonly icu: boolean;
}

/** Looks at the server before anything is done in it. */
export async function refuseUnusable(pool: pg.Pool, url: string): Promise<void> {
  const place = placeOf(url);
  if (place === null) throw new StartFailure('postgres_address');
  let facts: Facts | undefined;
  try {
    [facts] = (await pool.query<Facts>(FACTS)).rows;
  } catch (cause) {
    throw failureOf(cause, place);
  }
  const code = facts === undefined ? null : objection(facts);
  if (facts && code !== null) throw new StartFailure(code, { ...place, ...factsTold(facts) });
  if (await sharesSessions(pool)) throw new StartFailure('postgres_pooler', { ...place });
}

const SESSION = 'SELECT pg_backend_pid() AS pid';
const LOOKS = 3;

/**
 * Whether something gives each transaction another session, as a connection pooler may: settings, prepared statements and locks of a
 * session would reach others. A session is then given to a second connection, or changes while the second has a transaction.
 */
async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const [one, two] = [await pool.connect(), await pool.connect()];
  const pidOf = async (client: pg.PoolClient): Promise<unknown> =>
    (await client.query<{ pid: number }>(SESSION)).rows[0]?.pid;
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const before = await pidOf(one);
      await two.query('BEGIN');
      const other = await pidOf(two);
      const after = await pidOf(one);
      await two.query('COMMIT');
      if (before === other || before !== after) return true;
    }
    return false;
  } finally {
    one.release();
    two.release();
  }
}

/** Why this server or database is of no use, or null. */
export function objection(facts: Facts): StartCode | null {
  if (facts.version < OLDEST) return 'postgres_version';
  if (facts.encoding !== 'UTF8') return 'postgres_encoding';
  if (!facts.icu) return 'postgres_icu';
  if (facts.replica || facts.read_only === 'on') return 'postgres_read_only';
  if (facts.schema === null) return 'postgres_no_schema';
  return facts.may_create === true ? null : 'postgres_may_not_create';
}

function factsTold({ named, encoding, schema }: Facts): StartSentence['params'] {
  return { named, encoding, schema: schema ?? '' };
}

interface Place {
  readonly server: string;
  readonly database: StartSentence['params'][string];
  readonly user: StartSentence['params'][string];
}

/** What the driver makes of the address and of the environment; where it cannot read the address, nothing is known. */
function placeOf(url: string): Place | null {
  try {
    const { host, port, database, user } = new pg.Client({ connectionString: url });
    const who = user === undefined || user === '' ? ({ code: 'postgres_session_user' } as const) : user;
    const name = database === undefined || database === '' ? who : database;
    return { server: `${host === '' ? 'localhost' : host}:${String(port)}`, database: name, user: who };
  } catch {
    return null;
  }
}

const CODES: Readonly<Record<string, StartCode>> = {
  ECONNREFUSED: 'postgres_silent',
  EHOSTUNREACH: 'postgres_silent',
  ENETUNREACH: 'postgres_silent',
  ETIMEDOUT: 'postgres_silent',
  ECONNRESET: 'postgres_silent',
  ENOTFOUND: 'postgres_unknown_host',
  EAI_AGAIN: 'postgres_unknown_host',
  '28P01': 'postgres_not_let_in',
  '28000': 'postgres_not_let_in',
  '3D000': 'postgres_no_database',
  '42501': 'postgres_may_not_connect',
  '53300': 'postgres_full',
  '57P03': 'postgres_moving',
};

function failureOf(cause: unknown, place: Place): StartFailure {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  const known = typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  return new StartFailure(known ?? 'postgres_other', { ...place, reason: withoutSecret(String(message)) }, cause);
}

/** Some messages repeat what they were given. */
function withoutSecret(message: string): string {
  return message.replace(/:\/\/[^@\s]*@/g, '://…@').replace(/\.$/, '');
}
