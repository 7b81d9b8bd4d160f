import { stat } from 'node:fs/promises';
import { limitValues, type Model } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { readSheet } from './sheet-process.ts';
import type { Table } from './table.ts';

/** The largest unpacked size of the parts of a file, for each byte of its own size. */
const UNPACKED = 20;

/** The first sheet of an XLSX file; more rows or bytes than the limits are `xlsx_too_large`. */
export async function xlsxTable(file: string, model: Model): Promise<Table> {
  const limits = limitValues(model);
  const [mostRows, mostBytes] = [Number(limits['xlsx_rows']), Number(limits['xlsx_bytes'])];
  const tooLarge = new Refusal('xlsx_too_large', { params: { max: mostRows } });
  if ((await stat(file)).size > mostBytes) throw tooLarge;
  const sheet = await readSheet({ file, mostBytes: mostBytes * UNPACKED, mostRows: mostRows + 1 });
  if (sheet === 'too_large') throw tooLarge;
  if (sheet === null) throw new Refusal('not_a_table', { params: { format: 'XLSX', place: '' } });
  return {
    encoding: 'xlsx',
    rows: async function* () {
      for (const [index, cells] of sheet.entries())
        if (cells.some((cell) => cell !== null && cell !== '')) yield { row: index + 1, cells };
    },
  };
}
