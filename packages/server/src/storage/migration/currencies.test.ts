import { expect, test } from 'vitest';
import { add, aside, bring, openShelfForEachTest, refusalOf, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const FIELDS = `      price: { type: money }
      fee: { type: money, closed: true }
      double: { type: money, computed: record.price * 2 }
      duty: { type: money, currency: USD }`;
const inCurrency = (code: string, fields = FIELDS): string => shelf(fields).replace('EUR', code);

test('amounts that would be of another currency stop the start until that is accepted, and are not converted', async () => {
  await bring(inCurrency('EUR'));
  await bring(inCurrency('GBP'));
  await bring(inCurrency('EUR'));
  await add('book', { id: 'b', name: 'Emma', price: 1250, fee: 300, double: 2500, duty: 7 });
  await add('book', { id: 'c', name: 'Kim', price: 0 });
  const open = { kind: 'currency_changed', was: 'EUR', rows: 1, verdict: 'open' };
  expect((await refusalOf(inCurrency('GBP'))).changes).toMatchObject([
    { ...open, name: 'book.price', examples: [expect.any(String)] },
    { ...open, name: 'book.fee', examples: ['b'] },
  ]);
  expect((await refusalOf(inCurrency('EUR', FIELDS.replace('USD', 'CHF')))).changes).toMatchObject([
    { ...open, name: 'book.duty', was: 'USD' },
  ]);
  const yen = (await refusalOf(inCurrency('JPY'))).changes.filter(({ verdict }) => verdict === 'open');
  expect(new Set(yen.map(({ name, kind }) => `${name} ${kind}`))).toContain('book.price currency_changed');
  const before = await values('price');
  await bring(inCurrency('GBP'), 'book.price', 'book.fee');
  expect(await values('price')).toEqual(before);
  expect(await aside()).toEqual([]);
  await bring(inCurrency('GBP'));
});

test('amounts of a field that has another name are those of its former currency', async () => {
  await bring(inCurrency('EUR', '      price: { type: money }'));
  await add('book', { id: 'b', name: 'Emma', price: 1250 });
  const renamed = inCurrency('USD', '      cost: { type: money, was: price }');
  expect((await refusalOf(renamed)).changes.filter(({ verdict }) => verdict === 'open')).toMatchObject([
    { kind: 'currency_changed', name: 'book.cost', was: 'EUR' },
  ]);
});
