import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import type { Cell } from '../sheet-cells/sheet-cell.ts';
import { columnWidths } from './column-widths.ts';
import type { SheetPart } from './sheet-process.ts';

// The program of the process that `startSheet` starts.
const rows: SheetData = [];
let columns = columnWidths([]);

process.on('message', (message) => {
  const part = message as SheetPart; // as `startSheet` sends it
  if (part.part === 'head') {
    columns = columnWidths(part.columns);
    rows.push(part.columns.map((value) => ({ value, type: String, fontWeight: 'bold' })));
  } else if (part.part === 'rows') {
    columns.add(part.rows);
    rows.push(...part.rows.map((row) => row.map(cellOf)));
  } else void written(part.sheet).then((bytes) => process.send?.(bytes));
});
process.on('disconnect', () => process.exit());
// The server still answers what it was asked when somebody ends it, and then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

function written(sheet: string): Promise<Buffer> {
  const widths = columns.widths.map((width) => ({ width }));
  return writeXlsxFile(rows, { stickyRowsCount: 1, sheet, columns: widths }).toBuffer();
}

function cellOf(cell: Cell | null): CellObject | null {
  if (cell === null) return null;
  const { value, format } = cell;
  const shown = format === undefined ? {} : { format };
  if (typeof value === 'number') return { value, type: Number, ...shown };
  if (typeof value === 'boolean') return { value, type: Boolean };
  return typeof value === 'string' ? { value, type: String } : { value, type: Date, ...shown };
}
