import { expect, it } from 'vitest';
import type { Field } from '../ir/field.ts';
import { PLAIN_FIELD } from '../ir/plain-field.ts';
import type { RecordValue } from '../wire/answers.ts';
import { formerValues } from './former-values.ts';

const field = (id: string, more: object = {}): Field => ({ ...PLAIN_FIELD, id, type: 'string', ...more }) as Field;
const record = (values: object): RecordValue => ({
  ...{ id: 'r1', version: 3, created_at: '', created_by: null, changed_at: '', changed_by: null },
  ...values,
});
const parts = field('parts', { type: 'lines', fields: { item: field('item') } });

it('gives values back, and blanks', () => {
  const before = record({ kind: 'a', note: null });
  expect(formerValues([field('kind'), field('note')], before, record({ kind: 'b', note: 'x' }))).toEqual({
    kind: 'a',
    note: null,
  });
});

it('leaves a field alone that the record did not show before: what it held is not known', () => {
  const saved = record({ kind: 'b', reason: 'typed' });
  expect(formerValues([field('kind'), field('reason')], record({ kind: 'a' }), saved)).toEqual({ kind: 'a' });
});

it('brings removed lines back as new ones', () => {
  const before = record({
    parts: [
      { id: 'l1', item: 'A' },
      { id: 'l2', item: 'B' },
    ],
  });
  const saved = record({ parts: [{ id: 'l2', item: 'C' }] });
  expect(formerValues([parts], before, saved)).toEqual({ parts: [{ item: 'A' }, { id: 'l2', item: 'B' }] });
});

it('names nothing in lines that nobody gives', () => {
  const rows = field('rows', {
    type: 'lines',
    fields: { item: field('item'), sum: field('sum', { computed: {} }), by: field('by', { readOnly: true }) },
  });
  const before = record({ rows: [{ id: 'l1', item: 'A', sum: 2, by: 'x' }] });
  expect(formerValues([rows], before, record({ rows: [{ id: 'l1', item: 'B', sum: 3, by: 'x' }] }))).toEqual({
    rows: [{ id: 'l1', item: 'A' }],
  });
});
