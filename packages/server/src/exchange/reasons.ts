import { isNamed, typedText } from '@ninefold/model';
import { EXCHANGE_WORDS } from './labels/labels.ts';
import type { Cell } from './reading/cell.ts';

/** The member of a JSON line that says why the row failed. An import passes over it. */
export const REASON_MEMBER = 'import_problem';

const HEADINGS = Object.values(EXCHANGE_WORDS).map(({ reason }) => reason);

/** A heading to be recognised; nothing for the one of the column that says why a row failed. */
export function withoutReason(title: string): string {
  return isNamed(title, HEADINGS) ? '' : title;
}

/** A cell of a table as a text. */
export function textOf(cell: Cell): string {
  return cell === null ? '' : typedText(cell);
}
