import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { ISSUES } from './issues.ts';
import type { ExpressionIssue } from './place.ts';

export type Ast = ASTNode;

/** Longer sources are refused before they are read. Units: UTF-16 code units. */
const MAX_LENGTH = 4000;

const environment = new Environment({
  enableOptionalTypes: true,
  limits: { maxAstNodes: 500, maxDepth: 32, maxListElements: 200, maxMapEntries: 20, maxCallArguments: 20 },
});

/** The syntax tree of an expression, or the one thing that keeps it from being read. */
export function parse(source: string): { readonly ast: Ast } | { readonly issue: ExpressionIssue } {
  if (source.length > MAX_LENGTH) return { issue: tooLarge(source) };
  try {
    return { ast: environment.parse(source).ast };
  } catch (error) {
    if (error instanceof ParseError) return { issue: syntaxIssue(source, error) };
    throw error;
  }
}

function tooLarge(source: string): ExpressionIssue {
  return { id: ISSUES.tooLarge, start: 0, end: source.length, params: {} };
}

/** Words of other languages that people write out of habit, and what stands for them here. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/^=(?!=)/, '=='],
  [/^<>/, '!='],
  [/^and\b/i, '&&'],
  [/^or\b/i, '||'],
  [/^not\b/i, '!'],
  [/^\?\?/, 'or_else(x, y)'],
];

function syntaxIssue(source: string, error: ParseError): ExpressionIssue {
  if (error.code === 'limit_exceeded') return tooLarge(source);
  const start = Math.min(error.range?.start ?? 0, source.length);
  const end = Math.max(start, Math.min(error.range?.end ?? source.length, source.length));
  if (start >= source.trimEnd().length) return { id: ISSUES.unfinished, start, end, params: {} };
  return {
    id: ISSUES.syntax,
    start,
    end,
    params: { found: found(source, start, end), expected: habit(source, start) },
  };
}

function found(source: string, start: number, end: number): string {
  return source.slice(start, Math.max(end, start + 1)).slice(0, 40);
}

function habit(source: string, start: number): string {
  for (const at of [start, start - 1]) {
    const match = HABITS.find(([pattern]) => at >= 0 && pattern.test(source.slice(at)));
    if (match) return match[1];
  }
  return '';
}
