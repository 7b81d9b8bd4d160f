import fc from 'fast-check';
import { expect, test } from 'vitest';
import { booleanOf } from '../packages/server/src/storage/expressions/testing/expressions.ts';
import { FUNCTIONS } from '../packages/spec/src/expressions/functions/table.ts';

test('the proof generates every function that runs as SQL', { timeout: 120_000 }, () => {
  const sources = fc.sample(booleanOf(), { numRuns: 1000, seed: 9 }).join('\n');
  const missing = [...FUNCTIONS.values()].filter(({ name, sql }) => sql && !sources.includes(`${name}(`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
