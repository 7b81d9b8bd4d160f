import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surveyLimits, type Database, type SurveyLimits } from '../storage/database/database.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import { checkedAccesses } from './checked-accesses.ts';
import { newSchema } from './postgres/schema.ts';

/** A place for the data of one test: a file, or in the project `postgres` a schema of a real PostgreSQL. */
export interface TestPlace {
  readonly data: string;
  readonly database: string | null;
  /** Where the contents of files lie; in the folder of the data unless given. */
  readonly files?: string | null;
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

/** The database of a place, whose surveys have these limits. */
export function openPlace({ data, database }: TestPlace, changed: Partial<SurveyLimits> = {}): Promise<Database> {
  const limits = { ...surveyLimits(), ...changed };
  if (database === null) return openSqlite(join(data, 'test.sqlite'), limits);
  return openPostgres(database, { log: () => undefined, connections: 6, limits });
}

/** A new, empty database whose statements have to declare what they access; closing it removes it. */
export async function openTestDatabase(): Promise<Database> {
  const place = await testPlace();
  const db = checkedAccesses(await openPlace(place));
  return {
    ...db,
    close: async () => {
      await db.close();
      await place.remove();
    },
  };
}
