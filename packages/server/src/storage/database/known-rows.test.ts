import { expect, test } from 'vitest';
import { argument, cell, sql, tableWith, type Sql } from '../sql/sql.ts';
import { footprintOf } from '../sql/footprint.ts';
import type { SqlValue } from '../sql/sql-value.ts';
import { createKnownRows, SHORT, type KnownRows } from './known-rows.ts';

const PRESSES = tableWith('history', [
  ...cell('record', argument(0)),
  { column: 'kind', among: ['press', 'withdraw'] },
]);
const OF_RECORD = sql`SELECT "by" FROM ${PRESSES} WHERE "record" = ${argument(0)} AND "kind" IN ('press', 'withdraw')`;

/** Asks, and says how often the database was asked until now. */
function asking(known: KnownRows) {
  let asked = 0;
  return async (statement: Sql, values: readonly SqlValue[], rows = 1): Promise<number> => {
    const footprint = footprintOf(statement, values) ?? [];
    await known.read({ statement, values, footprint }, async () => {
      asked += 1;
      return Array.from({ length: rows }, () => ({ by: 'ann' }));
    });
    return asked;
  };
}

const row = (values: Readonly<Record<string, SqlValue>>) => new Map(Object.entries(values));

test('what was read is read again once a row is written that may be of it', async () => {
  const known = createKnownRows(SHORT);
  const ask = asking(known);
  expect(await ask(OF_RECORD, ['a'])).toBe(1);
  expect(await ask(OF_RECORD, ['a'])).toBe(1);
  known.forget('history', row({ record: 'b', kind: 'press' }));
  known.forget('history', row({ record: 'a', kind: 'update' }));
  known.forget('history', row({ record: 'a', kind: null }));
  known.forget('other');
  expect(await ask(OF_RECORD, ['a'])).toBe(1);
  known.forget('history', row({ record: 'a', kind: 'withdraw' }));
  expect(await ask(OF_RECORD, ['a'])).toBe(2);
  known.forget('history', row({ record: 'a' })); // of which kind nobody knows
  expect(await ask(OF_RECORD, ['a'])).toBe(3);
  known.forget('history');
  expect(await ask(OF_RECORD, ['a'])).toBe(4);
  known.forgetAll();
  expect(await ask(OF_RECORD, ['a'])).toBe(5);
});

test('who asks for what is being read waits for that answer, unless a row of it is written meanwhile', async () => {
  const known = createKnownRows(SHORT);
  const ask = asking(known);
  expect(await Promise.all([ask(OF_RECORD, ['a']), ask(OF_RECORD, ['a'])])).toEqual([1, 1]);
  const first = ask(OF_RECORD, ['b']);
  known.forget('history', row({ record: 'b', kind: 'press' }));
  expect([await first, await ask(OF_RECORD, ['b'])]).toEqual([2, 3]);
});

test('a failure, an answer of many rows and long values are not kept', async () => {
  const known = createKnownRows({ answers: 10, rows: 2 });
  const ask = asking(known);
  const failing = { statement: OF_RECORD, values: ['a'], footprint: [] };
  await expect(known.read(failing, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await ask(OF_RECORD, ['a'])).toBe(1);
  expect(await ask(OF_RECORD, ['many'], 3)).toBe(2);
  expect(await ask(OF_RECORD, ['many'], 3)).toBe(3);
  expect(await ask(OF_RECORD, ['x'.repeat(300)])).toBe(4);
  expect(await ask(OF_RECORD, ['x'.repeat(300)])).toBe(5);
});
