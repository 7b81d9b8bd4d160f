import * as v from 'valibot';
import type { Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { normalText } from '../values/text.ts';

export function normalLine(value: Wire): Wire {
  return typeof value === 'string' ? normalText(value.replace(/[\r\n\t]+/g, ' ')) : value;
}

export function normalBlock(value: Wire): Wire {
  return typeof value === 'string' ? normalText(value) : value;
}

/** Codes, addresses and numbers are folded to their plain form (full-width to ASCII). */
export function normalCode(value: Wire): Wire {
  return typeof value === 'string' ? normalText(value.normalize('NFKC')) : value;
}

export function textToWire(value: Value): Wire {
  return typeof value === 'string' ? value : null;
}

/** Text without a surrogate that stands alone. */
export const wellFormed = v.pipe(
  v.string('bad_type'),
  v.check((text) => text.isWellFormed(), 'bad_type'),
);
