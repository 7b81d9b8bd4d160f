import { createReadStream } from 'node:fs';
import type { Wire } from '@ninefold/model';
import { linesOf } from '../../lines/lines-of.ts';
import { isPlain } from '../../records/writing/body.ts';
import { Refusal } from '../../refusal.ts';

/** The objects of a file of JSON lines, with the number of the line. Empty lines are none. */
export async function* jsonRows(
  file: string,
): AsyncGenerator<{ readonly row: number; readonly values: Readonly<Record<string, Wire>> }> {
  let row = 0;
  for await (const line of linesOf(createReadStream(file) as AsyncIterable<Buffer>)) {
    row += 1;
    const text = row === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() !== '') yield { row, values: objectIn(text, row) };
  }
}

function objectIn(text: string, row: number): Readonly<Record<string, Wire>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlain(value)) return value;
  } catch {
    // said below
  }
  throw new Refusal('not_a_table', { params: { format: 'JSON Lines', place: ` (${String(row)})` } });
}
