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

test.each([
  [{}, null],
  [{ version: 140_011, named: '14.11' }, 'postgres_version'],
  [{ encoding: 'LATIN1' }, 'postgres_encoding'],
  [{ icu: false }, 'postgres_icu'],
  [{ replica: true }, 'postgres_read_only'],
  [{ read_only: 'on' }, 'postgres_read_only'],
  [{ schema: null }, 'postgres_no_schema'],
  [{ may_create: false }, 'postgres_may_not_create'],
])('%j: %s', (facts, code) => {
  expect(objection({ ...FACTS, ...facts })).toBe(code);
});
