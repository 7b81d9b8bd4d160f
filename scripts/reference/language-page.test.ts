import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGE_PAGE, markedPage } from './language-page.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../..', LANGUAGE_PAGE), 'utf8');
const LIST = '<!-- keys: transition -->';

function marked(...lines: readonly string[]): readonly string[] {
  return markedPage([LIST, ...lines].join('\n'))
    .text.split('\n')
    .slice(1);
}

test('what does not run yet is marked behind its word', () => {
  expect(marked('- `print` says what is printed.', '- `to: open` is a state.')).toEqual([
    '- `print` *(not yet)* says what is printed.',
    '- `to: open` is a state.',
  ]);
  const page = '<!-- keys: role -->\n\n- `members: public` are all.\n- `members: everyone` are those who sign in.';
  expect(markedPage(page).text.split('\n').slice(2)).toEqual([
    '- `members: public` *(not yet)* are all.',
    '- `members: everyone` are those who sign in.',
  ]);
});

test('a mark at something that runs is taken away', () => {
  expect(
    marked(
      '- `when` *(not yet)* is the guard.',
      '- *(not yet)* `set` and `when` run.',
      'The `when` *(not yet)* of a rule.',
    ),
  ).toEqual(['- `when` is the guard.', '- `set` and `when` run.', 'The `when` of a rule.']);
});

test('of several words each is marked behind it, or all of them by one mark before them', () => {
  const page = '<!-- keys: grant -->\n\n- `read`, `print` and `access` open.\n- `print` and `access` open.';
  expect(markedPage(page).text.split('\n').slice(2)).toEqual([
    '- `read`, `print` *(not yet)* and `access` *(not yet)* open.',
    '- *(not yet)* `print` and `access` open.',
  ]);
});

test('a heading is marked where its subject does not run yet, and no other', () => {
  const page = '### Lines *(not yet)*\n\n### Calls\n\n<!-- section: purpose.scope -->\n';
  expect(markedPage(page).text).toBe('### Lines\n\n### Calls *(not yet)*\n\n<!-- section: purpose.scope -->\n');
});

test('what no line describes is missing, and a comment that names nothing is told', () => {
  const { missing, unknown } = markedPage(`${LIST}\n- \`print\` says what is printed.\n<!-- keys: transitoin -->`);
  expect(missing).toContain('transition.call');
  expect(missing).not.toContain('transition.print');
  expect(unknown).toEqual([[3, 'transitoin']]);
});

test('the sections of the page are numbered one after the other, and every section that is cited exists', () => {
  const sections = [...PAGE.matchAll(/^##+ (\d+)(?:\.(\d+))? /gm)].map(([, point, part]) => [
    Number(point),
    Number(part ?? 0),
  ]);
  const parts = Map.groupBy(sections, ([point]) => point);
  expect([...parts.keys()]).toEqual([...parts.keys()].map((_, index) => index));
  for (const [, numbers] of parts) expect(numbers.map(([, part]) => part)).toEqual(numbers.map((_, index) => index));
  const known = new Set(sections.map(([point, part]) => (part === 0 ? `${point}` : `${point}.${part}`)));
  const cited = [...PAGE.matchAll(/§+(\d+(?:\.\d+)?)/g)].map(([, section]) => section ?? '');
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((section) => !known.has(section))).toEqual([]);
});
