import { expect, test } from 'vitest';
import { entity } from '../testing/build.ts';
import type { Wire } from '../wire/answers.ts';
import { FIELD_TYPES, malformed, normalValue, sameValue } from './registry.ts';

const WRONG: readonly Wire[] = ['no such thing', 'true', '0', 0, 7, true, ['x'], [7], { id: 7 }, { x: 1 }];

test.each(FIELD_TYPES)('no value that is none of type %s is the same as a blank one', (type) => {
  const field = entity('any', { value: { type } }).fields['value'];
  if (!field) throw new Error('no field');
  const blank = normalValue(field, null);
  const found = WRONG.map((value) => normalValue(field, value)).filter(
    (value) => value !== null && malformed(field, value) !== null && sameValue(field, blank, value),
  );
  expect(found).toEqual([]);
});
