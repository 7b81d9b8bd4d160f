import type { Model } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import type { Database } from '../database.ts';
import { openTestDatabase, TEST_DIALECT } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';
import { MigrationRefused } from './migration-refused.ts';

const written = (fields: string): Model =>
  applicationOf(`
ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  book:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
${fields}
`).model;

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

const TEXT = TEST_DIALECT === 'sqlite' ? 'TEXT' : 'text COLLATE "C"';
const BOOLEAN = TEST_DIALECT === 'sqlite' ? 'INTEGER NOT NULL DEFAULT 0' : 'boolean NOT NULL DEFAULT FALSE';
const TYPES =
  TEST_DIALECT === 'sqlite'
    ? { text: 'TEXT', integer: 'INTEGER', money: 'INTEGER', count: 'INTEGER' }
    : { text: 'text', integer: 'numeric(16,0)', money: 'numeric(25,2)', count: 'bigint' };
const COLUMNS =
  TEST_DIALECT === 'sqlite'
    ? 'SELECT name, type FROM pragma_table_info(?)'
    : 'SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = quote_ident(?)::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum';

const columns = async (table: string) =>
  (await db.read.all(COLUMNS, [table])).map(({ name, type }) => `${name} ${type}`);
const add = (values: string) =>
  db.write((tx) =>
    tx.run(
      `INSERT INTO "book" ("id", "version", "created_at", "changed_at", ${values.split(' = ')[0]}) VALUES ('b1', 1, '', '', ${values.split(' = ')[1]})`,
      [],
    ),
  );

describe('migrate', () => {
  it('makes strict tables once and leaves an unchanged database alone', async () => {
    const model = written(
      '      pages: { type: integer, index: true }\n      price: { type: money, currency: EUR }\n      tags: { type: choices, options: [a, b] }',
    );
    expect((await migrate(db, model)).created).toBe(true);
    expect(await columns('book')).toEqual(
      expect.arrayContaining([
        `id ${TYPES.text}`,
        `name ${TYPES.text}`,
        `pages ${TYPES.integer}`,
        `price ${TYPES.money}`,
      ]),
    );
    expect(await columns('book.tags')).toEqual([
      `record ${TYPES.text}`,
      `position ${TYPES.count}`,
      `value ${TYPES.text}`,
    ]);
    await expect(add(`"pages" = 'many'`)).rejects.toThrow(/cannot store TEXT|invalid input syntax/);
    expect(await migrate(db, model)).toEqual({ created: false, statements: [] });
  });

  it('adds columns, tables and indexes and drops empty columns', async () => {
    await migrate(db, written('      pages: { type: integer }'));
    await add(`"name" = 'Emma'`);
    const report = await migrate(
      db,
      written('      isbn: { type: string, unique: true }\n      read: { type: boolean }'),
    );
    expect(report.statements).toEqual([
      'ALTER TABLE "book" DROP COLUMN "pages"',
      `ALTER TABLE "book" ADD COLUMN "isbn" ${TEXT}`,
      `ALTER TABLE "book" ADD COLUMN "read" ${BOOLEAN}`,
      'CREATE UNIQUE INDEX "book.isbn.unique" ON "book" ("isbn") WHERE "trashed_at" IS NULL',
    ]);
    expect(await db.read.all('SELECT name, isbn, read FROM book', [])).toEqual([
      { name: 'Emma', isbn: null, read: TEST_DIALECT === 'sqlite' ? 0n : false },
    ]);
  });

  it.each([
    ['column_has_data', `"pages" = 7`, '      other: { type: text }', 'pages'],
    ['type_has_data', `"pages" = 7`, '      pages: { type: money, currency: EUR }', 'pages'],
    [
      'option_in_use',
      `"kind" = 'novel'`,
      '      pages: { type: integer }\n      kind: { type: choice, options: [poem] }',
      'kind',
    ],
  ])('stops with %s before anything is lost', async (reason, values, fields, column) => {
    await migrate(db, written('      pages: { type: integer }\n      kind: { type: choice, options: [novel, poem] }'));
    await add(values);
    const before = await columns('book');
    const refused = await migrate(db, written(fields)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MigrationRefused);
    expect(refused).toMatchObject({ reason, table: 'book', column });
    expect(await columns('book')).toEqual(before);
  });

  it('stops where stored values are not unique', async () => {
    await migrate(db, written('      isbn: { type: string }'));
    await add(`"isbn" = '1'`);
    await db.write((tx) =>
      tx.run(
        `INSERT INTO "book" ("id", "version", "created_at", "changed_at", "isbn") VALUES ('b2', 1, '', '', '1')`,
        [],
      ),
    );
    await expect(migrate(db, written('      isbn: { type: string, unique: true }'))).rejects.toMatchObject({
      reason: 'not_unique',
      table: 'book',
    });
  });
});
