import { isList, isMap, type Wire } from '@ninefold/model';

/** What a spreadsheet might run as a formula, also after the character that was put before it. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** One line of a CSV file (RFC 4180). */
export function csvLine(texts: readonly string[]): string {
  return `${texts.map((text) => quotedText(harmless(text))).join(',')}\r\n`;
}

/**
 * A value as a cell: references by title, or by id where the title may not be seen; lists with `;`; lines as JSON.
 */
export function cellText(value: Wire | undefined): string {
  if (value === null || value === undefined) return '';
  if (isList(value)) return value.some(isLine) ? JSON.stringify(value) : value.map(cellText).join(';');
  return isMap(value) ? referenceText(value) : String(value);
}

/** Lines and other objects have more than a reference has. */
function isLine(item: Wire): boolean {
  return (
    typeof item === 'object' && item !== null && Object.keys(item).some((name) => name !== 'id' && name !== 'title')
  );
}

function referenceText(value: Extract<Wire, { readonly [name: string]: Wire | undefined }>): string {
  const { title, id } = value;
  if (isLine(value)) return JSON.stringify(value);
  return typeof title === 'string' ? title : String(id);
}

/** A formula gets `'` before it; so does what begins with `'` and a formula, so that one `'` can always be removed. */
function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A cell of a file without the character that was put before a formula. */
export function plainText(cell: string): string {
  const rest = cell.slice(1);
  return cell.startsWith("'") && FORMULA.test(rest) && !NUMBER.test(rest) ? rest : cell;
}

function quotedText(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
