import type { Wire } from '@ninefold/model';

/** Deeper than any record. */
const DEEPEST = 32;

/** A JSON text as a value; undefined where it is none, or nests deeper than any record, so that the stack does not overflow. */
export function jsonIn(text: string): Wire | undefined {
  try {
    const value: Wire = JSON.parse(text);
    return isDeep(value, 1) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > DEEPEST || Object.values(value).some((inner: unknown) => isDeep(inner, depth + 1));
}
