import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import type { Cell } from './cell.ts';
import type { SheetAnswer, SheetOrder } from './sheet-process.ts';
import { unpacked } from './unpacked.ts';

// The program of the process that `readSheet` starts.
process.once('message', (order) => {
  void sheetOf(order as SheetOrder).then((answer) => process.send?.(answer)); // as `readSheet` sends it
});
process.once('disconnect', () => process.exit());

async function sheetOf({ file, mostBytes, mostRows }: SheetOrder): Promise<SheetAnswer> {
  const archive = unpacked(await readFile(file), mostBytes);
  if (archive === null || archive === 'too_large') return archive;
  try {
    const [sheet] = await readXlsxFile(archive);
    const rows = sheet?.data ?? [];
    return rows.length > mostRows ? 'too_large' : rows.map((row) => row.map(cellOf));
  } catch {
    return null;
  }
}

function cellOf(value: unknown): Cell {
  const isCell =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value instanceof Date;
  return isCell ? value : null;
}
