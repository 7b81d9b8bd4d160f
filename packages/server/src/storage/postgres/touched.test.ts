import { expect, test } from 'vitest';
import { touchedBy } from './touched.ts';

const of = (text: string, ...values: readonly unknown[]) =>
  touchedBy(text)(values)?.map(
    ({ table, row, writes }) => `${writes ? 'writes' : 'reads'} ${table.slice(1, -1)}${row === null ? '' : ` ${row}`}`,
  ) ?? null;

test('a row that is written by its id is that row, whatever else is anything of its table', () => {
  expect(of('INSERT INTO "ticket" ("id", "version") VALUES (?, ?)', 'a', 1)).toEqual(['writes ticket a']);
  expect(of('UPDATE "ticket" SET "version" = ?, "title" = ? WHERE "id" = ?', 2, 'x', 'a')).toEqual(['writes ticket a']);
  expect(of('UPDATE "ticket" SET "title" = ? WHERE "number" = ?', 'x', 'a')).toEqual(['writes ticket']);
  expect(of('UPDATE "ticket" SET "n" = "n" + 1 WHERE "id" = ?', 'a')).toBeNull();
  expect(of('INSERT INTO "ticket" ("id") SELECT "id" FROM "user"')).toBeNull();
  expect(of('DELETE FROM "ticket" WHERE "id" = ?', 'a')).toBeNull(); // others may go with it
  expect(of('DROP TABLE "ticket"')).toBeNull();
});

test('rows of lists and lines are those of their record', () => {
  const lines = '"ticket.parts"';
  expect(of(`INSERT INTO ${lines} ("id", "record", "position") VALUES (?, ?, ?)`, 'l', 'a', 0)).toEqual([
    'writes ticket.parts a',
  ]);
  expect(of(`DELETE FROM ${lines} WHERE "record" = ?`, 'a')).toEqual(['writes ticket.parts a']);
  expect(of(`SELECT "id" FROM ${lines} WHERE "record" = ? ORDER BY "record", "position"`, 'a')).toEqual([
    'reads ticket.parts a',
    ...['reads id', 'reads record', 'reads position'],
  ]);
  expect(of(`SELECT "n" FROM ${lines} WHERE "id" = ?`, 'l')).toContain('reads ticket.parts');
});

test('what is read by its id alone is one row, everything else that is named may be any table', () => {
  const text = `SELECT t."x", (SELECT u."y" FROM "user" u WHERE u."id" = t."z" AND u."y" <> ?) FROM "ticket" t WHERE t."id" = ? AND (TRUE) LIMIT 1`;
  expect(of(text, 'no', 'a')).toEqual(expect.arrayContaining(['reads ticket a', 'reads user']));
  expect(of('SELECT 1 FROM "ticket" WHERE "id" = ? OR "x" = 1', 'a')).toContain('reads ticket');
  expect(of('SELECT 1 FROM "ticket" WHERE "id" = ? AND (EXISTS (SELECT 1 FROM "ticket"))', 'a')).toContain(
    'reads ticket',
  );
  expect(of('SELECT "answer" FROM "_once" WHERE "id" = ? AND "at" > ?', 'a', 'b')).toContain('reads _once a');
  expect(of('SELECT 1 FROM "ticket" WHERE "id" = ? AND "at" > ? OR "x" = 1', 'a', 'b')).toContain('reads ticket');
  expect(of('SELECT count(*) FROM "ticket"')).toEqual(['reads ticket']);
  expect(of('WITH RECURSIVE "up" AS (DELETE FROM "ticket" RETURNING "id") SELECT 1 FROM "up"')).toBeNull();
});
