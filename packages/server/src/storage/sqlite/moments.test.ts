import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { surveyLimits, type Database } from '../database/database.ts';
import { sees, useIndexShape } from '../indexes/index-rows.ts';
import { openSqlite } from './open.ts';
import { SQLITE_SCHEMA } from './schema.ts';

const SHAPE = [
  'CREATE TABLE "team" ("id" TEXT PRIMARY KEY, "name" TEXT) STRICT',
  'CREATE TABLE "item" ("id" TEXT PRIMARY KEY, "team" TEXT REFERENCES "team" ("id") ON DELETE CASCADE, "state" TEXT, "note" TEXT, "team_name" TEXT) STRICT',
  'CREATE TABLE "other" ("n" INTEGER) STRICT',
  'CREATE TRIGGER "named" AFTER UPDATE OF "name" ON "team" BEGIN UPDATE "item" SET "team_name" = new."name" WHERE "team" = new."id"; END',
  `INSERT INTO "team" VALUES ('a', 'A'), ('b', 'B')`,
  `INSERT INTO "item" VALUES ('1', 'a', 'open', 'x', 'A'), ('2', 'b', 'open', 'x', 'B')`,
];

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  db = await openSqlite(join(folder, 'a.sqlite'), { ...surveyLimits(), most: 1 });
  await db.alone(async (tx) => {
    for (const text of SHAPE) await tx.run(text, []);
  });
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (statement: string) =>
  db.survey('ada', async ({ recall }) => {
    const found = await recall?.(statement, []);
    return { n: Number(found?.rows[0]?.['n']), isRecalled: (found?.savedMs ?? 0) > 0 };
  });
const OPEN = `SELECT count(*) AS n FROM "item" WHERE "state" = 'open'`;
const OF_A = `SELECT count(*) AS n FROM "item" WHERE "team_name" = 'A'`;

test.each([
  ['another table', `INSERT INTO "other" VALUES (1)`, OPEN, 2, true],
  ['another column', `UPDATE "item" SET "note" = 'y'`, OPEN, 2, true],
  ['its column', `UPDATE "item" SET "state" = 'done' WHERE "id" = '1'`, OPEN, 1, false],
  [
    'its column, by an insert that finds its row',
    `INSERT INTO "item" ("id") VALUES ('1') ON CONFLICT DO UPDATE SET "state" = 'done'`,
    OPEN,
    1,
    false,
  ],
  ['a new row', `INSERT INTO "item" ("id", "state") VALUES ('3', 'open')`, OPEN, 3, false],
  ['a row that goes', `DELETE FROM "item"`, OPEN, 0, false],
  ['a row that goes with another', `DELETE FROM "team" WHERE "id" = 'a'`, OPEN, 1, false],
  ['its column, by a trigger', `UPDATE "team" SET "name" = 'C' WHERE "id" = 'a'`, OF_A, 0, false],
  ['another column, by a trigger', `UPDATE "team" SET "name" = 'C' WHERE "id" = 'a'`, OPEN, 2, true],
  ['the shape of the data', `ALTER TABLE "item" ADD COLUMN "more" TEXT`, OPEN, 2, false],
  ['an index', `CREATE INDEX "by_state" ON "item" ("state")`, OPEN, 2, true],
] as const)('what is remembered, after %s was written', async (_, write, statement, n, isRecalled) => {
  await ask(statement);
  expect((await ask(statement)).isRecalled).toBe(true);
  await db.write((tx) => tx.run(write, []));
  expect(await ask(statement)).toEqual({ n, isRecalled });
});

test('a trigger that is made later is followed, also by statements that were compiled before', async () => {
  const write = (text: string) => db.write((tx) => tx.run(text, []));
  await write(`INSERT INTO "other" VALUES (1)`);
  await write(`CREATE TRIGGER "late" AFTER INSERT ON "other" BEGIN UPDATE "item" SET "state" = 'done'; END`);
  await ask(OPEN);
  expect(await ask(OPEN)).toEqual({ n: 2, isRecalled: true });
  await write(`INSERT INTO "other" VALUES (1)`);
  expect(await ask(OPEN)).toEqual({ n: 0, isRecalled: false });
});

test('what was taken back ends nothing that matters: the next read is right', async () => {
  await ask(OPEN);
  const refused = db.write(async (tx) => {
    await tx.run(`UPDATE "item" SET "state" = 'done'`, []);
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect((await ask(OPEN)).n).toBe(2);
});

test('a change of another column ends nothing that was read by an index that follows use', async () => {
  const use = { name: 'item.state.use', entity: 'item', parts: ['"state"', '"id"'] };
  await db.alone(async (tx) => {
    for (const name of ['trashed_at', 'version']) await tx.run(`ALTER TABLE "item" ADD COLUMN "${name}" TEXT`, []);
    await tx.run(SQLITE_SCHEMA.createIndex(useIndexShape(use)), []);
  });
  const served = `${OPEN.replace('"item"', '"item" t')} AND t."trashed_at" IS NULL AND ${sees(use.name, 't')}`;
  const plan = await db.read.all(`EXPLAIN QUERY PLAN ${served}`, []);
  expect(plan.map(({ detail }) => String(detail)).join()).toContain(use.name);
  await ask(served);
  await db.write((tx) => tx.run(`UPDATE "item" SET "note" = 'y', "version" = '2'`, []));
  expect(await ask(served)).toEqual({ n: 2, isRecalled: true });
  await db.write((tx) => tx.run(`UPDATE "item" SET "state" = 'done' WHERE "id" = '1'`, []));
  expect(await ask(served)).toEqual({ n: 1, isRecalled: false });
});
