import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test.each([
  ['hst', ['host', 'visitor'], 'host'],
  ['form', ['from', 'to'], 'from'],
  ['warn', ['warning'], 'warning'],
  ['of', ['on', 'to'], 'on'],
  ['by', ['from', 'to', 'per', 'when'], ''],
  ['xyz', ['abc', 'ab'], ''],
] as const)(
  'the nearest of a mistyped %s among %j is "%s"; a word that shares no letter is none',
  (name, known, found) => {
    expect(nearest(name, known)).toBe(found);
  },
);
