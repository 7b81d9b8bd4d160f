import { isDate, type Field, type RecordValue, type Wire } from '@ninefold/model';
import type { CellObject } from 'write-excel-file/node';
import { cellText } from './csv-cells.ts';
import type { ExportTable } from './formats.ts';
import { hiddenControls } from './xlsx-text.ts';

/** More than that a spreadsheet takes for damage. */
const MOST_TEXT = 32_767;
/** Digits that a number of a spreadsheet keeps. */
const EXACT = 15;

/**
 * A sheet with a header and a row for each record; null where a text is longer than a cell may be. Days and numbers are
 * days and numbers there, moments are texts, since a spreadsheet knows no time zone. No text becomes a formula.
 */
export async function writeXlsx(table: ExportTable, records: readonly RecordValue[]): Promise<Buffer | null> {
  const { columns, entity } = table;
  const rows = records.map((record) => columns.map((column) => cellOf(entity.fields[column], record[column] ?? null)));
  const isTooLong = rows.some((row) =>
    row.some((cell) => typeof cell?.value === 'string' && cell.value.length > MOST_TEXT),
  );
  if (isTooLong) return null;
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const header = columns.map((column): CellObject => ({ value: column, type: String, fontWeight: 'bold' }));
  return writeXlsxFile([header, ...rows], { stickyRowsCount: 1, sheet: entity.id }).toBuffer();
}

function cellOf(field: Field | undefined, value: Wire): CellObject | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (typeof value === 'number') return { value, type: Number };
  if (field?.type === 'date' && typeof value === 'string' && isDate(value) && value >= '1900-03-01')
    return { value: new Date(`${value}T00:00:00.000Z`), type: Date, format: 'yyyy-mm-dd' };
  if (field && 'scale' in field && typeof value === 'string' && value.replace(/\D/g, '').length <= EXACT)
    return { value: Number(value), type: Number, format: field.scale === 0 ? '0' : `0.${'0'.repeat(field.scale)}` };
  const text = hiddenControls(cellText(value));
  return text === '' ? null : { value: text, type: String };
}
