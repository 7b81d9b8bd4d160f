import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../application.ts';
import { completeAt } from '../inspect/complete.ts';
import { hoverAt } from '../inspect/hover.ts';
import { issueMessage } from '../issues/render-issue.ts';
import { compile } from '../compile.ts';

const DESK = join(import.meta.dirname, '../../../../examples/service-desk');
const yaml = readdirSync(DESK, { encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));

interface Judged {
  readonly ids: readonly string[];
  /** What an issue lacks: an existing place, or a text. Also a refusal without an error. */
  readonly faults: readonly string[];
}

function judge(files: readonly SourceFile[]): Judged {
  const { application, issues } = compile(files);
  const lines = new Map(files.map(({ path, text }) => [path, text.split('\n').length]));
  const faults = issues.slice(0, 200).flatMap((issue) => {
    const { id, file, line, column, length, sourceLine } = issue;
    const isPlaced =
      line >= 1 && line <= (lines.get(file) ?? 1) && column >= 1 && column <= sourceLine.length + 1 && length >= 1;
    const isSaid = ['en', 'ja'].every((language) => issueMessage(issue, language) !== id);
    return isPlaced && isSaid ? [] : [`${id} ${file}:${String(line)}:${String(column)}`];
  });
  const isRefused = application !== null || issues.some(({ severity }) => severity === 'error');
  return { ids: issues.map(({ id }) => id), faults: isRefused ? faults : [...faults, 'refused without an error'] };
}

const one = (text: string): Judged => judge([{ path: 'app.yaml', text }]);

test.each(["'\r", "a: '\r", "'a\r\r", "'\r\n", '\r'])(
  'a line end that YAML trips over is a place in its line: %j',
  (text) => {
    expect(one(text).faults).toEqual([]);
  },
);

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'a',
  'user',
  'record',
  'éa',
  '名前',
  'A',
  '1',
  '',
];
const WORDS = [
  ...[
    'ninefold: 1',
    'entities:',
    'fields:',
    'states:',
    'roles:',
    'rules:',
    'screens:',
    'limits:',
    'errors:',
    'purpose:',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ': ',
    '\n',
    '\n  ',
    '\n    ',
    '- ',
    '\t',
    '"',
    "'",
    '#',
    '&a ',
    '*a',
    '!x ',
    '|',
    '>',
    '? ',
    '<<',
    '---',
    '...',
    '%',
  ],
  ...[
    'type: string',
    'not shown',
    'true',
    '= now',
    'record.a',
    'when: ',
    'check: ',
    '\u0000',
    '\uFFFD',
    '\uD800',
    '\r',
    '\u2028',
    '~',
    'null',
  ],
];

describe('whatever is written is answered by issues at a place', () => {
  test('tokens of the language in any order', () => {
    const token = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...NAMES), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        expect(one(`ninefold: 1\n${tokens.join('')}`).faults).toEqual([]);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test('trees of any shape, with hostile names', () => {
    const key = fc.oneof(
      fc.constantFrom(...NAMES),
      fc.constantFrom(
        'entities',
        'fields',
        'states',
        'transitions',
        'roles',
        'rules',
        'screens',
        'menu',
        'limits',
        'type',
        'to',
        'options',
        'when',
      ),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<unknown>(...NAMES, 'string', 'not shown', 'all', true, 5, 'record.a == 1'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((entries) => new Map(entries)),
      ),
    }));
    const points = ['purpose', 'entities', 'states', 'rules', 'roles', 'screens', 'errors', 'limits'];
    const root = fc.tuple(...points.map(() => tree));
    const property = fc.property(root, (parts) => {
      const text = points.map((point, index) => `${point}: ${flow(parts[index])}`).join('\n');
      expect(one(`ninefold: 1\n${text}\n`).faults).toEqual([]);
    });
    fc.assert(property, { numRuns: 400 });
  }, 60_000);

  test('the service desk with a piece cut out, doubled or replaced', () => {
    const edit = fc.record({
      file: fc.nat(yaml.length - 1),
      at: fc.nat(8000),
      length: fc.nat(60),
      put: fc.constantFrom('', 'x', ...WORDS, ...NAMES),
    });
    const property = fc.property(edit, ({ file, at, length, put }) => {
      const changed = yaml.map((one, index) =>
        index === file ? { ...one, text: one.text.slice(0, at) + put + one.text.slice(at + length) } : one,
      );
      expect(judge(changed).faults).toEqual([]);
    });
    fc.assert(property, { numRuns: 40 });
  }, 60_000);

  test('an editor may ask about any place of any text', () => {
    const token = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...NAMES));
    const property = fc.property(fc.array(token, { maxLength: 25 }), fc.nat(200), (tokens, offset) => {
      const files = [{ path: 'app.yaml', text: `ninefold: 1\n${tokens.join('')}` }];
      const cursor = { path: 'app.yaml', offset: Math.min(offset, files[0]?.text.length ?? 0) };
      expect(completeAt(files, cursor, 'en').items.every(({ label }) => label !== '')).toBe(true);
      expect(hoverAt(files, cursor, 'ja')?.text).not.toBe('');
    });
    fc.assert(property, { numRuns: 100 });
  }, 60_000);
});

/** A tree in flow style. Scalars are written as they are, so that YAML may misread them. */
function flow(tree: unknown): string {
  if (tree instanceof Map) return `{ ${[...tree].map(([key, value]) => `${String(key)}: ${flow(value)}`).join(', ')} }`;
  return Array.isArray(tree) ? `[${tree.map(flow).join(', ')}]` : String(tree);
}

describe('what would exhaust a machine is refused in good time', () => {
  test.each([
    [
      'anchors that explode',
      `a: &a [x, x]\n${'bcdefghijk'
        .split('')
        .map((name, at) => `${name}: &${name} [*${'abcdefghij'[at]}, *${'abcdefghij'[at]}]`)
        .join('\n')}`,
      'NF0003',
    ],
    ['lists in lists', `entities: ${'['.repeat(20_000)}`, 'NF0001'],
    ['maps in maps', `entities: ${'{a: '.repeat(5000)}`, 'NF0001'],
    ['dashes', `entities:\n  ${'- '.repeat(20_000)}x`, 'NF0001'],
    ['brackets in an expression', `rules: { user: { a: { check: "${'('.repeat(3000)}" } } }`, 'NF0502'],
    ['ten megabytes', `purpose:\n  does: ${'x'.repeat(10_000_000)}`, 'NF0014'],
    ['a key ten thousand times', 'a: 1\n'.repeat(10_000), 'NF0005'],
    [
      'fifty thousand keys',
      `purpose:\n${Array.from({ length: 50_000 }, (_, at) => `  k${String(at)}: 1\n`).join('')}`,
      'NF0101',
    ],
    ['UTF-16', Buffer.from('ninefold: 1\n', 'utf16le').toString('utf8'), 'NF0015'],
  ])(
    '%s',
    (_, text, id) => {
      const begun = process.threadCpuUsage(); // processor time instead of the clock: other processes use the machine too
      const { ids, faults } = one(`ninefold: 1\n${text}`);
      expect(ids).toContain(id);
      expect(faults).toEqual([]);
      expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(15_000);
    },
    120_000,
  );
});
