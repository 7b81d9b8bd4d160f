import { expect, test } from 'vitest';
import { add, bring, openShelfForEachTest, refusalOf, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const FACTS = (rest = ''): string => shelf(`      facts: { type: json${rest} }`);
const TEXT = shelf('      facts: { type: text }');

test('a new value of JSON gets its default', async () => {
  await bring(shelf(''));
  await add('book', { id: 'b', name: 'Emma' });
  await bring(FACTS(`, required: true, default: '{"pages": [ 1, 2 ]}'`));
  expect(await values('facts')).toEqual(['{"pages":[1,2]}']);
});

test('texts become JSON where they are some, and go back as the same text', async () => {
  await bring(TEXT);
  await add('book', { id: 'b', name: 'Emma', facts: '{"a":["ä",null]}' });
  await add('book', { id: 'c', name: 'Faust', facts: '7' });
  await bring(FACTS());
  expect(await values('facts')).toEqual(['{"a":["ä",null]}', '7']);
  await bring(TEXT);
  expect(await values('facts')).toEqual(['{"a":["ä",null]}', '7']);
  await add('book', { id: 'd', name: 'Ulysses', facts: 'soon' });
  const { changes } = await refusalOf(FACTS());
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.facts', rows: 1, verdict: 'open' }]);
});

test('a text that says a value of JSON in another form is told, and becomes it with consent', async () => {
  await bring(TEXT);
  await add('book', { id: 'b', name: 'Emma', facts: '{ "b": 1, "a": 2 }' });
  const { changes } = await refusalOf(FACTS());
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.facts', rows: 1, verdict: 'open' }]);
  await bring(FACTS(), 'book.facts');
  expect(await values('facts')).toEqual(['{"a":2,"b":1}']);
});
