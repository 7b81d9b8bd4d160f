import { createReadStream } from 'node:fs';
import { jsonIn, type Wire } from '@ninefold/model';
import { linesOf } from '../../lines-of.ts';
import { isPlain } from '../../records/context/body.ts';
import { Refusal } from '../../refusal.ts';

/** The objects of a file of JSON lines, with the number of the line. Empty lines are skipped. */
export async function* jsonRows(
  file: string,
): AsyncGenerator<{ readonly row: number; readonly values: Readonly<Record<string, Wire>> }> {
  let row = 0;
  for await (const line of linesOf(withShortLines(createReadStream(file)))) {
    row += 1;
    const text = row === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() !== '') yield { row, values: objectIn(text, row) };
  }
}

/** More bytes than any record has. */
const MOST_OF_ONE = 10_000_000;
const LINE_END = 0x0a;

/** Ends at a line longer than any record, before the line is in memory as one text. */
async function* withShortLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let row = 1;
  let length = 0;
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(LINE_END);
    length = end === -1 ? length + chunk.length : chunk.length - end;
    if (length > MOST_OF_ONE) throw notTable(row);
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) row += 1;
    yield chunk;
  }
}

function objectIn(text: string, row: number): Readonly<Record<string, Wire>> {
  const value = jsonIn(text);
  if (isPlain(value)) return value;
  throw notTable(row);
}

function notTable(row: number): Refusal {
  return new Refusal('not_a_table', { params: { format: 'JSON Lines', place: ` (${String(row)})` } });
}
