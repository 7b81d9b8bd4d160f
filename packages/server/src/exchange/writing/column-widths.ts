import type { Cell } from '../sheet-cells/sheet-cell.ts';

const FEWEST = 6;
const MOST = 60;
/** Beside the text stand the margins of a cell, and in the header the sign of a filter. */
const MARGIN = 2;
/** What a number and a moment take without a format of their own. */
const PLAIN_FORMAT = '0000-00-00 00:00';
/** Signs that are drawn as wide as two others. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

/** How wide the columns of a sheet are, in widths of one figure: as their widest cell needs, within bounds. Kept while rows come in. */
export function columnWidths(headings: readonly string[]): {
  add(rows: readonly (readonly (Cell | null)[])[]): void;
  readonly widths: readonly number[];
} {
  const widths = headings.map((heading) => bounded(textWidth(heading)));
  return {
    widths,
    add: (rows) => {
      for (const row of rows)
        for (const [index, cell] of row.entries())
          if (cell !== null) widths[index] = Math.max(widths[index] ?? FEWEST, bounded(cellWidth(cell)));
    },
  };
}

function bounded(width: number): number {
  return Math.min(Math.max(width + MARGIN, FEWEST), MOST);
}

function cellWidth({ value, format }: Cell): number {
  if (typeof value === 'string') return Math.max(...value.split('\n').map(textWidth));
  if (typeof value === 'number') return Math.max(value.toFixed(0).length, (format ?? '').length) + MARGIN;
  return typeof value === 'boolean' ? FEWEST : (format ?? PLAIN_FORMAT).length;
}

function textWidth(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}
