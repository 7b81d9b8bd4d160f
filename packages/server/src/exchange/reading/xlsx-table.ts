import { readFile, stat } from 'node:fs/promises';
import { limitValues, type Model } from '@ninefold/model';
import readXlsxFile from 'read-excel-file/node';
import { Refusal } from '../../refusal.ts';
import type { Cell } from './cell.ts';
import type { Table } from './table.ts';
import { unpackedSize } from './unpacked-size.ts';

/** What the parts of a file may come to unpacked, for each byte that it may have. */
const UNPACKED = 20;

/** The first sheet of an XLSX file; more rows or bytes than the limits are `xlsx_too_large`. */
export async function xlsxTable(file: string, model: Model): Promise<Table> {
  const limits = limitValues(model);
  const [mostRows, mostBytes] = [Number(limits['xlsx_rows']), Number(limits['xlsx_bytes'])];
  const tooLarge = new Refusal('xlsx_too_large', { params: { max: mostRows } });
  if ((await stat(file)).size > mostBytes) throw tooLarge;
  const bytes = await readFile(file);
  const unpacked = unpackedSize(bytes);
  if (unpacked === null) throw new Refusal('not_a_table', { params: { format: 'XLSX', place: '' } });
  if (unpacked > mostBytes * UNPACKED) throw tooLarge;
  const sheet = await firstSheet(bytes);
  if (sheet.length > mostRows + 1) throw tooLarge;
  return {
    encoding: 'xlsx',
    rows: async function* () {
      for (const [index, cells] of sheet.entries())
        if (cells.some((cell) => cell !== null && cell !== '')) yield { row: index + 1, cells };
    },
  };
}

async function firstSheet(bytes: Buffer): Promise<readonly (readonly Cell[])[]> {
  try {
    const [sheet] = await readXlsxFile(bytes);
    return (sheet?.data ?? []).map((row) => row.map(cellOf));
  } catch (cause) {
    throw new Refusal('not_a_table', { params: { format: 'XLSX', place: '' }, cause });
  }
}

function cellOf(value: unknown): Cell {
  const isCell = ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Date;
  return isCell ? (value as Cell) : null;
}
