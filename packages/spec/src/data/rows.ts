import { parseJson, jsonPlace } from '../load/json-place.ts';
import { type SourceText, type Spot } from '../load/located.ts';
import type { Report } from '../issues/report.ts';
import { parseCsv, type CsvCell } from './csv.ts';

/** One cell as written, and where. The place is looked up only when something is wrong there. */
export interface RawCell {
  readonly column: string;
  readonly raw: unknown;
  readonly spot: () => Spot;
}

export interface RawRows {
  readonly columns: readonly { readonly name: string; readonly spot: () => Spot }[];
  readonly rows: readonly (readonly RawCell[])[];
}

const EMPTY: RawRows = { columns: [], rows: [] };

/** The cells of a CSV file, whose first row names the columns. */
export function csvRows(source: SourceText, report: Report): RawRows {
  const parsed = parseCsv(source.text);
  if ('broken' in parsed) {
    report('NF1204', { source, start: parsed.broken, end: parsed.broken + 1 });
    return EMPTY;
  }
  const [head = [], ...rest] = parsed.rows;
  const at = (cell: CsvCell) => (): Spot => ({
    source,
    start: cell.offset,
    end: cell.offset + Math.max(1, cell.text.length),
  });
  const columns = head.map((cell) => ({ name: cell.text.trim(), spot: at(cell) }));
  const rows = rest.map((row) => {
    const last = row[columns.length];
    if (last) report('NF1204', at(last)());
    return columns.map(({ name }, index): RawCell => {
      const cell = row[index] ?? { text: '', offset: row[0]?.offset ?? 0 };
      return { column: name, raw: cell.text, spot: at(cell) };
    });
  });
  return { columns, rows };
}

/** The cells of a JSON file: a list of objects. */
export function jsonRows(source: SourceText, report: Report): RawRows {
  const parsed = parseJson(source);
  if ('broken' in parsed) {
    report('NF1101', parsed.broken, { found: parsed.found });
    return EMPTY;
  }
  const { value } = parsed;
  if (
    !Array.isArray(value) ||
    !value.every((row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row))
  ) {
    report('NF1205', { source, start: 0, end: 1 });
    return EMPTY;
  }
  const columns = new Map<string, () => Spot>();
  const rows = (value as Readonly<Record<string, unknown>>[]).map((row, index) =>
    Object.entries(row).map(([column, raw]): RawCell => {
      const spot = (): Spot => jsonPlace(source, [index, column]);
      if (!columns.has(column)) columns.set(column, spot);
      return { column, raw, spot };
    }),
  );
  return { columns: [...columns].map(([name, spot]) => ({ name, spot })), rows };
}
