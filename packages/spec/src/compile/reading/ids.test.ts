import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';
import { RESERVED, RESERVED_AT } from './ids.ts';

const PAGE = readFileSync(new URL('../../../../../docs/language.md', import.meta.url), 'utf8');
const [, SECTION = ''] = /\n### 0\.5 Ids\n([\s\S]*?)\n### /.exec(PAGE) ?? [];

function words(sentence: string): readonly string[] {
  return [...sentence.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => text.split(' '));
}

test('the ids that the page reserves everywhere are those that are refused everywhere', () => {
  const written = [...SECTION.matchAll(/reserved everywhere(?: too)?: (.*)/g)].flatMap(([, text = '']) => words(text));
  expect(new Set(written)).toEqual(RESERVED);
});

test('the ids that the page reserves at a place are those that are refused there', () => {
  const written = [...SECTION.matchAll(/An? (\w+) is not ([^.]*)\./g)];
  const onPage = Object.fromEntries(written.map(([, place = '', text = '']) => [place, words(text).toSorted()]));
  // `more` is reserved at every place, in a sentence of its own
  const refused = Object.entries(RESERVED_AT).map(
    ([place, ids]) => [place, ids.filter((id) => id !== 'more')] as const,
  );
  expect(SECTION).toContain('`more` is reserved at every place');
  expect(onPage).toEqual(
    Object.fromEntries(refused.filter(([, ids]) => ids.length > 0).map(([place, ids]) => [place, [...ids].sort()])),
  );
});

test.each([
  ['Bee Club', 'bee_club'],
  ['beeClub', 'bee_club'],
  ['dark-bee', 'dark_bee'],
  ['pläne', 'plaene'],
  ['Ｂee', 'bee'],
  ['生徒', ''],
  ['1st', ''],
  ['State', ''],
])('instead of %s the id “%s” is proposed', (written, near) => {
  const { issues } = compile([{ path: 'app.yaml', text: `ninefold: 1\npurpose: { name: ${written} }\n` }]);
  expect(issues.filter(({ id }) => id === 'NF0107')).toMatchObject([{ params: { name: written, nearest: near } }]);
});
