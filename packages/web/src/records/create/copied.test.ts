import { expect, it } from 'vitest';
import { PLAIN_FIELD, type Field, type RecordValue } from '@ninefold/model';
import { copyOf } from './copied.ts';

const field = (id: string, more: object = {}): Field => ({ ...PLAIN_FIELD, id, type: 'string', ...more }) as Field;
const record = {
  ...{ id: 'r1', version: 3, created_at: '', created_by: null, changed_at: '', changed_by: null },
  subject: 'A',
  code: 'X1',
  serial: '77',
  team: { id: 't1', title: 'North' },
  lines: [{ id: 'l1', item: 'Chair', sum: '5.00', batch: 'B7', drawn: 'D9' }],
} satisfies RecordValue;

it('takes over values, chosen records and lines, and nothing that belongs to one record alone', () => {
  const fields = [
    field('subject'),
    field('code', { noCopy: true }),
    field('serial', { unique: true }),
    field('secret'),
    field('team', { type: 'reference', to: 'team' }),
    field('lines', {
      type: 'lines',
      fields: {
        item: field('item'),
        sum: field('sum', { computed: { expression: null, live: false } }),
        batch: field('batch', { noCopy: true }),
        drawn: field('drawn', { readOnly: true }),
      },
    }),
  ];
  expect(copyOf(record, fields)).toEqual({
    subject: 'A',
    team: { id: 't1', title: 'North' },
    lines: [{ item: 'Chair' }],
  });
});
