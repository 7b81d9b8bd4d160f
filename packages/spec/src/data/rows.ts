import { type Entity, flat, splitId, type Wire } from '@ninefold/model';
import { jsonPlace, readJson } from '../load/json.ts';
import { sourceText, type SourceText, type Spot } from '../located.ts';
import type { Report } from '../issues/report.ts';
import { parseCsv, type CsvCell } from './csv.ts';

/** Cells in their written order, on which the memory of loaded files relies, and the columns that they belong to. */
export interface RawRow {
  readonly columns: readonly number[];
  readonly cells: readonly unknown[];
}

export interface RawRows {
  readonly columns: readonly { readonly name: string; readonly spot: () => Spot }[];
  readonly rows: readonly RawRow[];
  /** Where a cell stands, counted from 0: looked up only when something is wrong there. */
  readonly spotAt: (row: number, column: number) => Spot;
}

/** The cells of a CSV file, whose first row names the columns. */
export function csvRows(source: SourceText, report: Report): RawRows {
  const parsed = parseCsv(source.text);
  const at = ({ offset, end }: Omit<CsvCell, 'text'>): Spot => ({
    source,
    start: offset,
    end: Math.max(offset + 1, end),
  });
  if ('broken' in parsed) {
    report('NF1204', { source, start: parsed.broken, end: parsed.broken + 1 });
    return EMPTY;
  }
  const [head = [], ...below] = parsed.rows;
  const filled = below.filter((row) => row.some(({ text }) => text !== ''));
  const rest = filled.filter((row) => row.length === head.length);
  for (const row of filled) {
    const [first] = row;
    if (row.length === head.length || !first) continue; // of any other it is not known which cell stands in which column
    const told = row[head.length] ?? row.at(-1) ?? first;
    const whole = { offset: first.offset, end: told.end }; // it may be any of its cells, and lines, that is one too many
    report('NF1206', at(whole), { cells: String(row.length), wanted: String(head.length) });
  }
  const columns = head.map((_, column) => column);
  return {
    columns: head.map((cell) => ({ name: cell.text.trim(), spot: () => at(cell) })),
    rows: rest.map((row) => ({ columns, cells: columns.map((column) => row[column]?.text ?? '') })),
    spotAt: (row, column) => at(rest[row]?.[column] ?? rest[row]?.[0] ?? { offset: 0, end: 0 }),
  };
}

const EMPTY: RawRows = { columns: [], rows: [], spotAt: () => ({ source: sourceText('', ''), start: 0, end: 0 }) };

/** The cells of a JSON file: a list of objects. What stands in an object or a translated field has a column of its own. */
export function jsonRows(source: SourceText, report: Report, fields: Entity['fields'] = {}): RawRows {
  const parsed = readJson(source, report);
  if (parsed === null) return EMPTY;
  const { value } = parsed;
  if (!Array.isArray(value) || !value.every(isObject)) {
    report('NF1205', { source, start: 0, end: 1 });
    return EMPTY;
  }
  const columns = new Map<string, { readonly column: number; readonly row: number }>(); // where each stands first
  const rows = value.map((whole, index): RawRow => {
    const row = flat(whole as Readonly<Record<string, Wire>>, fields); // parsed from JSON
    const names = Object.keys(row);
    for (const name of names) if (!columns.has(name)) columns.set(name, { column: columns.size, row: index });
    return { columns: names.map((name) => columns.get(name)?.column ?? 0), cells: Object.values(row) };
  });
  const names = [...columns.keys()];
  const spotAt = (row: number, column: number): Spot => jsonPlace(source, [row, ...splitId(names[column] ?? '')]);
  return {
    columns: [...columns].map(([name, { row, column }]) => ({ name, spot: () => spotAt(row, column) })),
    rows,
    spotAt,
  };
}

/** A value of JSON with named members. */
export function isObject(row: unknown): row is Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}
