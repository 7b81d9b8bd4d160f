import pg from 'pg';
import { inject } from 'vitest';
import { clusterAddress } from './cluster.ts';

let found: Promise<string> | null = null;

function address(): Promise<string> {
  found ??= askFor();
  return found;
}

async function askFor(): Promise<string> {
  const { folder, owner } = inject('postgres');
  const answer = await clusterAddress(folder, owner);
  if ('url' in answer) return answer.url;
  throw new Error(`no PostgreSQL for tests: ${answer.reason}`);
}

/** A place in PostgreSQL that nobody else uses. */
export interface Schema {
  readonly url: string;
  drop(): Promise<void>;
}

let made = 0;

/** The form that the tests of this project take unless they say another. */
const PORTABLE = process.env['NINEFOLD_TEST_PORTABLE'] === 'true';

/** A new schema of its own. */
export async function newSchema(isPortable = PORTABLE): Promise<Schema> {
  made += 1;
  const name = `t${String(process.pid)}_${String(Date.now())}_${String(made)}`;
  await inPostgres(`CREATE SCHEMA "${name}"`);
  const url = new URL(await address());
  url.searchParams.set('options', `-c search_path=${name}`);
  if (isPortable) url.searchParams.set('portable', 'true');
  return { url: url.href, drop: () => inPostgres(`DROP SCHEMA "${name}" CASCADE`) };
}

/** Runs a statement as the owner of a whole PostgreSQL, by default the one of this run of tests. */
export async function inPostgres(text: string, url?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url ?? (await address()) });
  await client.connect();
  try {
    await client.query('SET client_min_messages = warning');
    await client.query(text);
  } finally {
    await client.end();
  }
}
