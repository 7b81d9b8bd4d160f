import { expect, test } from 'vitest';
import { aside, bring, db, openShelfForEachTest, PAGES, refusalOf, shelf } from './testing/shelf.ts';

openShelfForEachTest();

const KEPT = shelf(PAGES);
const SILENT = KEPT.replace('  book:', '  book:\n    history: false');
const INSERT = `INSERT INTO "_history" ("id", "entity", "record", "at", "kind", "changes", "via", "version") VALUES (?, ?, 'b', '2026-01-01', 'update', ?, 'call', 2)`;

const rows = (): Promise<readonly unknown[]> => db.read.all('SELECT "entity" FROM "_history"', []);

test('a history that is kept no more goes with consent, and what changed stands aside', async () => {
  await bring(KEPT);
  const changes = '[{"field":"pages","old":1,"new":2}]';
  await db.write(async (tx) => {
    await tx.run(INSERT, ['h1', 'book', changes]);
    await tx.run(INSERT, ['h2', 'user', changes]);
  });
  expect((await refusalOf(SILENT)).changes).toMatchObject([
    { kind: 'history_gone', name: 'book.history', rows: 1, examples: [], verdict: 'open' },
  ]);
  expect(await rows()).toHaveLength(2);
  await bring(SILENT, 'book.history');
  expect(await aside()).toEqual([`book.history | _history | changes | b | ${changes}`]);
  expect(await rows()).toEqual([{ entity: 'user' }]);
});

test('a history that nothing stands in goes and comes without a word', async () => {
  await bring(KEPT);
  await bring(SILENT);
  await bring(KEPT);
  expect(await rows()).toEqual([]);
});

test('an entity that is renamed as its history goes loses it under its new name', async () => {
  await bring(KEPT);
  await db.write(async (tx) => void (await tx.run(INSERT, ['h1', 'book', '[]'])));
  const renamed = SILENT.replace('  book:', '  volume:\n    was: book');
  await bring(renamed, 'volume.history');
  expect(await rows()).toEqual([]);
});
