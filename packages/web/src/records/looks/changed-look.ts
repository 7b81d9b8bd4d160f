import { COLUMN_WIDTHS, type ListLook, type LookColumn } from '@ninefold/model';

/** A look with columns of its own, to be changed. */
export interface OwnLook extends ListLook {
  readonly columns: readonly LookColumn[];
}

/** The look with the columns that are shown now. */
export function ownLook(look: ListLook, shown: readonly string[]): OwnLook {
  const widths = new Map(look.columns?.map(({ id, width }) => [id, width]));
  return { ...look, columns: shown.map((id) => ({ id, width: widths.get(id) ?? null })) };
}

/** Shows a column, as the last one, or shows it no more; the last one of all stays. */
export function withColumn(look: OwnLook, id: string, shown: boolean): OwnLook {
  const others = look.columns.filter((column) => column.id !== id);
  const columns = shown ? [...others, { id, width: null }] : others;
  return columns.length === 0 ? look : { ...look, columns, pinned: Math.min(look.pinned, columns.length) };
}

/** Moves a column by so many places. */
export function withMoved(look: OwnLook, id: string, by: number): OwnLook {
  const from = look.columns.findIndex((column) => column.id === id);
  const column = look.columns[from];
  const to = from + by;
  if (column === undefined || to < 0 || to >= look.columns.length) return look;
  const rest = look.columns.filter((_, index) => index !== from);
  return { ...look, columns: [...rest.slice(0, to), column, ...rest.slice(to)] };
}

/** Gives a column a width, within what is possible. */
export function withWidth(look: OwnLook, id: string, px: number): OwnLook {
  const width = Math.round(Math.min(Math.max(px, COLUMN_WIDTHS.least), COLUMN_WIDTHS.most));
  return { ...look, columns: look.columns.map((column) => (column.id === id ? { id, width } : column)) };
}
