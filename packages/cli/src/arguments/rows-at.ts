import type { RowsAt } from '@ninefold/server/costs';
import { Unusable } from './unusable.ts';

const MOST_ROWS = 1_000_000_000;

/** Reads `1000000` or `1000000,user=5000`: how many rows there are, and of which entities there are others. Throws `Unusable`. */
export function readRowsAt(text: string): RowsAt {
  const [all = '', ...others] = text.split(',');
  const entities = others.map((part) => {
    const [entity = '', rows = '', ...more] = part.split('=');
    if (more.length > 0 || entity.trim() === '') throw refused(text);
    return [entity.trim(), rowsIn(rows, text)] as const;
  });
  return { all: rowsIn(all, text), entities: Object.fromEntries(entities) };
}

function rowsIn(part: string, text: string): number {
  const rows = /^\d{1,10}$/.test(part.trim()) ? Number(part) : Number.NaN;
  if (!(rows >= 1 && rows <= MOST_ROWS)) throw refused(text);
  return rows;
}

function refused(text: string): Unusable {
  return new Unusable('refused.rows_at', { text, most: String(MOST_ROWS) });
}
