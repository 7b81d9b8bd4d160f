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

/** The parts of a cell that holds a list. */
export function typedParts(cell: TypedCell): readonly string[] {
  return typedText(cell)
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
