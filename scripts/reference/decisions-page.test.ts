import { expect, test } from 'vitest';
import { decisionsText, readDecision } from './decisions-page.ts';

const HEAD = '# 0049 A start reads few files\n\n**Status:** in force; 0051 adds to it.\n\n**Decision.** Few files.\n';

test('the head of a record gives its number, title and status', () => {
  expect(readDecision('0049-a-start.md', HEAD)).toEqual({
    number: '0049',
    title: 'A start reads few files',
    status: 'in force; 0051 adds to it',
    file: '0049-a-start.md',
  });
});

test.each([
  ['no status', '0049-a.md', HEAD.replace(/\*\*Status.*\n\n/, '')],
  ['a status that is none', '0049-a.md', HEAD.replace('in force', 'fine')],
  ['another number', '0050-a.md', HEAD],
  ['no first part', '0049-a.md', HEAD.replace('**Decision.** ', '')],
])('a record with %s is refused by its name', (_, file, text) => {
  expect(() => readDecision(file, text)).toThrow(file);
});

test('the list links each record, also from a status, and names numbers without one', () => {
  const page = decisionsText([
    { number: '0001', title: 'One', status: 'in force; 0003 and [0003](0003-three.md) change it', file: '0001-one.md' },
    { number: '0003', title: 'Three', status: 'in force', file: '0003-three.md' },
  ]);
  expect(page).toContain(
    '| [0001](0001-one.md) | One | in force; [0003](0003-three.md) and [0003](0003-three.md) change it |',
  );
  expect(page).toContain('These numbers were never used: 0002.');
});
