// Also in the portable form: a migration locks with rows.
import { expect, test } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { SQLITE } from '../sqlite/dialect.ts';
import { indexesOf } from './indexes.ts';

const { model } = applicationOf(`
ninefold: 1
entities:
  note:
    fields:
      owner: { type: reference, to: user, required: true }
      reader: { type: reference, to: user }
roles:
  writer:
    note: { read: record.owner == user, create: true }
`);

test('what a whole row condition compares leads to the newest rows in their order, so that a page is not sorted out of all of them', () => {
  const parts = indexesOf(model, SQLITE)
    .filter(({ table }) => table === 'note')
    .map(({ parts: columns }) => columns.join(' '));
  expect(parts).toContain('"owner" "trashed_at" "id"');
  expect(parts).toContain('"reader" "trashed_at"');
});
