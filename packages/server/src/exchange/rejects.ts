import type { ImportRejects } from '@ninefold/model';
import type { ImportSource } from '../records/context/import-source.ts';
import type { ImportFile, ImportFormat } from './import-file.ts';
import { wordsIn } from './labels/labels.ts';
import type { Cell } from './reading/cell.ts';
import { csvTable } from './reading/csv-table.ts';
import { jsonRows } from './reading/json-lines.ts';
import type { Table, TableRow } from './reading/table.ts';
import { xlsxTable } from './reading/xlsx-table.ts';
import type { TellProblem } from './sentences.ts';
import { REASON_MEMBER, textOf, withoutReason } from './reasons.ts';
import type { Cell as SheetCell } from './sheet-cells/sheet-cell.ts';
import { csvLine } from './writing/csv-cells.ts';
import { STREAMED, XLSX } from './writing/formats.ts';
import { writeSheet } from './writing/sheet-process.ts';
import { hiddenControls } from './writing/write-xlsx.ts';

/** Why rows failed, by their number. */
export type Reasons = ReadonlyMap<number, string>;

/** A source that notes why its rows fail, `most` of them; where a transaction runs again, from the beginning. */
export function notingReasons(
  source: ImportSource,
  most: number,
  tell: TellProblem,
): { readonly source: ImportSource; readonly reasons: Reasons } {
  const reasons = new Map<number, string>();
  const noting: ImportSource = {
    ...source,
    rows() {
      reasons.clear();
      return source.rows();
    },
    failed(problems) {
      const [first] = problems;
      if (first && reasons.size < most)
        reasons.set(first.row, [...new Set(problems.map((problem) => tell(problem).message))].join('\n'));
    },
  };
  return { source: noting, reasons };
}

/**
 * The reasons with those that an answer tells: of an import that was made already, or went on behind a part, the rows before were not
 * read again. Its answer is kept with the problems that it names.
 */
export function withTold(
  reasons: Reasons,
  told: readonly { readonly row: number; readonly message: string }[],
  most: number,
): Reasons {
  const all = new Map(reasons);
  for (const { row } of told) {
    if (reasons.has(row) || all.has(row) || all.size >= most) continue;
    all.set(row, [...new Set(told.filter((one) => one.row === row).map(({ message }) => message))].join('\n'));
  }
  return all;
}

/** The rows that failed in the form in which they came, with a column that says why; null where none failed. */
export async function rejectsOf(from: ImportFile, reasons: Reasons): Promise<ImportRejects | null> {
  if (reasons.size === 0) return null;
  const content = await WRITERS[from.format](from, reasons);
  const type = from.format === 'xlsx' ? XLSX.type : STREAMED[from.format].type;
  return { type, rows: reasons.size, content: content.toString('base64') };
}

const WRITERS: Readonly<Record<ImportFormat, (from: ImportFile, reasons: Reasons) => Promise<Buffer>>> = {
  async csv(from, reasons) {
    const lines = (await failedRows(await csvTable(from.file), from, reasons)).map((row) => csvLine(row.map(textOf)));
    return Buffer.from(`\uFEFF${lines.join('')}`);
  },
  async xlsx(from, reasons) {
    const [header = [], ...rows] = await failedRows(await xlsxTable(from.file, from.application.model), from, reasons);
    const columns = header.map((cell) => hiddenControls(textOf(cell)));
    return writeSheet({ sheet: 'Sheet1', columns }, async (sheet) => {
      await sheet.add(rows.map((row) => row.map(sheetCell)));
      return sheet.end();
    });
  },
  async jsonl(from, reasons) {
    const lines: string[] = [];
    for await (const { row, values } of jsonRows(from.file)) {
      const reason = reasons.get(row);
      if (reason !== undefined) lines.push(`${JSON.stringify({ ...values, [REASON_MEMBER]: reason })}\n`);
    }
    return Buffer.from(lines.join(''));
  },
};

/** The header and the failed rows of a table, each with its reason in the last column; the reasons of an earlier import are left out. */
async function failedRows(
  table: Table,
  { language }: ImportFile,
  reasons: Reasons,
): Promise<readonly (readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  let kept: readonly boolean[] = [];
  for await (const row of table.rows()) {
    if (rows.length === 0) kept = row.cells.map((cell) => textOf(cell) === '' || withoutReason(textOf(cell)) !== '');
    const last = rows.length === 0 ? wordsIn(language).reason : reasons.get(row.row);
    if (last !== undefined) rows.push([...shownCells(row, kept), last]);
    if (rows.length > reasons.size) break;
  }
  return rows;
}

function shownCells({ cells }: TableRow, kept: readonly boolean[]): readonly Cell[] {
  return kept.flatMap((isKept, at) => (isKept ? [cells[at] ?? null] : []));
}

function sheetCell(cell: Cell): SheetCell | null {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return { value: hiddenControls(cell) };
  if (!(cell instanceof Date)) return { value: cell };
  return { value: cell, format: cell.getTime() % DAY_MS === 0 ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
}

const DAY_MS = 86_400_000;
