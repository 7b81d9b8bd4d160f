import { thrownPart } from '../../thrown.ts';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Refusal } from '../../refusal.ts';
import { plainText } from '../writing/csv-cells.ts';
import { encodingOf, textsOf } from './encoding.ts';
import type { Table, TableRow } from './table.ts';

/** A CSV file by its bytes: UTF-8 with or without a mark, UTF-16, Shift_JIS or Windows-1252; commas, semicolons or tabs. */
export async function csvTable(file: string): Promise<Table> {
  const encoding = await encodingOf(file);
  const delimiter = await delimiterOf(file, encoding);
  return { encoding, rows: () => rowsIn(file, encoding, delimiter) };
}

/** More characters than any record has. */
const MOST_OF_ONE = 10_000_000;
/** As many as a spreadsheet has. */
const MOST_COLUMNS = 16_384;
/** Within one line; more than the columns, since a long text may hold some, too. */
const MOST_SEPARATORS = 200_000;
/** Where the separator is looked for. */
const MOST_LOOKED_AT = 100_000;

async function* rowsIn(file: string, encoding: string, delimiter: string): AsyncGenerator<TableRow> {
  const parser = parse({
    ...{ bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, info: true },
    max_record_size: MOST_OF_ONE,
  });
  pipeline(Readable.from(narrow(textsOf(file, encoding), delimiter), { objectMode: false }), parser, () => undefined);
  try {
    let row = 0;
    const read: AsyncIterable<{ readonly record: readonly string[] }> = parser;
    for await (const { record } of read) {
      row += 1;
      if (record.length > MOST_COLUMNS) throw notTable(row);
      yield { row, cells: record.map(plainText) };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const lines = thrownPart(cause, 'lines');
    throw notTable(typeof lines === 'number' ? lines : null); // what the parser says holds values of cells
  }
}

function notTable(line: number | null): Refusal {
  return new Refusal('not_a_table', { params: { format: 'CSV', place: line === null ? '' : ` (${String(line)})` } });
}

/** Refuses a line of too many cells before they are in memory; the parser counts characters of cells only. */
async function* narrow(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  let open = 0;
  for await (const text of texts) {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    open = (end === -1 ? open : 0) + text.slice(end + 1).split(delimiter).length - 1;
    if (open > MOST_SEPARATORS) throw notTable(null);
    yield text;
  }
}

/** The most frequent separator of the first line. */
async function delimiterOf(file: string, encoding: string): Promise<string> {
  let line = '';
  for await (const text of textsOf(file, encoding)) {
    line += text;
    if (line.includes('\n') || line.length > MOST_LOOKED_AT) break;
  }
  const [first = ''] = line.split('\n', 1);
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ',';
}
