import { directionOf } from '@ninefold/model';

/** What begins and ends a part of a text that has a direction of its own, that of its first letter (Unicode: first strong isolate). */
const ISOLATE = '\u2068';
const END = '\u2069';

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function isolated(text: string): string {
  return `${ISOLATE}${text}${END}`;
}

/** A value as it stands in a sentence of a page that runs in `direction`. */
export function isolatedValue(value: string, direction: 'ltr' | 'rtl'): string {
  return direction === 'rtl' || RIGHT_TO_LEFT.test(value) ? isolated(value) : value;
}

/**
 * A text in the language `used` as it stands on a page that runs in `direction`. A text of several lines is a document
 * with directions of its own.
 */
export function isolatedForeign(text: string, used: string, direction: 'ltr' | 'rtl'): string {
  return directionOf(used) !== direction && !text.includes('\n') ? isolated(text) : text;
}
