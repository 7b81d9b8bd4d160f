import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

const HEAD = `ninefold: 1
purpose: { currency: JPY }
roles: { boss: { thing: all, runtime: [users] } }
entities:
  thing:
    fields:
      from: { type: date }
`;

/** What is told of a field with this type and keys. */
function told(field: string): readonly string[] {
  return compile([{ path: 'app.yaml', text: `${HEAD}      a: { type: ${field} }\n` }])
    .issues.filter(({ severity, id }) => severity === 'error' || id === 'NF0326')
    .map(({ id, params }) => `${id} ${params['nearest'] ?? ''}`);
}

test.each([
  ['integer, default: ３０００', '3000'],
  ['integer, default: "30"', '30'],
  ['money, default: 3000円', '3000'],
  ['money, default: 300 EUR', ''],
  ['number, max: 200kg', '200'],
  ['number, max: many', ''],
  ['percent, max: 30%', '30'],
  ['integer, default: 2.5 kg', ''],
  ['boolean, default: yes', 'true'],
  ['date, max: today', '= today'],
  ['date, default: 今日', '= today'],
  ['date, default: ＝ today', '= today'],
  ['date, min: record.from', '= record.from'],
  ['date, min: 31.12.1990', '1990-12-31'],
  ['date, min: 1990年1月1日', '1990-01-01'],
  ['date, min: 平成2年1月1日', '1990-01-01'],
  ['date, min: 3/4/1990', ''],
  ['date, min: tomorrow', ''],
  ['date, min: 2026-02-30', ''],
])('%s: told once, with what is meant', (field, nearest) => {
  expect(told(field)).toEqual([`NF0301 ${nearest}`]);
});

test('an expression without its sign is a text where the type is one, and is told of', () => {
  expect(told('string, default: record.from')).toEqual(['NF0326 ']);
});
