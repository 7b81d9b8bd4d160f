import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { normalText } from '../values/text.ts';
import type { TypedCell } from './rules.ts';

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
  v.string(errorId('bad_type')),
  v.check((text) => text.isWellFormed(), errorId('bad_type')),
);

/** A text of a specification or a data file. */
export function readText(text: string): Wire {
  return text.normalize('NFC');
}

/** A cell as people write it. */
export function typedText(cell: TypedCell): string {
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'number' && /e/.test(String(cell))) return cell.toFixed(10);
  return String(cell).trim();
}

/** The parts of a cell that holds a list: one in each line, or with semicolons between them. */
export function typedParts(cell: TypedCell): readonly string[] {
  return parts(typedText(cell), /[;；\n\r]/u);
}

/** The same where each part is one of known names: commas part what is no name as a whole. */
export function namedParts(cell: TypedCell, isName: (part: string) => boolean): readonly string[] {
  return typedParts(cell).flatMap((part) => (isName(part) ? [part] : parts(part, /[,，、]/u)));
}

function parts(text: string, between: RegExp): readonly string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
