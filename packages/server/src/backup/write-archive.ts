import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { PRIVATE_FILE } from '../private-files.ts';
import type { Reader } from '../storage/database/database.ts';
import { quoted } from '../storage/sql/names.ts';
import type { FileStore } from '../uploads/file-store.ts';
import type { Row } from '../storage/sql/sql-value.ts';
import type { TableShape } from '../storage/database/shapes.ts';
import { FILE_TABLE } from '../storage/schema/file-tables.ts';
import { archived, type ArchiveContent, type ArchiveHead, type Contents } from './archive.ts';
import { createTally, rowsOf } from './rows.ts';

/** Where an archive is written, and where the contents of files are read. */
interface ArchivePlace {
  readonly file: string;
  readonly store: FileStore;
  readonly log: (line: string) => void;
}

interface Counted {
  tables: number;
  rows: number;
  files: number;
}

/** Writes what a reader sees to a new file, which only its owner may read; it is on the disk when this ends. */
export async function writeArchive(
  reader: Reader,
  tables: readonly TableShape[],
  about: Omit<ArchiveHead, 'tables'>,
  { file, store, log }: ArchivePlace,
): Promise<Contents> {
  const contents = { tables: 0, rows: 0, files: 0 };
  const lines = Readable.from(
    linesOf(reader, tables, { ...about, tables: tables.map(archived) }, { contents, store, log }),
    {
      objectMode: false,
    },
  );
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
  { contents, store, log }: Pick<ArchivePlace, 'store' | 'log'> & { readonly contents: Counted },
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
  for await (const value of hasFiles(tables) ? contentsOf(reader, store, log) : []) {
    if (typeof value !== 'string') contents.files += 1;
    yield line(value);
  }
  yield `${JSON.stringify({ end: contents, sha256: hash.digest('hex') })}\n`;
}

/** Whether the table of files is among these. */
export function hasFiles(tables: readonly TableShape[]): boolean {
  return tables.some(({ name }) => name === FILE_TABLE.name);
}

const HASHES = `SELECT "hash", min("size") AS "size" FROM "_file" WHERE "hash" > ? AND "type" IS NOT NULL GROUP BY "hash" ORDER BY "hash" LIMIT 500`;
/** Bytes of one piece: a multiple of three, so that pieces in base64 have no filling. */
const PIECE_BYTES = 196_608;

/** The content of each file that a reader sees, in pieces. One that is not there is told and left out: its file cannot be read anyway. */
async function* contentsOf(
  reader: Reader,
  store: FileStore,
  log: (line: string) => void,
): AsyncGenerator<ArchiveContent | string> {
  for (let after: string | null = ''; after !== null; ) {
    const rows: readonly Row[] = await reader.all(HASHES, [after]);
    for (const { hash, size } of rows) {
      const content = await store.read(String(hash), null);
      if (content === null) {
        log(`The content ${String(hash)} of a file is missing.`);
        continue;
      }
      yield { content: String(hash), size: Number(size) };
      for await (const piece of piecesOf(content)) yield piece.toString('base64');
    }
    after = rows.length === 0 ? null : String(rows.at(-1)?.['hash']);
  }
}

async function* piecesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES);
  }
  if (rest.length > 0) yield rest;
}

/** Pages are read by the index of the key: the table itself has to hold as many. */
async function refuseMissing(reader: Reader, { name }: TableShape, written: number): Promise<void> {
  const [row] = await reader.all(`SELECT count(*) AS n FROM ${quoted(name)}`, []);
  const rows = Number(row?.['n']);
  if (rows !== written) throw new Error(`${name} has ${String(rows)} rows, and ${String(written)} were read`);
}
