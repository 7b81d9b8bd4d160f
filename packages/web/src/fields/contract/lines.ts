import type { Wire } from '@ninefold/model';

/** One line: values by field, and its id once it is saved. */
export type Line = Readonly<Record<string, Wire>>;

/** The lines of a value; none where it holds none. */
export function linesOf(value: Wire | undefined): readonly Line[] {
  return Array.isArray(value) ? value.filter(isLine) : [];
}

function isLine(value: Wire): value is Line {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
