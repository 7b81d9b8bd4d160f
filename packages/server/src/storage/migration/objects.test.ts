import { expect, test } from 'vitest';
import { add, aside, bring, columns, openShelfForEachTest, refusalOf, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const site = (parts: string, more = '', id = 'site'): string =>
  shelf(`      ${id}: { type: object${more}, fields: { ${parts} } }`);
const ZIP = 'zip: { type: string }';
const CITY = 'city: { type: string }';

test('an object that comes and a part that comes are columns, with their defaults', async () => {
  await bring(shelf(''));
  await add('book', { id: 'b', name: 'Emma' });
  await bring(site(ZIP));
  expect(await values('site.zip')).toEqual([null]);
  await bring(site(`${ZIP}, kind: { type: string, required: true, default: new }`, ', required: true'));
  expect(await values('site.kind')).toEqual(['new']);
});

test('a part and an object that are renamed keep their values', async () => {
  await bring(site(`${ZIP}, ${CITY}`));
  await add('book', { id: 'b', name: 'Emma', 'site.zip': '1', 'site.city': 'Bath' });
  await bring(site(`code: { type: string, was: zip }, ${CITY}`));
  expect([await values('site.code'), await values('site.city')]).toEqual([['1'], ['Bath']]);
  await bring(site(`code: { type: string }, ${CITY}`, ', was: site', 'place'));
  expect([await values('place.code'), await values('place.city')]).toEqual([['1'], ['Bath']]);
  await bring(site(`mark: { type: string, was: code }, ${CITY}`, ', was: place', 'spot'));
  expect([await values('spot.mark'), await values('spot.city')]).toEqual([['1'], ['Bath']]);
  expect((await columns('book')).filter((name) => name.includes('.'))).toEqual(['spot.mark', 'spot.city']);
});

test('a part that goes stops the start until it is dropped, or its loss accepted', async () => {
  await bring(site(`${ZIP}, ${CITY}`));
  await add('book', { id: 'b', name: 'Emma', 'site.zip': '1', 'site.city': 'Bath' });
  expect((await refusalOf(site(ZIP))).changes).toMatchObject([
    { kind: 'field_gone', name: 'book.site.city', rows: 1, examples: ['Bath'], verdict: 'open' },
  ]);
  await bring(site(ZIP, ', dropped: [city]'));
  expect(await aside()).toEqual(['book.site.city | book | site.city | b | Bath']);
  await refusalOf(shelf(''));
  await bring(shelf(''), 'book.site');
  expect((await columns('book')).filter((name) => name.includes('.'))).toEqual([]);
});

test('an object is dropped as a whole', async () => {
  await bring(site(`${ZIP}, ${CITY}`));
  await add('book', { id: 'b', name: 'Emma', 'site.zip': '1', 'site.city': 'Bath' });
  await bring(shelf('').replace('    fields:', '    dropped: [site]\n    fields:'));
  expect(await aside()).toHaveLength(2);
});
