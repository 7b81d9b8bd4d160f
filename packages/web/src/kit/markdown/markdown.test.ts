import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeAddress } from './address.ts';
import { parseMarkdown, wordsOf, type Part } from './parse.ts';

const numbersOf = (parts: readonly Part[]): readonly (number | null)[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part.start, ...numbersOf(part.content)]));

test.each<readonly [string, (number | null)[]]>([
  ['1. a\n2. b\n12. c\n13. d', [null, null, null, 12, null]],
  ['10. a\n12. b', [10, null, 12]],
  ['1. a\n1. b', [null, null, null]],
])('numbers of %j are those that were written, %j', (text, numbers) => {
  const own = (parts: readonly Part[]): readonly Part[] =>
    parts.flatMap((part) =>
      typeof part === 'string' || part.tag === '' ? [] : [{ ...part, content: [...own(part.content)] }],
    );
  expect(numbersOf(own(parseMarkdown(text) ?? []))).toEqual(numbers);
});

/** Elements with what stands in them, as short as it can be written: `p(a em(b))`. */
function told(parts: readonly Part[] | null): string {
  if (parts === null) return 'plain';
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const at = part.href === null ? '' : `[${part.href}]`;
      return `${part.tag}${at}(${told(part.content)})`;
    })
    .join('');
}

const tagsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part.tag, ...tagsOf(part.content)]));
const addressesOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) =>
    typeof part === 'string' ? [] : [...(part.href === null ? [] : [part.href]), ...addressesOf(part.content)],
  );

describe('addresses', () => {
  test.each([
    'https://example.com/a?b=c',
    'HTTP://example.com',
    'mailto:a@example.com',
    'tel:+49301',
    '/tickets',
    '#part',
  ])('%s may be opened', (address) => expect(safeAddress(address)).toBe(address));

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'data:image/png;base64,x',
    'vbscript:x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'java\tscript:alert(1)',
    'file:///etc/passwd',
  ])('%s is no link', (address) => {
    expect(safeAddress(address)).toBeNull();
    const parts = parseMarkdown(`[click](${address}) [other](<${address}>) <${address}> ![x](${address})`) ?? [];
    expect(addressesOf(parts).filter((each) => !each.startsWith('/%5C'))).toEqual([]);
  });
});

test.each([
  ['HTML is text', '<img src=x onerror=alert(1)> <b>a</b>', 'p(<img src=x onerror=alert(1)> <b>a</b>)'],
  ['a block of HTML is text', '<script>\nalert(1)\n</script>', 'p(<script>\nalert(1)\n</script>)'],
  ['an image is a link to it', '![a](https://x.test/a.png)', 'p(!a[https://x.test/a.png](a))'],
  ['running text', 'a **b** *c* `**d**` [e](/f)', 'p(a strong(b) em(c) code(**d**) a[/f](e))'],
  ['an unsafe link stays as written', '[click](javascript:alert)', 'p([click](javascript:alert))'],
  ['underscores in names', '_so_ and snake_case_name', 'p(em(so) and snake_case_name)'],
  ['a bare address', 'see https://example.com/a.', 'p(see a[https://example.com/a](https://example.com/a).)'],
  ['a bare name is no address', 'see example.com and a@example.com', 'p(see example.com and a@example.com)'],
  ['lines of a paragraph', 'one\ntwo', 'p(one\ntwo)'],
  ['headings', '# One\n### Two', 'h1(One)h3(Two)'],
  ['a list', '- a\n- b\n  c', 'ul(li((a))li((b\nc)))'],
  ['a list inside a list', '- a\n  - b', 'ul(li((a)ul(li((b)))))'],
  ['a quote and a rule', '> q\n\n---', 'blockquote(p(q))hr()'],
  ['code', '```js\n# code\n```', 'pre(# code)'],
  ['an unclosed fence', '```\nx', 'pre(x)'],
  ['a table', '|a|b|\n|---|:-:|\n|1|2|', 'table(thead(tr(th(a)th(b)))tbody(tr(td(1)td(2))))'],
  ['stars in numbers', 'Serial 4711*22*9, 3*4*5, A*12*B, 2~~3~~4', 'p(Serial 4711*22*9, 3*4*5, A*12*B, 2~~3~~4)'],
  ['paths', 'at \\\\server\\_old_\\f and C:\\temp\\_x_\\*.log', 'p(at \\\\server\\_old_\\f and C:\\temp\\_x_\\*.log)'],
  ['marks between letters that part no words', 'これは**重要**です', 'p(これはstrong(重要)です)'],
  ['marks that are taken back', '\\*not so\\* \\# no', 'p(*not so* # no)'],
  ['lone marks', '2 * 3 * 4 ** 5 [a](b c) `x', 'p(2 * 3 * 4 ** 5 [a](b c) `x)'],
])('%s', (_name, text, parts) => {
  expect(told(parseMarkdown(text))).toBe(parts);
});

test('what is too deep or too long is shown as it is written', () => {
  expect(told(parseMarkdown(`${'> '.repeat(3)}deep`))).toBe('blockquote(blockquote(blockquote(p(deep))))');
  expect(parseMarkdown('>'.repeat(5_000))).toBeNull();
  expect(parseMarkdown(`${'- '.repeat(40)}x`)).toBeNull();
  expect(parseMarkdown('x'.repeat(100_000))).toBeNull();
});

const MARKS = [
  '>',
  '> ',
  '- ',
  '* ',
  '1. ',
  '*',
  '_',
  '**',
  '`',
  '```',
  '[',
  '](',
  ')',
  '![',
  '<',
  '|',
  '---',
  ' ',
  '    ',
  '\n',
  'a',
  '\\',
  '&',
  'http://',
];

test('whatever marks are repeated, a text is read in time, and its letters stay', { timeout: 60_000 }, () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom(...MARKS), { minLength: 1, maxLength: 4 }), fc.constantFrom(...MARKS))
    .map(([marks, last]) => `a|b\n${marks.join('').repeat(Math.floor(20_000 / marks.join('').length))}${last}\n\nend`);
  const started = performance.now();
  fc.assert(
    fc.property(text, (written) => {
      const parts = parseMarkdown(written);
      expect(told(parts)).toMatch(/end|plain/);
      expect(new Set(tagsOf(parts ?? [])).has('img')).toBe(false);
    }),
    { numRuns: 60 },
  );
  parseMarkdown(`a|b\n${' '.repeat(20_000)}x`);
  expect(performance.now() - started).toBeLessThan(30_000);
});

test.each([
  ['We **replaced** the *fan*.', 'We replaced the fan.'],
  ['# Steps\n\n1. open\n2. `close`\n\n> and [wait](/articles)', 'Steps open close and wait'],
  ['a_b_c and 2 * 3 * 4', 'a_b_c and 2 * 3 * 4'],
  ['', ''],
])('in one line %j is %j', (text, words) => expect(wordsOf(text)).toBe(words));
