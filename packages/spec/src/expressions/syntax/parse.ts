import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { AUTHORS, LIMIT_OF, type Bounds } from '../schema/bounds.ts';
import { ISSUES } from './issues.ts';
import type { ExpressionIssue } from '../schema/place.ts';

export type Ast = ASTNode;

const environments = new WeakMap<Bounds, Environment>();

function environmentOf(bounds: Bounds): Environment {
  const known = environments.get(bounds);
  if (known) return known;
  const { parts, depth, items } = bounds;
  const limits = {
    maxAstNodes: parts,
    maxDepth: depth,
    maxListElements: items,
    maxMapEntries: 20,
    maxCallArguments: 20,
  };
  const made = new Environment({ enableOptionalTypes: true, limits });
  environments.set(bounds, made);
  return made;
}

/** The syntax tree of an expression, or the issue that explains why there is none. */
export function parse(
  source: string,
  bounds: Bounds = AUTHORS,
): { readonly ast: Ast } | { readonly issue: ExpressionIssue } {
  if (source.length > bounds.length) return { issue: tooLarge(bounds, 'length', bounds.length, source.length) };
  try {
    return { ast: environmentOf(bounds).parse(source).ast };
  } catch (error) {
    if (error instanceof ParseError) return { issue: syntaxIssue(source, error, bounds) };
    throw error;
  }
}

/** The parser's name of the bound that was exceeded; every other name counts items. */
const BOUND: Readonly<Record<string, keyof Bounds>> = { maxAstNodes: 'parts', maxDepth: 'depth' };

export function tooLarge(bounds: Bounds, bound: keyof Bounds, start: number, end: number): ExpressionIssue {
  const params = { limit: LIMIT_OF[bound], most: String(bounds[bound]) };
  return { id: ISSUES.tooLarge, start, end, params };
}

/** What people write out of habit, and what this language has for it. Where one stands for the other as it is, the last is true. */
const HABITS: readonly (readonly [pattern: RegExp, expected: string, isWord: boolean])[] = [
  [/^=(?!=)/, '==', true],
  [/^<>/, '!=', true],
  [/^(?:and\b|かつ)/i, '&&', true],
  [/^(?:or\b|または|もしくは|又は)/i, '||', true],
  [/^not\b/i, '!', true],
  [/^\?\?/, 'or_else(x, y)', false],
  [/^is\s+not\b/i, 'filled(x)', false],
  [/^is\b/i, 'blank(x)', false],
  [/^like\b/i, 'contains(x, y)', false],
  [/^between\b/i, 'x >= a && x <= b', false],
  [/^if(?=\s*\()/i, 'a ? x : y', false],
];

/** An amount with its currency, which the field has already: `65 EUR`. */
const AMOUNT = /(\d+(?:\.\d+)?)\s*(?:[A-Z]{3}\b|[€¥£円])$/u;
/** A word before the place at which nothing fits any more: `not record.done`. */
const BEFORE = /\bnot\s+$/i;

function syntaxIssue(source: string, error: ParseError, bounds: Bounds): ExpressionIssue {
  const start = Math.min(error.range?.start ?? 0, source.length);
  const end = Math.max(start, Math.min(error.range?.end ?? source.length, source.length));
  if (error.code === 'limit_exceeded') {
    const [met = ''] = /max\w+/.exec(error.message) ?? [];
    return tooLarge(bounds, BOUND[met] ?? 'items', start, source.length);
  }
  if (start >= source.trimEnd().length) return { id: ISSUES.unfinished, start, end, params: {} };
  const meant = meantAt(source, start);
  if (meant !== null) return { id: ISSUES.syntax, ...meant };
  return { id: ISSUES.syntax, start, end, params: { found: found(source, start, end), expected: '' } };
}

function found(source: string, start: number, end: number): string {
  return source.slice(start, Math.max(end, start + 1)).slice(0, 40);
}

/** What was written out of habit where the parser stopped, and what is meant by it; null: nothing that is known. */
function meantAt(source: string, start: number): Omit<ExpressionIssue, 'id'> | null {
  const habit = habitAt(source, start) ?? amountAt(source, start);
  if (habit !== null) return habit;
  const expected = halfWidth(source.charAt(start));
  return expected === '' ? null : told(start, source.charAt(start), expected, true);
}

function habitAt(source: string, start: number): Omit<ExpressionIssue, 'id'> | null {
  const before = start - (BEFORE.exec(source.slice(0, start))?.[0].length ?? 0);
  for (const at of [start, start - 1, before])
    for (const [pattern, expected, isWord] of at < 0 ? [] : HABITS) {
      const written = pattern.exec(source.slice(at))?.[0];
      if (written !== undefined) return told(at, written, expected, isWord);
    }
  return null;
}

function amountAt(source: string, start: number): Omit<ExpressionIssue, 'id'> | null {
  const sign = /^(?:[A-Z]{3}\b|[€¥£円])/u.exec(source.slice(start))?.[0] ?? '';
  const [amount, number = ''] = (sign !== '' && AMOUNT.exec(source.slice(0, start + sign.length))) || [''];
  return amount === '' ? null : told(start + sign.length - amount.length, amount, number, true);
}

/** `nearest` can be put where `found` stands. */
function told(start: number, found: string, expected: string, isWord: boolean): Omit<ExpressionIssue, 'id'> {
  const params = { found, expected: expected.trim(), ...(isWord ? { name: found, nearest: expected } : {}) };
  return { start, end: start + found.length, params };
}

/** Quotes that word processors and Japanese keyboards write. */
const QUOTES = '“”„‘’「」';
/** Signs of print that an expression writes otherwise. */
const OTHER_SIGNS: Readonly<Record<string, string>> = {
  ...{ '≧': '>=', '≥': '>=', '≦': '<=', '≤': '<=', '≠': '!=', '×': '*', '÷': '/', '−': '-', '–': '-' },
  ...{ '。': '.', '・': '.', '、': ',' },
};
/** Signs that stand twice. */
const TWICE: Readonly<Record<string, string>> = { '=': '==', '&': '&&', '|': '||' };

/** What a full-width sign, or a quote of printed text, is in an expression; empty for all others. */
function halfWidth(sign: string): string {
  const plain = QUOTES.includes(sign) ? '"' : (OTHER_SIGNS[sign] ?? sign.normalize('NFKC'));
  return plain === sign ? '' : (TWICE[plain] ?? plain);
}
