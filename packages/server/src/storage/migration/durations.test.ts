import { expect, test } from 'vitest';
import { add, bring, openShelfForEachTest, refusalOf, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const LENT = (rest = ''): string => shelf(`      lent: { type: duration${rest} }`);

/** What is stored, as a number where it is one in any database. */
const lent = async () =>
  (await values('lent')).map((value) => (typeof value === 'string' && value.startsWith('P') ? value : Number(value)));

test('a new length of time gets its default, and narrower bounds tell what is beyond them', async () => {
  await bring(shelf(''));
  await add('book', { id: 'b', name: 'Emma' });
  await bring(LENT(', required: true, default: 36:30'));
  expect(await lent()).toEqual([131_400_000]);
  const { changes } = await refusalOf(LENT(', max: 24 h'));
  expect(changes.filter(({ verdict }) => verdict === 'open')).toMatchObject([
    { kind: 'out_of_bounds', name: 'book.lent', rows: 1, examples: ['PT36H30M'] },
  ]);
});

test('texts become lengths of time where they are some, and go back as the same text', async () => {
  await bring(shelf('      lent: { type: string }'));
  await add('book', { id: 'b', name: 'Emma', lent: 'PT1H30M' });
  await add('book', { id: 'c', name: 'Faust', lent: 'PT0.25S' });
  await bring(LENT());
  expect(await lent()).toEqual([5_400_000, 250]);
  await bring(shelf('      lent: { type: string }'));
  expect(await lent()).toEqual(['PT1H30M', 'PT0.25S']);
  await add('book', { id: 'd', name: 'Ulysses', lent: 'soon' });
  const { changes } = await refusalOf(LENT());
  expect(changes).toMatchObject([
    { kind: 'type_changed', name: 'book.lent', rows: 1, examples: ['soon'], verdict: 'open' },
  ]);
});
