import { afterEach, beforeEach } from 'vitest';
import { applicationOf } from '../../../records/testing/open-desk.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../database/database.ts';
import { migrate } from '../../../records/migrate.ts';
import type { MigrationReport } from '../migrate.ts';
import { MigrationRefused } from '../changes/migration-refused.ts';

export const KIND = '      kind: { type: choice, options: [novel, poem] }';
export const PAGES = '      pages: { type: integer }';

/** A shelf of books, with these fields of a book and whatever else. */
export function shelf(fields: string, rest = ''): string {
  return `
ninefold: 1
purpose: { name: shelf, languages: [en], currency: EUR }
entities:
  book:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
${fields}
${rest}
`;
}

export let db: Database;

/** A fresh database for each test of the file that calls it: files share a process, and each registers hooks of its own. */
export function openShelfForEachTest(): void {
  beforeEach(async () => {
    db = await openTestDatabase();
  });
  afterEach(() => db.close());
}

/** Brings the database to a specification, with consent to these losses. */
export function bring(yaml: string, ...accepted: readonly string[]): Promise<MigrationReport> {
  const { model, former } = applicationOf(yaml);
  return migrate(db, model, [], { former, accepted: new Set(accepted), now: '2026-03-05T12:00:00.000Z' });
}

export async function refusalOf(yaml: string, ...accepted: readonly string[]): Promise<MigrationRefused> {
  const refused: unknown = await bring(yaml, ...accepted).catch((error: unknown) => error);
  if (!(refused instanceof MigrationRefused)) throw new Error(`not refused: ${JSON.stringify(refused)}`);
  return refused;
}

let made = 0;
export function add(
  table: string,
  values: Readonly<Record<string, string | number | boolean | null>>,
): Promise<unknown> {
  made += 1;
  const row = {
    id: `id${String(made).padStart(3, '0')}`,
    version: 1,
    created_at: '2026-01-01',
    changed_at: '2026-02-02',
    ...values,
  };
  const names = Object.keys(row);
  const text = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return db.write((tx) => tx.run(text, Object.values(row)));
}

export const rows = (text: string) => db.read.all(text, []);
export const values = async (column: string, table = 'book') =>
  (await rows(`SELECT "${column}" AS value FROM "${table}" ORDER BY "id"`)).map(({ value }) => value);
export const aside = async () =>
  (await rows('SELECT * FROM "_aside" ORDER BY "column", "record"')).map((row) =>
    ['name', 'table', 'column', 'record', 'value'].map((key) => row[key]).join(' | '),
  );
export const columns = (table: string) => db.dialect.schema.columns(db.read, table);

/** Everything that is stored, to see that nothing was changed. */
export async function everything(): Promise<unknown> {
  const tables = ['book', '_meta', '_aside', '_history'];
  return Promise.all(
    tables.map(async (table) => [await columns(table), await rows(`SELECT * FROM "${table}" ORDER BY 1`)]),
  );
}
