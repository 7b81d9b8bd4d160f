import { describe, expect, test } from 'vitest';
import { parseBlocks } from './blocks.ts';
import { parseInline, safeAddress, type Inline } from './inline.ts';

function kinds(pieces: readonly Inline[]): string[] {
  return pieces.flatMap((piece) => ('content' in piece ? [piece.kind, ...kinds(piece.content)] : [piece.kind]));
}

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
    'vbscript:x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'java\tscript:alert(1)',
    'file:///etc/passwd',
  ])('%s is no link', (address) => expect(safeAddress(address)).toBeNull());

  test('an unsafe link stays the text that was written', () => {
    const source = '[click](javascript:alert)';
    expect(parseInline(source)).toEqual([{ kind: 'text', text: source }]);
  });
});

test('HTML is text', () => {
  const source = '<img src=x onerror=alert(1)> <script>alert(1)</script>';
  expect(parseInline(source)).toEqual([{ kind: 'text', text: source }]);
  expect(parseBlocks(source)).toEqual([{ kind: 'paragraph', source }]);
});

test('running text knows code, strong, emphasis and links, and nothing inside code', () => {
  expect(kinds(parseInline('a **b** *c* `**d**` [e](/f) https://example.com.'))).toEqual([
    ...['text', 'strong', 'text', 'text', 'em', 'text', 'text', 'code', 'text'],
    ...['link', 'text', 'text', 'link', 'text', 'text'],
  ]);
});

test('underscores emphasise words, not parts of names', () => {
  expect(kinds(parseInline('_so_ and snake_case_name'))).toEqual(['em', 'text', 'text']);
});

test('a bare address ends before the full stop of its sentence', () => {
  expect(parseInline('https://example.com/a.')[0]).toMatchObject({ href: 'https://example.com/a' });
  expect(parseInline('https://example.com/a。')[0]).toMatchObject({ href: 'https://example.com/a' });
});

test('blocks', () => {
  const text =
    '# One\n\nText\nmore\n- a\n- b\n  c\n\n1. x\n2. y\n\n> q\n\n```\n# code\n```\n\n|a|b|\n|---|---|\n|1|2|\n\n---';
  expect(parseBlocks(text)).toEqual([
    { kind: 'heading', level: 1, source: 'One' },
    { kind: 'paragraph', source: 'Text\nmore' },
    { kind: 'list', ordered: false, items: ['a', 'b c'] },
    { kind: 'list', ordered: true, items: ['x', 'y'] },
    { kind: 'quote', content: [{ kind: 'paragraph', source: 'q' }] },
    { kind: 'code', source: '# code' },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { kind: 'rule' },
  ]);
});

test('an unclosed fence and a lone marker end', () => {
  expect(parseBlocks('```\nx')).toEqual([{ kind: 'code', source: 'x' }]);
  expect(kinds(parseInline('2 * 3 * 4 ** 5 [a](b c) `x'))).toEqual(['text']);
});

test('a long line of marks is read in time', () => {
  const started = performance.now();
  parseInline('*'.repeat(3000) + '['.repeat(3000) + '`'.repeat(3000));
  parseBlocks('- '.repeat(5000) + '\n' + '> '.repeat(2000));
  expect(performance.now() - started).toBeLessThan(1000);
});
