import { malformed, normalValue, parseDecimal, type Field, type Wire } from '@ninefold/model';
import { quoted } from '../sql/names.ts';
import type { Meaning } from './column.ts';

/** A meaning of columns whose value is the text itself. */
export function textMeaning(word: string): Meaning {
  return { word, text: (_texts, column) => quoted(column), filled: isFilled, same: isSameText };
}

/** Where every character of the stored text counts: `0042` is not `42`. */
export function isSameText(text: string, other: string): boolean {
  return text === other;
}

/** Where texts are numbers: `7` is `7.00`. */
export function isSameNumber(text: string, other: string): boolean {
  const number = parseDecimal(text);
  return number !== null && number === parseDecimal(other);
}

/** Everything that is not blank says something. */
export function isFilled(column: string): string {
  return `${quoted(column)} IS NOT NULL`;
}

export const TEXT = textMeaning('text');

/** The value that a text says as the field normalises it; undefined where it says none. */
export function rereadText(text: string, field: Field): Wire | undefined {
  const wire = normalValue(field, text);
  return wire === null || malformed(field, wire) !== null ? undefined : wire;
}

/** The same for numbers, which keep every digit. */
export function rereadNumber(text: string, field: Field): Wire | undefined {
  const wire = rereadText(text, field);
  return wire !== undefined && parseDecimal(text) === parseDecimal(String(wire)) ? wire : undefined;
}
