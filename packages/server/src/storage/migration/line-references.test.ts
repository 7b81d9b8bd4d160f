import { expect, test } from 'vitest';
import { add, bring, columns, openShelfForEachTest, refusalOf, rows, shelf, values, db } from './testing/shelf.ts';

openShelfForEachTest();

const CLUBS =
  '  club: { fields: { place: { type: string }, rows: { type: lines, fields: { what: { type: string } } } } }\n';
const lent = (to: string, more = '', { id = 'lent', entities = CLUBS } = {}): string =>
  shelf(`      ${id}: { type: reference, to: ${to}${more} }`, entities);
const named = async () =>
  (await columns('book')).filter((name) => name.includes('lent') || name.includes('given')).toSorted();
const addClub = async () => {
  await add('club', { id: 'c' });
  await db.write(
    async (tx) =>
      void (await tx.run(
        `INSERT INTO "club.rows" ("id", "record", "position", "what") VALUES ('l', 'c', 0, 'bat')`,
        [],
      )),
  );
};

test('a reference to a line comes, is renamed as a whole, and goes with consent', async () => {
  await bring(shelf('', CLUBS));
  await addClub();
  await bring(lent('club.rows'));
  expect(await named()).toEqual(['lent.club', 'lent.rows']);
  await add('book', { id: 'b', name: 'Emma', 'lent.club': 'c', 'lent.rows': 'l' });
  await bring(lent('club.rows', ', was: lent', { id: 'given' }));
  expect([await named(), await values('given.club'), await values('given.rows')]).toEqual([
    ['given.club', 'given.rows'],
    ['c'],
    ['l'],
  ]);
  const { changes } = await refusalOf(shelf('', CLUBS));
  expect(changes.filter(({ verdict }) => verdict === 'open')).toMatchObject([
    { kind: 'field_gone', name: 'book.given.club', rows: 1 },
    { kind: 'field_gone', name: 'book.given.rows', rows: 1 },
  ]);
});

test('it follows its entity and the lines that are renamed', async () => {
  await bring(lent('club.rows'));
  await addClub();
  await add('book', { id: 'b', name: 'Emma', 'lent.club': 'c', 'lent.rows': 'l' });
  const entities = CLUBS.replace('club: { fields', 'circle: { was: club, fields').replace(
    'rows: { type: lines,',
    'parts: { was: rows, type: lines,',
  );
  await bring(lent('circle.parts', '', { entities }));
  expect([await named(), await values('lent.circle'), await values('lent.parts')]).toEqual([
    ['lent.circle', 'lent.parts'],
    ['c'],
    ['l'],
  ]);
  expect(await rows('SELECT "id" FROM "circle.parts"')).toEqual([{ id: 'l' }]);
});

test('a reference to a record becomes one to a line of it, and back, and keeps the record', async () => {
  await bring(lent('club'));
  await addClub();
  await add('book', { id: 'b', name: 'Emma', lent: 'c' });
  await bring(lent('club.rows'));
  expect([await named(), await values('lent.club')]).toEqual([['lent.club', 'lent.rows'], ['c']]);
  await bring(lent('club'));
  expect([await named(), await values('lent')]).toEqual([['lent'], ['c']]);
});
