/** One value of one record in a table on the page. */
export interface CellPlace {
  readonly record: string;
  readonly field: string;
}

const ROWS = 'main tr[data-nf-record]';

/** The cell with the focus, or the row with it and no field. Null where none has it. */
export function focusedPlace(): { readonly record: string; readonly field: string | null } | null {
  const row = document.activeElement?.closest<HTMLElement>(ROWS);
  const record = row?.dataset['nfRecord'];
  if (record === undefined) return null;
  return { record, field: focusedCell()?.dataset['nfField'] ?? null };
}

/** The record of the first row; null where the page has none. */
export function firstRecord(): string | null {
  return document.querySelector<HTMLElement>(ROWS)?.dataset['nfRecord'] ?? null;
}

/** The cell that has the focus itself. */
export function focusedCell(): HTMLTableCellElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLTableCellElement ? activeElement : null;
}

export function cellAt({ record, field }: CellPlace): HTMLElement | null {
  const row = document.querySelector(`${ROWS}[data-nf-record="${CSS.escape(record)}"]`);
  return row?.querySelector<HTMLElement>(`td[data-nf-field="${CSS.escape(field)}"]`) ?? null;
}

/** Gives a cell the focus. Before that it has none: a table of a hundred cells is no hundred stops of Tab. */
export function focusCell(cell: HTMLElement | null | undefined): void {
  if (!cell) return;
  cell.tabIndex = -1;
  cell.focus();
}

/** The cell beside the focused one; from a row, its first one. */
export function besideFocused(by: 1 | -1): HTMLElement | null {
  const cells = cellsOf(document.activeElement?.closest<HTMLElement>(ROWS));
  const now = cells.findIndex((cell) => cell === document.activeElement);
  return now < 0 ? (cells[0] ?? null) : (cells[now + by] ?? null);
}

/** The cell of the same column in the next row or the one before. */
export function acrossFromFocused(by: 1 | -1): HTMLElement | null {
  const field = focusedCell()?.dataset['nfField'];
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const row = rows[rows.findIndex((each) => each.contains(document.activeElement)) + by];
  return cellsOf(row).find((cell) => cell.dataset['nfField'] === field) ?? null;
}

function cellsOf(row: HTMLElement | null | undefined): readonly HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('td[data-nf-field]') ?? [])];
}
