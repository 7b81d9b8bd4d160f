import { PLAIN_FIELD, type Field, type Filter } from '@ninefold/model';
import { expect, test } from 'vitest';
import { chipWord } from './chip-word.ts';

const day: Field = { ...PLAIN_FIELD, id: 'due', type: 'date', era: false };
const cost = { ...PLAIN_FIELD, id: 'cost', type: 'money' } as unknown as Field; // of whom only the type is asked for
const filter = (op: Filter['op'], value: string): Filter => ({ field: 'x', op, value });

test('a filter is called by what it is of: a day is before another, an amount below one, one of a single value is that', () => {
  expect([chipWord(filter('lt', 'now'), day), chipWord(filter('gt', 'now'), day)]).toEqual(['before', 'after']);
  expect([chipWord(filter('lt', '5'), cost), chipWord(filter('ge', 'today'), day)]).toEqual(['lt', 'ge']);
  expect([chipWord(filter('in', 'a'), null), chipWord(filter('in', 'a,b'), null)]).toEqual(['eq', 'in']);
});
