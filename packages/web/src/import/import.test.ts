import { PLAIN_FIELD, type Field } from '@ninefold/model';
import { expect, test } from 'vitest';
import { cellValue, type CellContext } from './cell-value.ts';
import { guessColumns, type NamesOf } from './columns.ts';
import { readSheet } from './read-file.ts';

const field = (id: string, more: object): Field => ({ ...PLAIN_FIELD, id, ...more }) as Field;
const FIELDS = [
  field('subject', { type: 'string', format: null, pattern: null }),
  field('priority', { type: 'choice', options: ['low', 'high'] }),
  field('cost', { type: 'money', scale: 2, currency: 'EUR', currencyFrom: null }),
  field('day', { type: 'date' }),
  field('paid', { type: 'boolean' }),
];
const LABELS: Readonly<Record<string, readonly string[]>> = {
  subject: ['Subject', '件名'],
  priority: ['Priority', '優先度'],
};
const OPTIONS: Readonly<Record<string, readonly string[]>> = { low: ['Low', '低'], high: ['High', '高'] };
const names: NamesOf = ({ id }, option) =>
  option === undefined ? [id, ...(LABELS[id] ?? [])] : [option, ...(OPTIONS[option] ?? [])];
const context: CellContext = {
  today: '2026-03-05',
  language: 'en',
  timeZone: 'UTC',
  names,
  yes: ['Yes', 'はい'],
  no: ['No'],
};

test('columns are known by id or by a label in any language', () => {
  expect(guessColumns(['件名', 'ＰＲＩＯＲＩＴＹ', 'unknown', 'cost', 'Subject'], FIELDS, names)).toEqual([
    'subject',
    'priority',
    null,
    'cost',
    null,
  ]);
});

test.each([
  ['priority', '高', 'high'],
  ['priority', 'low', 'low'],
  ['priority', 'Urgent', 'Urgent'],
  ['cost', '1,234.50', '1234.50'],
  ['cost', 'much', 'much'],
  ['day', '2026/3/5', '2026-03-05'],
  ['paid', 'はい', true],
  ['paid', '', false],
  ['subject', '  a ', 'a'],
  ['subject', ' ', null],
])('%s: %j is %j', (id, cell, value) => {
  const of = FIELDS.find((each) => each.id === id);
  expect(of && cellValue(of, cell, context)).toEqual(value);
});

test('files come in UTF-8 with a mark, in UTF-16 and in Shift_JIS, with commas, semicolons or tabs', () => {
  const utf8 = new TextEncoder().encode('\ufeff件名;cost\n"a;b";1\n');
  expect(readSheet(utf8)).toEqual({ header: ['件名', 'cost'], rows: [['a;b', '1']], encoding: 'utf-8' });
  const sjis = Uint8Array.from([0x8c, 0x8f, 0x96, 0xbc, 0x2c, 0x62, 0x0a, 0x31, 0x2c, 0x32]);
  expect(readSheet(sjis)).toEqual({ header: ['件名', 'b'], rows: [['1', '2']], encoding: 'shift_jis' });
  const utf16 = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x09, 0, 0x62, 0]);
  expect(readSheet(utf16)).toEqual({ header: ['a', 'b'], rows: [], encoding: 'utf-16le' });
  expect(readSheet(new TextEncoder().encode('a,b\n"open'))).toBeNull();
});
