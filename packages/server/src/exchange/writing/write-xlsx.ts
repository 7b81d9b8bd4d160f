import type { RecordValue } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Cell } from '../sheet-cells/sheet-cell.ts';
import type { ExportTable } from './formats.ts';
import { writeSheet } from './sheet-process.ts';

/** A spreadsheet program treats a longer text as damage. */
const MOST_TEXT = 32_767;
/** So many characters the name of a sheet may have. */
const MOST_NAME = 31;
/** So many rows are made without a break, in which others have the processor. */
const TURN = 100;

/**
 * A sheet with a header and a row for each record; `xlsx_too_large` with `max` where a text is longer than a cell may be. No
 * text becomes a formula.
 */
export function writeXlsx(
  { columns, name }: ExportTable,
  pages: AsyncIterable<readonly RecordValue[]>,
  max: number,
): Promise<Buffer> {
  const headings = columns.map(({ heading }) => hiddenControls(heading));
  return writeSheet({ sheet: sheetName(name), columns: headings }, async (sheet) => {
    for await (const page of pages)
      for (let start = 0; start < page.length; start += TURN) {
        const some = page.slice(start, start + TURN);
        const rows = some.map((record) => columns.map((column) => written(column.cell(record))));
        if (rows.some((row) => row.some(isTooLong))) throw new Refusal('xlsx_too_large', { params: { max } });
        await sheet.add(rows);
      }
    return sheet.end();
  });
}

/** A name without the characters that a sheet may not have in it, and not longer than it may be. */
function sheetName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}[\]:*?/\\]/gu, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  return [...plain].slice(0, MOST_NAME).join('').trim() || 'Sheet1';
}

function isTooLong(cell: Cell | null): boolean {
  return typeof cell?.value === 'string' && cell.value.length > MOST_TEXT;
}

function written(cell: Cell | null): Cell | null {
  if (typeof cell?.value !== 'string') return cell;
  const value = hiddenControls(cell.value);
  return value === '' ? null : { ...cell, value };
}

/** What XML cannot hold, and `_` before what looks like its replacement. */
const HIDDEN = /\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Characters that XML cannot hold are written as `_x0001_` in a sheet (ECMA-376, ST_Xstring). Readers undo it. */
export function hiddenControls(text: string): string {
  return text.replace(HIDDEN, (sign) =>
    sign === '\t' || sign === '\n' ? sign : `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
