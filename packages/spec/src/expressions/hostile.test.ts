import { evaluate, type Scope } from '@ninefold/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExpression } from './check.ts';
import { ISSUES } from './syntax/issues.ts';
import { ticketPlace } from './testing/ticket-place.ts';

const issuesOf = (source: string) => checkExpression(source, ticketPlace()).issues;
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];
const GLOBALS = ['globalThis', 'process', 'require', 'Function', 'eval', 'this', 'window'];

test.each([...NAMES, ...GLOBALS])('%s is no name of the language, wherever it stands', (name) => {
  const sources = [
    name,
    `record.${name}`,
    `record.requester.${name}`,
    `limits.${name}`,
    `input.${name}`,
    `user.${name}`,
  ];
  const calls = [`${name}(1)`, `record.${name}()`, `record.lines.${name}(x, true)`, `record.lines.map(l, l.${name})`];
  for (const source of [...sources, ...calls, `"".${name}`, `[1].${name}`])
    expect([source, issuesOf(source).length > 0]).toEqual([source, true]);
});

test.each(NAMES)('a tree that names %s finds only what the record itself has', (name) => {
  const text = { kind: 'text' } as const;
  const of = { node: 'variable', type: { kind: 'record', entity: 'ticket' }, name: 'record' } as const;
  const tree = { node: 'field', type: text, of, name } as const;
  const scope: Scope = { limits: {}, now: '', today: '', timeZone: 'UTC', record: { id: 'k1' } };
  expect(evaluate({ source: '', type: text, tree, reads: [] }, scope)).toBeUndefined();
});

const nested = (depth: number): string => `${'('.repeat(depth)}true${')'.repeat(depth)}`;

test.each([
  ['long', `record.subject == "${'x'.repeat(5000)}"`],
  ['deep in parentheses', nested(1500)],
  ['deep in negations', '!'.repeat(3000) + 'true'],
  ['deep in choices', 'true ? '.repeat(500) + 'true' + ' : false'.repeat(500)],
  ['of many parts', Array.from({ length: 300 }, () => 'record.urgent').join(' || ')],
  ['of a long list', `1 in [${Array.from({ length: 500 }, () => '1').join(', ')}]`],
])('an expression %s is refused at once, at a place', (_, source) => {
  const started = performance.now();
  const [issue] = issuesOf(source);
  expect(issue?.id).toBe(ISSUES.tooLarge);
  expect(issue && issue.start >= 0 && issue.end <= source.length).toBe(true);
  expect(performance.now() - started).toBeLessThan(2000);
});

const PARTS = ['record', '.', 'subject', '(', ')', '[', ']', '{', '}', '"', "'", '\\', '==', '&&', '!', '?', ':', ','];
const MORE = ['1e999', '0x', '\u0000', '\u{1f600}', '\ud800', '--', '/*', ';', 'exists', 'matches', '$1', '`', '\n'];

test('no text makes the checker throw, and every issue stands within it', () => {
  const source = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...PARTS, ...MORE), { maxLength: 25 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(source, (text) => {
      const { expression, issues } = checkExpression(text, ticketPlace());
      expect(expression === null).toBe(issues.length > 0);
      for (const { start, end } of issues) expect(0 <= start && start <= end && end <= text.length).toBe(true);
    }),
    { numRuns: 3000, seed: 9 },
  );
});
