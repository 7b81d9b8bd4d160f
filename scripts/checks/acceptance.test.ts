import { expect, test } from 'vitest';
import { acceptanceFindings } from './acceptance.ts';

const FOUNDATION = '| a fact | `e2e/lists.test.ts` A1, "seed: a …" |\n';
const POINTS = [
  '| point | what must be true | held by |',
  '| A1 | An address shows the same records. | `e2e/lists.test.ts` |',
  '| A2 | A print has no frame. | no test yet |',
].join('\n');
const LISTS = "test('A1 seed: an address', () => {});\ntest.each(['a'])('two people see %s', () => {});\n";

/** What the check finds where these files differ from a sound repository. */
function found(changed: Readonly<Record<string, string>>): readonly string[] {
  const sound = { 'docs/acceptance.md': POINTS, 'docs/foundation.md': FOUNDATION, 'e2e/lists.test.ts': LISTS };
  const files = new Map(Object.entries({ ...sound, ...changed }));
  return acceptanceFindings(files).map(({ file, line, text }) => `${file}:${String(line)} ${text}`);
}

test('titles and pages that agree have no finding', () => {
  expect(found({})).toEqual([]);
});

test('an id that the list does not have is found, also in test.each', () => {
  expect(found({ 'e2e/a.test.ts': "\ntest('A9 a title', () => {});" })).toEqual([
    'e2e/a.test.ts:2 A9 is no point of docs/acceptance.md',
  ]);
  expect(found({ 'e2e/a.test.ts': 'test.each([1])(`3.4 ${"x"}`, { timeout: 1 }, () => {});' })).toEqual([
    'e2e/a.test.ts:1 3.4 is no point of docs/acceptance.md',
  ]);
});

test('a point whose last column is not what the tests hold is found', () => {
  expect(found({ 'e2e/b.test.ts': "test('A1 A2 once more', () => {});" })).toEqual([
    'docs/acceptance.md:2 A1 is held by `e2e/b.test.ts`, `e2e/lists.test.ts`',
    'docs/acceptance.md:3 A2 is held by `e2e/b.test.ts`',
  ]);
});

test('a fact of the foundation whose test the page does not name, or names wrongly, is found', () => {
  expect(found({ 'packages/web/src/a.test.ts': "test('seed: a store', () => {});" })).toEqual([
    'docs/foundation.md:1 does not name packages/web/src/a.test.ts, which holds a fact of the foundation',
  ]);
  expect(found({ 'docs/foundation.md': '`e2e/lists.test.ts` A2\n`e2e/gone.test.ts`\n' })).toEqual([
    'docs/foundation.md:1 e2e/lists.test.ts has no test of A2',
    'docs/foundation.md:2 there is no e2e/gone.test.ts',
  ]);
});
