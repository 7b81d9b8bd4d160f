import type { Wire } from '../wire/answers.ts';
import { inexactNumber } from './decimal.ts';
import { isList, isMap } from './value.ts';

/** Deeper than any value that people mean, so that no reader overflows the stack. */
const DEEPEST = 32;

/**
 * A value of JSON in the one form of RFC 8785: without spaces, the members of each object by the code units of their names. Members
 * that are undefined are left out.
 */
export function jsonText(value: Wire): string {
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [[name, inner] as const],
  );
  const inOrder = members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${inOrder.map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`).join(',')}}`;
}

/**
 * The value that a text of JSON says; undefined where it says none: what is no JSON, nests deeper than 32 levels, has half a
 * character, or a number that a program would change (RFC 7493).
 */
export function jsonIn(text: string): Wire | undefined {
  try {
    const value: Wire = JSON.parse(text);
    return isSound(value, 1) && inexactNumber(text) === null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSound(value: Wire, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isSound(inner ?? null, depth + 1));
}
