import { expect, test } from 'vitest';
import { add, aside, bring, openShelfForEachTest, refusalOf, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const OPENS = (rest = ''): string => shelf(`      opens: { type: time${rest} }`);

test('a new time of day gets its default', async () => {
  await bring(shelf(''));
  await add('book', { id: 'b', name: 'Emma' });
  await bring(OPENS(', required: true, default: 08:30'));
  expect(await values('opens')).toEqual(['08:30']);
});

test('texts become times of day where they are some, and go back as the same text', async () => {
  await bring(shelf('      opens: { type: string }'));
  await add('book', { id: 'b', name: 'Emma', opens: '08:30' });
  await add('book', { id: 'c', name: 'Faust', opens: '17:45:10' });
  await bring(OPENS());
  expect(await values('opens')).toEqual(['08:30', '17:45:10']);
  await bring(shelf('      opens: { type: string }'));
  expect(await values('opens')).toEqual(['08:30', '17:45:10']);
  await add('book', { id: 'd', name: 'Ulysses', opens: 'soon' });
  const { changes } = await refusalOf(OPENS());
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.opens', rows: 1, verdict: 'open' }]);
});

test('with consent a time of day that becomes another type is kept aside', async () => {
  await bring(OPENS());
  await add('book', { id: 'b', name: 'Emma', opens: '08:30' });
  const { changes } = await refusalOf(shelf('      opens: { type: integer }'));
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.opens', rows: 1, verdict: 'open' }]);
  await bring(shelf('      opens: { type: integer }'), 'book.opens');
  expect(await values('opens')).toEqual([null]);
  expect(await aside()).toEqual(['book.opens | book | opens | b | 08:30']);
});
