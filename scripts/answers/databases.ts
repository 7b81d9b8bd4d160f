import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createCluster } from '../../packages/server/src/testing/postgres/cluster.ts';

/** Where the servers of a run keep their data. */
export interface Databases {
  /** A new one: null for a file beside the data. */
  one(): Promise<string | null>;
  stop(): Promise<void>;
}

/** `asked` is null for SQLite files, `postgres` for a PostgreSQL that this run starts, or the address of a running one. */
export async function databases(asked: string | null): Promise<Databases> {
  if (asked === null) return { one: async () => null, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-answers-pg-'));
  const cluster = asked === 'postgres' ? await createCluster(folder, process.pid, 'forgetful') : null;
  const address = cluster?.url ?? asked;
  const schemas: string[] = [];
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  return {
    one: async () => {
      const name = `answers_${String(process.pid)}_${String(schemas.length)}`;
      schemas.push(name);
      await run(`CREATE SCHEMA "${name}"`);
      const url = new URL(address);
      url.searchParams.set('options', `-c search_path=${name}`);
      return url.href;
    },
    stop: async () => {
      for (const name of schemas) if (cluster === null) await run(`DROP SCHEMA "${name}" CASCADE`);
      cluster?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
