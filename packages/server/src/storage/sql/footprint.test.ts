import { expect, test } from 'vitest';
import { all, argument, fromOne, raw, sql, table, value, type Statement } from './sql.ts';
import { deleteOf, insertInto, updateOf } from './writes.ts';
import { footprintOf } from './footprint.ts';

const of = (statement: Statement, ...values: readonly string[]) =>
  footprintOf(statement, values)?.map(
    ({ table: name, row, writes }) => `${writes ? 'writes' : 'reads'} ${name}${row === null ? '' : ` ${row}`}`,
  ) ?? null;

test('a row that is written by its key is that row', () => {
  const [id, title] = [argument(0), argument(1)];
  const written = [
    { column: 'id', value: id },
    { column: 'title', value: title },
  ];
  expect(of(insertInto('ticket', 'id', written), 'a', 'x')).toEqual(['writes ticket a']);
  expect(of(updateOf('ticket', [{ column: 'title', value: title }], id), 'x', 'a')).toEqual(['writes ticket a']);
  expect(of(deleteOf('ticket.parts', id), 'a')).toEqual(['writes ticket.parts a']);
});

test('what is read by its key alone is one row, of every other table any row is read', () => {
  const team = sql`(SELECT u."team" FROM ${table('user')} u WHERE u."id" = ${value('me')})`;
  const isMine = sql`t."team" = ${team}`;
  const found = sql`SELECT ${team} ${fromOne('ticket', 'id', argument(0), isMine)} LIMIT 1`;
  expect(found.text).toContain('FROM "ticket" t WHERE "t"."id" = ? AND (');
  expect(of(found, 'me', 'a', 'me')).toEqual(['reads user', 'reads ticket a']);
});

test('a row that is read by its key beside any row of its table is any row', () => {
  const others = sql`EXISTS (SELECT 1 FROM ${table('ticket')} o WHERE o."id" <> t."id")`;
  expect(of(sql`SELECT 1 ${fromOne('ticket', 'id', argument(0), others)}`, 'a')).toContain('reads ticket');
});

test('a list of conditions cannot open the row that its key names', () => {
  const conditions = [raw('TRUE OR TRUE'), raw('FALSE')];
  expect(fromOne('ticket', 'id', argument(0), all(conditions)).text).toMatch(/ AND \(\(/);
});

test('of a text alone nobody knows', () => {
  expect(of('SELECT 1 FROM "ticket" WHERE "id" = ?', 'a')).toBeNull();
});
