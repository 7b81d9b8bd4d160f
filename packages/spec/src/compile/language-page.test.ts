import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

const PAGE = readFileSync(new URL('../../../../docs/language.md', import.meta.url), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, block]) => block ?? '');

/** Issues about what the running version cannot do yet are no mistakes of the author. */
const NOT_YET = new Set(['NF0901', 'NF0507', 'NF0514']);

const { issues } = compile([
  { path: 'app.yaml', text: BLOCKS.join('') },
  { path: 'locales/pages/handbook.en.md', text: '# Handbook' },
]);

test('the blocks of the language page are one specification without a mistake', () => {
  expect(BLOCKS.length).toBe(9);
  const mistakes = issues.filter(({ id, severity }) => severity !== 'notice' && !NOT_YET.has(id));
  expect(mistakes.map(({ id, line, sourceLine }) => `${id} ${String(line)} ${sourceLine}`)).toEqual([]);
});

test('the running version runs all of it', () => {
  const refused = issues.filter(({ id }) => NOT_YET.has(id));
  expect(refused.map(({ id, line, params }) => `${id} ${String(line)} ${params['name'] ?? ''}`)).toEqual([]);
});
