import { evaluate, isList, parseDecimal, type Scope, type Type, type Value } from '@ninefold/model';
import { checkExpression } from '../check.ts';
import type { ExpressionIssue, Schema } from '../schema/place.ts';
import { BOOLEAN, listOf, NULL, NUMBER, TEXT } from '../schema/types.ts';
import type { ConformanceCase, Plain } from './suite.ts';

/** The result of one case in our language. */
export type Outcome =
  | { readonly kind: 'passed' }
  /** The parser or the checker refuses it. */
  | {
      readonly kind: 'refused';
      readonly issue: string;
      /** What the issue names, and the part of the source that it marks with all that stands before it. */
      readonly names: Readonly<Record<string, string>>;
      readonly part: string;
      readonly before: string;
    }
  /** It has a value that differs from that of the case; an error that the case expects counts as a value. */
  | { readonly kind: 'different'; readonly found: Value | undefined };

const EMPTY: Schema = {
  roles: [],
  fieldType: () => null,
  lineFieldType: () => null,
  limitType: () => null,
  fieldNames: () => [],
  limitNames: () => [],
};

const AT: Scope = { limits: {}, now: '2026-03-05T12:00:00.000Z', today: '2026-03-05', timeZone: 'UTC' };

/** Functions of CEL that have another name here, and the same meaning. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['.startsWith(', '.starts_with('],
  ['.endsWith(', '.ends_with('],
];

function renamed(source: string): string {
  return RENAMED.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), source);
}

/** Checks and evaluates one case. */
export function judge(one: ConformanceCase): Outcome {
  const bindings = one.bindings ?? {};
  const variables = Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, typeOf(value)]));
  const source = renamed(one.source);
  const { expression, issues } = checkExpression(source, { variables, schema: EMPTY, guarded: false });
  if (!expression) return refused(source, issues);
  const given = Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, ours(value)]));
  const found = evaluate(expression, { ...AT, ...given });
  if (one.expected === undefined) return { kind: 'different', found };
  return equal(found, ours(one.expected)) ? { kind: 'passed' } : { kind: 'different', found };
}

function refused(source: string, [issue]: readonly ExpressionIssue[]): Outcome {
  const { id = '', start = 0, end = 0, params = {} } = issue ?? {};
  return { kind: 'refused', issue: id, names: params, part: source.slice(start, end), before: source.slice(0, start) };
}

function typeOf(value: Plain): Type {
  if (value === null) return NULL;
  if (typeof value === 'boolean') return BOOLEAN;
  if (typeof value === 'string') return TEXT;
  if (typeof value === 'number' || typeof value === 'bigint') return NUMBER;
  const [first] = value;
  return listOf(first === undefined ? NULL : typeOf(first));
}

/** A value of the suite as the evaluator has it: numbers are exact, texts stay as they are, the empty text is blank. */
function ours(value: Plain): Value {
  if (typeof value === 'bigint') return parseDecimal(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? parseDecimal(plainDigits(value)) : null;
  if (typeof value === 'string') return value === '' ? null : value.normalize('NFC');
  return isList(value) ? value.map(ours) : value;
}

function plainDigits(value: number): string {
  return /e/.test(String(value)) ? value.toFixed(10) : String(value);
}

function equal(a: Value | undefined, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => equal(item, b[at] ?? null));
  return a === b;
}
