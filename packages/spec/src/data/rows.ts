import { parseJson, jsonPlace } from '../load/json-place.ts';
import { sourceText, type SourceText, type Spot } from '../load/located.ts';
import type { Report } from '../issues/report.ts';
import { parseCsv, type CsvCell } from './csv.ts';

/** Cells as written, in the order of the columns; undefined where a row does not have one. */
export interface RawRows {
  readonly columns: readonly { readonly name: string; readonly spot: () => Spot }[];
  readonly rows: readonly (readonly unknown[])[];
  /** Where a cell stands, counted from 0: looked up only when something is wrong there. */
  readonly spotAt: (row: number, column: number) => Spot;
}

/** The cells of a CSV file, whose first row names the columns. */
export function csvRows(source: SourceText, report: Report): RawRows {
  const parsed = parseCsv(source.text);
  const at = ({ offset, text }: CsvCell): Spot => ({ source, start: offset, end: offset + Math.max(1, text.length) });
  if ('broken' in parsed) {
    report('NF1204', { source, start: parsed.broken, end: parsed.broken + 1 });
    return EMPTY;
  }
  const [head = [], ...rest] = parsed.rows;
  for (const row of rest) {
    const last = row[head.length];
    if (last) report('NF1204', at(last));
  }
  return {
    columns: head.map((cell) => ({ name: cell.text.trim(), spot: () => at(cell) })),
    rows: rest.map((row) => head.map((_, column) => row[column]?.text ?? '')),
    spotAt: (row, column) => at(rest[row]?.[column] ?? { text: '', offset: rest[row]?.[0]?.offset ?? 0 }),
  };
}

const EMPTY: RawRows = { columns: [], rows: [], spotAt: () => ({ source: sourceText('', ''), start: 0, end: 0 }) };

/** The cells of a JSON file: a list of objects. */
export function jsonRows(source: SourceText, report: Report): RawRows {
  const parsed = parseJson(source);
  if ('broken' in parsed) {
    report('NF1101', parsed.broken, { found: parsed.found });
    return EMPTY;
  }
  const { value } = parsed;
  if (!Array.isArray(value) || !value.every(isObject)) {
    report('NF1205', { source, start: 0, end: 1 });
    return EMPTY;
  }
  const columns = new Map<string, number>(); // by name, the first row that has it
  value.forEach((row, index) => {
    for (const name of Object.keys(row)) if (!columns.has(name)) columns.set(name, index);
  });
  const names = [...columns.keys()];
  const spotAt = (row: number, column: number): Spot => jsonPlace(source, [row, names[column] ?? '']);
  return {
    columns: names.map((name, column) => ({ name, spot: () => spotAt(columns.get(name) ?? 0, column) })),
    rows: value.map((row) => names.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined))),
    spotAt,
  };
}

/** A value of JSON with named members. */
export function isObject(row: unknown): row is Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}
