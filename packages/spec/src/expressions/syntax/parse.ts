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

/** Words of other languages that people write out of habit, and the words that this language has for them. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/^=(?!=)/, '=='],
  [/^<>/, '!='],
  [/^and\b/i, '&&'],
  [/^or\b/i, '||'],
  [/^not\b/i, '!'],
  [/^\?\?/, 'or_else(x, y)'],
  [/^is\s+not\b/i, 'filled(x)'],
  [/^is\b/i, 'blank(x)'],
  [/^like\b/i, 'contains(x, y)'],
  [/^between\b/i, 'x >= a && x <= b'],
  [/^if\s*\(/i, 'a ? x : y'],
];

function syntaxIssue(source: string, error: ParseError, bounds: Bounds): ExpressionIssue {
  const start = Math.min(error.range?.start ?? 0, source.length);
  const end = Math.max(start, Math.min(error.range?.end ?? source.length, source.length));
  if (error.code === 'limit_exceeded') {
    const [met = ''] = /max\w+/.exec(error.message) ?? [];
    return tooLarge(bounds, BOUND[met] ?? 'items', start, source.length);
  }
  if (start >= source.trimEnd().length) return { id: ISSUES.unfinished, start, end, params: {} };
  return {
    id: ISSUES.syntax,
    start,
    end,
    params: { found: found(source, start, end), expected: habit(source, start) || halfWidth(source.charAt(start)) },
  };
}

function found(source: string, start: number, end: number): string {
  return source.slice(start, Math.max(end, start + 1)).slice(0, 40);
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
  return plain === sign || plain.trim() === '' ? '' : (TWICE[plain] ?? plain);
}

function habit(source: string, start: number): string {
  for (const at of [start, start - 1]) {
    const match = HABITS.find(([pattern]) => at >= 0 && pattern.test(source.slice(at)));
    if (match) return match[1];
  }
  return '';
}
