import { RE2JS } from '@bufbuild/re2';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPattern, type Pattern } from './pattern.ts';

function pattern(source: string): Pattern {
  const read = readPattern(source);
  if (!('pattern' in read)) throw new Error(`no pattern: ${source}`);
  return read.pattern;
}

test.each([
  ['ubb', 'hubba', true],
  ['^a+$', 'aaa', true],
  ['^a+$', 'aab', false],
  ['(a|b)*c', 'ababc', true],
  ['[[:digit:]]{2,3}', 'a1b', false],
  ['\\d{2,3}', 'x123', true],
  ['(?i)straße', 'STRAßE', true],
  ['(?i)[^a]', 'A', false],
  ['\\bword\\b', 'a word here', true],
  ['\\p{Han}+', '東京', true],
  ['^\\P{L}$', '東', false],
  ['.', '😀', true],
  ['^..$', '😀', false],
  ['a$', 'a\n', false],
  ['(?m)a$', 'a\nb', true],
  ['a.b', 'a\nb', false],
  ['(?s)a.b', 'a\nb', true],
  ['\\Qa.b\\E+', 'a.bbb', true],
  ['', '', true],
  ['x{0}', 'y', true],
])('%s on %j: %s', (source, text, verdict) => {
  expect(pattern(source).matches(text)).toBe(verdict);
});

test('fits takes the whole text, matches a part of it', () => {
  const letters = pattern('[a-z]{2,3}|x');
  expect(['ab', 'abc', 'x', 'abcd', 'a', ''].map((text) => letters.fits(text))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(letters.matches('1abcd')).toBe(true);
});

test.each([
  'a(',
  'a)',
  '[a',
  '*',
  'a**',
  '(?=a)',
  '(?<!a)b',
  '\\1',
  'a{2,1}',
  'a{1001}',
  '[z-a]',
  '\\p{Nothing}',
  '\\',
  '(?x)a',
])('%s is no pattern', (source) => {
  expect(readPattern(source)).toHaveProperty('problemAt');
});

test('what would need too many steps is refused', () => {
  expect(readPattern('((a{30}){30}){30}')).toEqual({ problemAt: null });
  expect(readPattern('('.repeat(300) + ')'.repeat(300))).toHaveProperty('problemAt');
});

test('the work grows with the text, not with what backtracking would try', () => {
  const evil = pattern('^(a+)+$|(a|aa)+$|(.*)*x');
  const steps = (length: number): number => {
    const started = performance.now();
    evil.matches(`${'a'.repeat(length)}!`);
    return performance.now() - started;
  };
  steps(2000);
  expect(steps(40_000)).toBeLessThan(100 * Math.max(1, steps(4_000)));
});

const atom = fc.constantFrom(
  ...['a', 'b', 'K', 'é', '東', '😀', '.', '\\d', '\\W', '\\s', '\\pL', '\\P{Lu}', '[a-c]', '[^ab]', '[\\d-]', '[]a]'],
  ...[
    '[[:alpha:]]',
    '[^\\W_]',
    '\\.',
    '\\n',
    '\\x41',
    '\\x{1F600}',
    '^',
    '$',
    '\\b',
    '\\B',
    '\\A',
    '\\z',
    ' ',
    '-',
    '\\{',
  ],
);
const { source } = fc.letrec<{ source: string; group: string; repeated: string }>((tie) => ({
  source: fc
    .array(
      fc.array(tie('repeated'), { maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((branches) => branches.join('|')),
  repeated: fc
    .tuple(
      fc.oneof({ depthSize: 'xsmall' }, atom, tie('group')),
      fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{1,3}', '{0,}'),
    )
    .map((parts) => parts.join('')),
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?s:', '(?m-i:'), tie('source'))
    .map((parts) => `${parts.join('')})`),
}));
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'k', 'K', 'É', 'é', '東', '😀', '1', '_', ' ', '\n', '-', '.', '{', 'ſ'),
  maxLength: 12,
});

test('agrees with a port of RE2', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.constantFrom('', '(?i)', '(?m)'), source).map((parts) => parts.join('')),
      text,
      (written, sample) => {
        const theirs = compiled(written);
        const read = readPattern(written);
        fc.pre('pattern' in read || read.problemAt !== null);
        const ours = 'pattern' in read ? [read.pattern.matches(sample), read.pattern.fits(sample)] : null;
        const expected = theirs && [theirs.test(sample), theirs.matches(sample)];
        expect({ written, sample, ours }).toEqual({ written, sample, ours: expected });
      },
    ),
    { numRuns: 1500 },
  );
});

function compiled(written: string): RE2JS | null {
  try {
    return RE2JS.compile(written);
  } catch {
    return null;
  }
}
