import type pg from 'pg';

/** Why a database cannot be used, in one sentence for the person who named it; without the password. */
export class UnusableDatabase extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UnusableDatabase';
  }
}

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
  let facts: Facts | undefined;
  try {
    [facts] = (await pool.query<Facts>(FACTS)).rows;
  } catch (cause) {
    throw new UnusableDatabase(sentenceOf(cause, place), cause);
  }
  const sentence = facts === undefined ? null : objection(facts, place);
  if (sentence !== null) throw new UnusableDatabase(sentence);
}

/** Why this server or database is of no use, or null. */
export function objection(facts: Facts, { server, database, user }: Place): string | null {
  const { version, named, encoding } = facts;
  if (version < OLDEST) return `PostgreSQL 15 or newer is needed; at ${server} runs ${named}.`;
  if (encoding !== 'UTF8') return `The database ${database} at ${server} is encoded in ${encoding}; it has to be UTF8.`;
  if (!facts.icu) return `PostgreSQL at ${server} was built without ICU, which folds letters in searches.`;
  if (facts.replica || facts.read_only === 'on')
    return `The database ${database} at ${server} is read-only; give the address of the primary server.`;
  if (facts.schema === null)
    return `The database ${database} at ${server} has no schema in the search path of ${user}.`;
  if (facts.may_create !== true)
    return `${user} may not create tables in the schema ${facts.schema} of the database ${database} at ${server}.`;
  return null;
}

interface Place {
  readonly server: string;
  readonly database: string;
  readonly user: string;
}

function placeOf(url: string): Place {
  const parsed = URL.parse(url);
  const user = decodeURIComponent(parsed?.username ?? '');
  const host = parsed?.hostname ?? '';
  const server = `${host === '' ? 'localhost' : host}:${parsed?.port || '5432'}`;
  const database = decodeURIComponent(parsed?.pathname.slice(1) ?? '');
  const who = user === '' ? 'the user of this session' : user;
  return { server, database: database === '' ? who : database, user: who };
}

function sentenceOf(cause: unknown, { server, database, user }: Place): string {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  switch (code) {
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return `No PostgreSQL answers at ${server}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `No machine is known by the name in ${server}.`;
    case '28P01':
    case '28000':
      return `PostgreSQL at ${server} does not let ${user} in: the password is wrong or missing, or ${user} may not connect to ${database}.`;
    case '3D000':
      return `PostgreSQL at ${server} has no database named ${database}.`;
    case '42501':
      return `${user} may not connect to the database ${database} at ${server}.`;
    case '53300':
      return `PostgreSQL at ${server} takes no more connections.`;
    case '57P03':
      return `PostgreSQL at ${server} is starting or shutting down.`;
    default:
      return `PostgreSQL at ${server} cannot be used: ${withoutSecret(String(message))}.`;
  }
}

/** Some messages repeat what they were given. */
function withoutSecret(message: string): string {
  return message.replace(/:\/\/[^@\s]*@/g, '://…@').replace(/\.$/, '');
}
