import { COLUMN_WIDTHS, isMap, ROW_HEIGHTS, type ListLook, type LookColumn } from '@ninefold/model';
import { Refusal } from '../refusal.ts';

/** As many columns as a table may have at most. */
const MOST_COLUMNS = 200;

/** A look that somebody has sent. */
export function sentLook(sent: unknown, path: string): ListLook {
  const wrong = (): Refusal => new Refusal('invalid', { problems: [{ path, code: 'bad_type', params: {} }] });
  if (!isMap(sent)) throw wrong();
  const { columns, pinned, height, totals = false } = sent;
  const found = ROW_HEIGHTS.find((one) => one === height);
  const isList = Array.isArray(columns) && columns.length > 0 && columns.length <= MOST_COLUMNS;
  if (
    found === undefined ||
    typeof totals !== 'boolean' ||
    !isWhole(pinned, 0, MOST_COLUMNS) ||
    !(columns === null || isList)
  )
    throw wrong();
  if (columns === null) return { columns, pinned, height: found, totals };
  const read = columns.map((one: unknown): LookColumn => {
    const { id, width } = isMap(one) ? one : {};
    const isWide = width === null || isWhole(width, COLUMN_WIDTHS.least, COLUMN_WIDTHS.most);
    if (typeof id !== 'string' || id.length > 200 || !isWide) throw wrong();
    return { id, width };
  });
  if (new Set(read.map(({ id }) => id)).size < read.length) throw wrong();
  return { columns: read, pinned, height: found, totals };
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
