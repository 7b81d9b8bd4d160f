import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../storage/database.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import { newSchema } from './postgres/schema.ts';

/** A place for the data of one test: a file, or in the project `postgres` a schema of a real PostgreSQL. */
export interface TestPlace {
  readonly data: string;
  readonly database: string | null;
  remove(): Promise<void>;
}

/** The kind of database that the tests of this project run on. */
export const TEST_DIALECT = process.env['NINEFOLD_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

export async function testPlace(): Promise<TestPlace> {
  const data = mkdtempSync(join(tmpdir(), 'ninefold-'));
  const schema = TEST_DIALECT === 'postgres' ? await newSchema() : null;
  return {
    data,
    database: schema?.url ?? null,
    remove: async () => {
      await schema?.drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The database of a place. `statementMs`: how long a statement of a reader may take. */
export function openPlace({ data, database }: TestPlace, statementMs?: number): Promise<Database> {
  if (database === null) return openSqlite(join(data, 'test.sqlite'), statementMs);
  const limit = statementMs === undefined ? {} : { statementMs };
  return openPostgres(database, { log: () => undefined, connections: 6, ...limit });
}

/** A new, empty database; closing it removes it. */
export async function openTestDatabase(): Promise<Database> {
  const place = await testPlace();
  const db = await openPlace(place);
  return {
    ...db,
    close: async () => {
      await db.close();
      await place.remove();
    },
  };
}
