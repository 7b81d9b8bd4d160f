import { expect, test } from 'vitest';
import { add, aside, bring, columns, openShelfForEachTest, refusalOf, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const LENT = '  club: { fields: { place: { type: string } } }\n  band: { fields: { place: { type: string } } }\n';
const place = (parts: string, { more = '', id = 'place', languages = 'en, ja', entities = LENT } = {}): string =>
  shelf(`      ${id}: { type: object${more}, fields: { ${parts} } }`, entities).replace(
    'languages: [en]',
    `languages: [${languages}]`,
  );
const lent = (to: string, more = '', id = 'lent'): string => `${id}: { type: reference, to: ${to}${more} }`;
const word = (more = ', translated: true'): string => `word: { type: string${more} }`;
const parts = async () => (await columns('book')).filter((name) => name.includes('.')).toSorted();

test('a part becomes a reference to several entities and back, and keeps its records', async () => {
  await bring(place(lent('club')));
  await add('club', { id: 'c' });
  await add('book', { id: 'b', name: 'Emma', 'place.lent': 'c' });
  await bring(place(lent('[band, club]')));
  expect(await parts()).toEqual(['place.lent.band', 'place.lent.club']);
  expect([await values('place.lent.club'), await values('place.lent.band')]).toEqual([['c'], [null]]);
  await bring(place(lent('[club, user, band]', ', was: lent', 'given')));
  expect(await values('place.given.club')).toEqual(['c']);
  await bring(place(lent('[club, user]', ', was: given'), { more: ', was: place', id: 'spot' }));
  expect([await parts(), await values('spot.lent.club')]).toEqual([['spot.lent.club', 'spot.lent.user'], ['c']]);
  await bring(place(lent('club'), { id: 'spot' }));
  expect([await parts(), await values('spot.lent')]).toEqual([['spot.lent'], ['c']]);
});

test('an entity, a reference and an object that go stop the start while records are referred to', async () => {
  const both = place(`${lent('[band, club]')}, ${word()}`);
  await bring(both);
  await add('club', { id: 'c' });
  await add('book', { id: 'b', name: 'Emma', 'place.lent.club': 'c', 'place.word': 'old', 'place.word.ja': '古い' });
  const gone = { kind: 'field_gone', name: 'book.place.lent.club', rows: 1, verdict: 'open' };
  expect((await refusalOf(place(`${lent('[band, user]')}, ${word()}`))).changes).toContainEqual(
    expect.objectContaining(gone),
  );
  await refusalOf(place(word()));
  await bring(place(word()), 'book.place.lent');
  expect(await aside()).toEqual(['book.place.lent.club | book | place.lent.club | b | c']);
  await refusalOf(shelf('', LENT));
  await bring(shelf('', LENT), 'book.place');
  expect(await parts()).toEqual([]);
});

test('what goes is dropped by its own name, or that of what it is in', async () => {
  const start = async (): Promise<void> => {
    await bring(place(`${lent('[band, club]')}, room: { type: string }`));
    if ((await values('name')).length === 0) {
      await add('club', { id: 'c' });
      await add('book', { id: 'b', name: 'Emma' });
    }
  };
  await start();
  await bring(place(`${lent('[band, user]', ', dropped: [club]')}, room: { type: string }`));
  expect(await parts()).toEqual(['place.lent.band', 'place.lent.user', 'place.room']);
  await bring(place('room: { type: string }', { more: ', dropped: [lent]' }));
  expect(await parts()).toEqual(['place.room']);
  await start();
  await bring(shelf('', LENT).replace('    fields:', '    dropped: [place]\n    fields:'));
  expect(await parts()).toEqual([]);
});

test('a part becomes translated and back; the other languages go with consent only', async () => {
  await bring(place(word('')));
  await add('book', { id: 'b', name: 'Emma', 'place.word': 'old' });
  await bring(place(word()));
  expect([await values('place.word'), await values('place.word.ja')]).toEqual([['old'], [null]]);
  await bring(place(word(), { languages: 'ja, en' }));
  expect([await values('place.word'), await values('place.word.en')]).toEqual([[null], ['old']]);
  expect((await refusalOf(place(word(''), { languages: 'ja, en' }))).changes).toMatchObject([
    { kind: 'field_gone', name: 'book.place.word.en', rows: 1, examples: ['old'], verdict: 'open' },
  ]);
  await bring(place(word(''), { languages: 'ja, en' }), 'book.place.word.en');
  expect(await aside()).toEqual(['book.place.word.en | book | place.word.en | b | old']);
});
