import { expect, test } from 'vitest';
import { objection } from './unusable.ts';

const FACTS = {
  version: 150_018,
  named: '15.18',
  encoding: 'UTF8',
  replica: false,
  read_only: 'off',
  schema: 'public',
  may_create: true,
  icu: true,
};
const PLACE = { server: 'db:5432', database: 'desk', user: 'nine' };

test.each([
  [{}, null],
  [{ version: 140_011, named: '14.11' }, 'PostgreSQL 15 or newer is needed; at db:5432 runs 14.11.'],
  [{ icu: false }, 'PostgreSQL at db:5432 was built without ICU, which folds letters in searches.'],
  [{ replica: true }, 'The database desk at db:5432 is read-only; give the address of the primary server.'],
  [{ schema: null }, 'The database desk at db:5432 has no schema in the search path of nine.'],
])('%j: %s', (facts, sentence) => {
  expect(objection({ ...FACTS, ...facts }, PLACE)).toBe(sentence);
});
