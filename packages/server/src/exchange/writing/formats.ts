import { answered, isMap, jsonGiven, type Field, type RecordValue } from '@ninefold/model';
import type { Cell } from '../sheet-cells/sheet-cell.ts';
import { csvLine } from './csv-cells.ts';

/** One column of an exported table. */
export interface ExportColumn {
  /** The name of the value in a record. */
  readonly id: string;
  readonly heading: string;
  /** What a text file has there. */
  text(record: RecordValue): string;
  /** What a spreadsheet has there; null for nothing. */
  cell(record: RecordValue): Cell | null;
}

/** What is exported, column by column. */
export interface ExportTable {
  /** Of the sheet, where the file has sheets. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  /** Whether a text file begins with a byte order mark, by which spreadsheets know that it is UTF-8. */
  readonly marked: boolean;
  /** The fields of its records. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The source language, in which a translated text stands under the id of its field. */
  readonly source: string;
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
    head: ({ columns, marked }) => `${marked ? BYTE_ORDER_MARK : ''}${csvLine(columns.map(({ heading }) => heading))}`,
    record: ({ columns }, record) => csvLine(columns.map((column) => column.text(record))),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    named: false,
    head: () => '',
    record: ({ columns, fields, source }, record) => {
      const values = Object.fromEntries(columns.map(({ id }) => [id, record[id] ?? null]));
      const shown = answered(values, source);
      return `${JSON.stringify(isMap(shown) ? jsonGiven(fields, shown) : shown)}\n`;
    },
  },
};

/** An archive holds what JSON lines hold, and files. */
export const ARCHIVE: Format = { type: 'application/zip', named: false };

/** A sheet is written when all its rows are known. */
export const XLSX: Format = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  named: true,
};
