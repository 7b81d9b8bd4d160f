import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';
import { wrongValues } from './testing/values/stored-values.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const { model } = applicationOf(`ninefold: 1
purpose: { name: bills, languages: [en] }
entities:
  bill:
    title: code
    key: code
    fields:
      code: { type: string, required: true }
      paid: { type: integer, computed: 'sum(record.pays.map(p, p.amount))' }
  pay:
    fields:
      bill: { type: reference, to: bill, inverse: pays }
      amount: { type: integer, required: true }
      before: { type: integer, default: = record.bill.paid }
  account:
    title: code
    key: code
    fields:
      code: { type: string, required: true }
      spent: { type: integer, computed: 'sum(record.costs.map(c, c.amount))' }
  cost:
    fields:
      account: { type: reference, to: account, inverse: costs }
      amount: { type: integer, required: true }
rules: { account: { covered: { check: record.spent <= 10, message: Too much } } }
roles: { boss: { members: everyone, bill: all, pay: all, account: all, cost: all } }
`);

let db: Database;
let records: Records;
let who: Caller;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model, [], { now: NOW });
  records = createRecords(db, model, () => NOW);
  const me = await records.me(await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: [] }));
  if (!me) throw new Error('nobody');
  who = { me, rights: rightsFor(model, me.roles), via: 'screen' };
  await records.create(who, 'bill', { code: 'B1' }, PLAIN);
  await records.create(who, 'account', { code: 'A1' }, PLAIN);
});
afterAll(() => db.close());

const imported = (entity: string, rows: Parameters<typeof importSource>[0], mode: 'all' | 'each') =>
  records.import(who, entity, { source: importSource(rows), options: { mode, match: '' } });

test('a default sees what the rows before it have made of a value', async () => {
  await imported(
    'pay',
    [1, 2, 3].map((amount) => ({ bill: 'B1', amount })),
    'all',
  );
  const rows = await db.read.all('SELECT "before" FROM "pay" ORDER BY "amount"', []);
  expect(rows.map(({ before }) => Number(before))).toEqual([0, 1, 3]);
  const { results } = await records.batch(
    who,
    { writes: [4, 5].map((amount) => ({ action: 'create', entity: 'pay', values: { bill: 'B1', amount } })) },
    undefined,
  );
  expect(results.map(({ record }) => record?.['before'])).toEqual([6, 10]);
  expect(await wrongValues(db, model, NOW)).toEqual([]);
});

test('a rule of the record that holds a value refuses the very row that breaks it, and no other', async () => {
  const done = await imported(
    'cost',
    [4, 7, 5, 2].map((amount) => ({ account: 'A1', amount })),
    'each',
  );
  expect([done.created, done.problems.map(({ row, code }) => [row, code])]).toEqual([
    2,
    [
      [2, 'account.covered'],
      [4, 'account.covered'],
    ],
  ]);
  expect(await records.get(who, 'account', 'A1')).toMatchObject({ spent: 9 });
  expect(await wrongValues(db, model, NOW)).toEqual([]);
});

test('an import that is given up leaves nothing behind', async () => {
  const gone = new AbortController();
  const source = importSource([1, 2, 3].map((amount) => ({ bill: 'B1', amount })));
  const rows = async function* () {
    for await (const row of source.rows()) {
      if (row.row === 2) gone.abort(new Error('gone'));
      yield row;
    }
  };
  const file = { source: { ...source, rows }, options: { mode: 'each', match: '' }, signal: gone.signal } as const;
  await expect(records.import(who, 'pay', file)).rejects.toThrow('gone');
  expect(await records.get(who, 'bill', 'B1')).toMatchObject({ paid: 15 });
});
