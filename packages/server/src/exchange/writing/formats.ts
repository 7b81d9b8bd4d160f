import { answered, type Entity, type RecordValue } from '@ninefold/model';
import { cellText, csvLine } from './csv-cells.ts';

/** The columns of an exported table. */
export interface ExportTable {
  readonly entity: Entity;
  readonly columns: readonly string[];
  readonly language: string;
}

/** How records are written to a file. */
export interface Format {
  readonly type: string;
  /** References are written as a name instead of id and title. */
  readonly named: boolean;
}

/** A format that is written while records are read. */
export interface StreamedFormat extends Format {
  /** What stands before the records. */
  head(table: ExportTable): string;
  record(table: ExportTable, record: RecordValue): string;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** By the value of the `format` parameter, which is also the extension of the file. */
export const STREAMED: Readonly<Record<'csv' | 'jsonl', StreamedFormat>> = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    named: true,
    head: ({ columns, language }) => `${language === 'ja' ? BYTE_ORDER_MARK : ''}${csvLine(columns)}`,
    record: ({ columns }, record) => csvLine(columns.map((column) => cellText(record[column]))),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    named: false,
    head: () => '',
    record: ({ columns }, record) =>
      `${JSON.stringify(answered(Object.fromEntries(columns.map((column) => [column, record[column] ?? null]))))}\n`,
  },
};

/** A sheet is written when all its rows are known. */
export const XLSX: Format = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  named: true,
};
