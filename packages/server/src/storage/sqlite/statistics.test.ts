import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openSqlite } from './open.ts';
import { unlimited } from './statistics.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-statistics-'));
let database: Database;
/** Things from one number to another; those with a moment of their own are in the trash. */
const fill = (from: number, to: number, trashed: string): string =>
  `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
    INSERT INTO "thing" SELECT printf('%08d', i), printf('%08d', ${to} - i), ${trashed} FROM n`;
const PAGE = 'SELECT "code", "id" FROM "thing" WHERE "trashed_at" IS NULL ORDER BY "code", "id" LIMIT 26';

beforeAll(async () => {
  database = await openSqlite(join(folder, 'test.sqlite'));
  await database.write(async (tx) => {
    await tx.run('CREATE TABLE "thing" ("id" TEXT PRIMARY KEY NOT NULL, "code" TEXT, "trashed_at" TEXT) STRICT', []);
    await tx.run('CREATE INDEX "thing.trash" ON "thing" ("trashed_at", "id")', []);
    await tx.run('CREATE UNIQUE INDEX "thing.code" ON "thing" ("code") WHERE "trashed_at" IS NULL', []);
  });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

let explained = 0;

/** How the reader finds the page. An explanation does not look whether the schema has changed, and would be kept. */
async function plan(): Promise<string> {
  await database.read.all(PAGE, []);
  explained += 1;
  const steps = await database.read.all(`EXPLAIN QUERY PLAN ${PAGE} OFFSET ${String(explained)}`, []);
  return steps.map(({ detail }) => String(detail)).join('; ');
}

test('a page of a table that has grown is walked in its order, also by a connection that was open', async () => {
  await database.write((tx) => tx.run(fill(1, 100, `printf('%08d', i)`), []));
  await database.tidy();
  expect(await plan()).toContain('thing.trash');
  await database.write(async (tx) => {
    await tx.run('DELETE FROM "thing"', []);
    await tx.run(fill(1, 60_000, 'NULL'), []);
  });
  await database.tidy();
  expect(await plan()).toContain('thing.code');
  await database.tidy(); // nothing has changed
  expect(await plan()).toContain('thing.code');
  expect(await database.read.all('SELECT "stat" FROM sqlite_stat1 WHERE "idx" = ?', ['thing.trash'])).toEqual([
    { stat: '60000 20000 1' },
  ]);
});

test.each([
  ['1000000 2001 1', '1000000 333334 1'],
  ['1000000 2001 2001 24 1', '1000000 333334 333334 24 1'],
  ['3000 2001 1', '3000 2001 1'],
  ['60000 17', '60000 17'],
  ['60000 1 unordered', '60000 1 unordered'],
])('%s is read as %s', (counted, taken) => {
  expect(unlimited(counted)).toBe(taken);
});
