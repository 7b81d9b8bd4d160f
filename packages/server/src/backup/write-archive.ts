import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { PRIVATE_FILE } from '../private-files.ts';
import type { Reader } from '../storage/database/database.ts';
import { quoted } from '../storage/sql/names.ts';
import type { TableShape } from '../storage/database/shapes.ts';
import { archived, type ArchiveHead, type Contents } from './archive.ts';
import { createTally, rowsOf } from './rows.ts';

/** Writes what a reader sees to a new file, which only its owner may read; it is on the disk when this ends. */
export async function writeArchive(
  reader: Reader,
  tables: readonly TableShape[],
  about: Omit<ArchiveHead, 'tables'>,
  file: string,
): Promise<Contents> {
  const contents = { tables: 0, rows: 0 };
  const lines = Readable.from(linesOf(reader, tables, { ...about, tables: tables.map(archived) }, contents), {
    objectMode: false,
  });
  await pipeline(lines, createGzip({ level: 6 }), createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE }));
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return contents;
}

async function* linesOf(
  reader: Reader,
  tables: readonly TableShape[],
  head: ArchiveHead,
  contents: { tables: number; rows: number },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (value: unknown): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  yield line(head);
  for (const table of tables) {
    yield line({ table: table.name });
    const tally = createTally();
    for await (const rows of rowsOf(reader, table)) {
      for (const row of rows) tally.add(JSON.stringify(row));
      yield rows.map(line).join('');
    }
    const foot = tally.foot();
    await refuseMissing(reader, table, foot.rows);
    yield line(foot);
    contents.tables += 1;
    contents.rows += foot.rows;
  }
  yield `${JSON.stringify({ end: contents, sha256: hash.digest('hex') })}\n`;
}

/** Pages are read by the index of the key: the table itself has to hold as many. */
async function refuseMissing(reader: Reader, { name }: TableShape, written: number): Promise<void> {
  const [row] = await reader.all(`SELECT count(*) AS n FROM ${quoted(name)}`, []);
  const rows = Number(row?.['n']);
  if (rows !== written) throw new Error(`${name} has ${String(rows)} rows, and ${String(written)} were read`);
}
