import { fields, type BadSpecification } from './bad-specification.ts';

const AMOUNTS =
  '      a: { type: money, currency: EUR }\n      b: { type: money, currency: JPY }\n      d: { type: boolean }\n';

function amounts(at: string, name: string, other: string, text: string): BadSpecification {
  return fields('NF0528', at, `${AMOUNTS}      c: ${text}\n`, { name, other });
}

/** Amounts of two currencies, or of one that only the record says. */
export const BAD_MONEY: readonly BadSpecification[] = [
  amounts('record.a + record.b', 'EUR', 'JPY', '{ type: number, computed: record.a + record.b }'),
  amounts('record.a - 2 * record.b', 'EUR', 'JPY', '{ type: number, computed: record.a - 2 * record.b }'),
  amounts('record.a < record.b', 'EUR', 'JPY', '{ type: boolean, computed: record.a < record.b }'),
  amounts('record.a == record.b', 'EUR', 'JPY', '{ type: boolean, computed: record.a == record.b }'),
  amounts('max(record.a, record.b)', 'EUR', 'JPY', '{ type: number, computed: "max(record.a, record.b)" }'),
  amounts('or_else(record.a, record.b)', 'EUR', 'JPY', '{ type: number, computed: "or_else(record.a, record.b)" }'),
  amounts(
    'record.d ? record.a : record.b',
    'EUR',
    'JPY',
    '{ type: number, computed: "record.d ? record.a : record.b" }',
  ),
  amounts('record.b', 'EUR', 'JPY', '{ type: number, computed: "sum([1, record.a, record.b])" }'),
  amounts('record.b * 2', 'JPY', 'EUR', '{ type: money, currency: EUR, computed: record.b * 2 }'),
  amounts('record.b', 'JPY', 'EUR', '{ type: money, currency: EUR, default: = record.b }'),
  amounts('record.b', 'JPY', 'EUR', '{ type: money, currency: EUR, max: = record.b }'),
  amounts(
    'convert(record.b, 0.006, USD)',
    'USD',
    'EUR',
    '{ type: money, currency: EUR, computed: "convert(record.b, 0.006, USD)" }',
  ),
  amounts(
    'record.f < record.f2',
    '?',
    '?',
    `{ type: boolean, computed: record.f < record.f2 }
      e: { type: string }
      f: { type: money, currency: = record.e }
      f2: { type: money, currency: = record.e }`,
  ),
  amounts(
    'record.a',
    'EUR',
    '?',
    '{ type: money, currency: = record.e, default: = record.a }\n      e: { type: string }',
  ),
  amounts(
    'sum(record.rows.map(r, r.price))',
    '?',
    '?',
    `{ type: number, computed: "sum(record.rows.map(r, r.price))" }
      e: { type: string }
      rows: { type: lines, fields: { price: { type: money, currency: = record.e } } }`,
  ),
];
