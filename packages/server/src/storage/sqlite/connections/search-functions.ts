import type { DatabaseSync } from 'node:sqlite';
import { fold, gramsOf } from '../../search/search-text.ts';

/** Registers the functions that statements of a search and the triggers of its index call. */
export function registerSearchFunctions(handle: DatabaseSync): void {
  handle.function('nf_fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : null));
  handle.function('nf_grams', { deterministic: true }, (text) => (typeof text === 'string' ? gramText(text) : null));
}

/** The grams of a text as the tokenizer reads them: separated by spaces. */
function gramText(text: string): string {
  const grams = [...gramsOf(text)];
  return (NEEDS_NO_TOKENS.test(text) ? grams : grams.map(token)).join(' ');
}

/** Texts whose grams are what the tokenizer takes for words. */
const NEEDS_NO_TOKENS = /^[a-z0-9\s]*$/;

const PRIVATE = 0xe000;

/** The tokenizer takes signs of ASCII for separators: they stand as characters for private use. */
export function token(gram: string): string {
  return gram.replace(/[^a-z0-9\u0080-\u{10ffff}]/gu, (sign) => String.fromCharCode(PRIVATE + sign.charCodeAt(0)));
}
