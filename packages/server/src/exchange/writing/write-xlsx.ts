import type { Field, RecordValue, Wire } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { sheetCell } from '../sheet-cells/registry.ts';
import type { Cell } from '../sheet-cells/sheet-cell.ts';
import { cellText } from './csv-cells.ts';
import type { ExportTable } from './formats.ts';
import { writeSheet } from './sheet-process.ts';

/** A spreadsheet program treats a longer text as damage. */
const MOST_TEXT = 32_767;
/** So many rows are made without a break, in which others have the processor. */
const TURN = 100;

/**
 * A sheet with a header and a row for each record; `xlsx_too_large` with `max` where a text is longer than a cell may be. Days
 * and numbers are days and numbers there, moments are texts, since a spreadsheet knows no time zone. No text becomes a formula.
 */
export function writeXlsx(
  { columns, entity }: ExportTable,
  pages: AsyncIterable<readonly RecordValue[]>,
  max: number,
): Promise<Buffer> {
  return writeSheet({ sheet: entity.id, columns }, async (sheet) => {
    for await (const page of pages)
      for (let start = 0; start < page.length; start += TURN) {
        const some = page.slice(start, start + TURN);
        const rows = some.map((record) =>
          columns.map((column) => cellOf(entity.fields[column], record[column] ?? null)),
        );
        if (rows.some((row) => row.some(isTooLong))) throw new Refusal('xlsx_too_large', { params: { max } });
        await sheet.add(rows);
      }
    return sheet.end();
  });
}

function isTooLong(cell: Cell | null): boolean {
  return typeof cell?.value === 'string' && cell.value.length > MOST_TEXT;
}

function cellOf(field: Field | undefined, value: Wire): Cell | null {
  if (value === null || value === '') return null;
  const cell = field ? sheetCell(field, value) : systemCell(value);
  if (cell !== null) return cell;
  const text = hiddenControls(cellText(value));
  return text === '' ? null : { value: text };
}

/** A value of a column that every record has. */
function systemCell(value: Wire): Cell | null {
  return typeof value === 'number' ? { value } : null;
}

/** What XML cannot hold, and `_` before what looks like its replacement. */
const HIDDEN = /\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Characters that XML cannot hold are written as `_x0001_` in a sheet (ECMA-376, ST_Xstring). Readers undo it. */
export function hiddenControls(text: string): string {
  return text.replace(HIDDEN, (sign) =>
    sign === '\t' || sign === '\n' ? sign : `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
