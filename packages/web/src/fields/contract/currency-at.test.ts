import type { Expression, MoneyField } from '@ninefold/model';
import { expect, test } from 'vitest';
import { currencyAt } from './currency-at.ts';

const text = { kind: 'text' } as const;
const record = { node: 'variable', type: { kind: 'record', entity: 'bill' }, name: 'record' } as const;
const coin: Expression = {
  ...{ source: 'record.coin', type: text, reads: ['record.coin'] },
  tree: { node: 'field', type: text, of: record, name: 'coin' },
};
const amount = { type: 'money', scale: 3, currency: '?', currencyFrom: coin } as MoneyField; // the rest of a field does not matter

test.each([
  [{ coin: 'JPY' }, { code: 'JPY', scale: 0 }],
  [{ coin: 'EUR' }, { code: 'EUR', scale: 2 }],
  [{ coin: 'KWD' }, { code: 'KWD', scale: 3 }],
  [{ coin: 'Euro' }, { code: null, scale: 3 }],
  [{ coin: null }, { code: null, scale: 3 }],
  [{}, { code: null, scale: 3 }],
])('an amount of the record %o is shown as %o', (of, shown) => {
  expect(currencyAt(amount, { record: of })).toEqual(shown);
});

test('an amount of a fixed currency needs no record', () => {
  expect(currencyAt({ ...amount, currency: 'EUR', scale: 2, currencyFrom: null }, {})).toEqual({
    code: 'EUR',
    scale: 2,
  });
});
