import type { RecordValue } from '@ninefold/model';
import { cellText, csvLine } from './csv-cells.ts';

/** How records are written to a file. */
export interface Format {
  readonly type: string;
  /** What stands before the records. */
  head(columns: readonly string[], language: string): string;
  record(columns: readonly string[], record: RecordValue): string;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** By the word of the `format` parameter, which is the ending of the file, too. */
export const FORMATS: Readonly<Record<string, Format>> = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: (columns, language) => `${language === 'ja' ? BYTE_ORDER_MARK : ''}${csvLine(columns)}`,
    record: (columns, record) => csvLine(columns.map((column) => cellText(record[column]))),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: () => '',
    record: (columns, record) =>
      `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, record[column] ?? null])))}\n`,
  },
};
