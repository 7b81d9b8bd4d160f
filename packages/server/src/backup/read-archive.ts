import { isList } from '@ninefold/model';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { linesOf } from '../lines-of.ts';
import { StartFailure } from '../start-failure.ts';
import type { TableShape } from '../storage/database/shapes.ts';
import {
  FORMAT,
  shapeOf,
  type ArchiveBegin,
  type ArchiveContent,
  type ArchiveEnd,
  type ArchiveFoot,
  type ArchiveHead,
  type Cell,
  type Contents,
} from './archive.ts';
import { createTally, type Tally } from './rows.ts';

/** The steps that are called while an archive is read. */
export interface ArchiveVisitor {
  /** Before the first row. */
  begin(tables: readonly TableShape[]): Promise<void>;
  rows(table: TableShape, rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Before the pieces of a content. */
  content(begin: ArchiveContent): Promise<void>;
  piece(bytes: Buffer): Promise<void>;
  /** After its last piece: it is the one that was written. */
  contentEnd(hash: string): Promise<void>;
  /** After the last row, which are as many and the same as were written. */
  tableEnd(table: TableShape, foot: ArchiveFoot): Promise<void>;
}

/** The whole of what an archive says. */
export interface ReadArchive {
  readonly head: ArchiveHead;
  readonly contents: Contents;
}

const AT_ONCE = 500;
const NOTHING: ArchiveVisitor = {
  begin: async () => undefined,
  rows: async () => undefined,
  tableEnd: async () => undefined,
  content: async () => undefined,
  piece: async () => undefined,
  contentEnd: async () => undefined,
};

/** Reads an archive to its end. Throws a `StartFailure` where it is none, of a later format, damaged or not whole. */
export async function readArchive(file: string, visitor: ArchiveVisitor = NOTHING): Promise<ReadArchive> {
  const reading = createReading(file, visitor);
  try {
    await pipeline(createReadStream(file), createGunzip(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const line of linesOf(unpacked)) await reading.line(line);
    });
    return reading.end();
  } catch (cause) {
    throw failureOf(cause, file);
  }
}

function failureOf(cause: unknown, file: string): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code.startsWith('Z_') || cause instanceof SyntaxError) return new StartFailure('backup_damaged', { file }, cause);
  if (/^E[A-Z]+$/.test(code)) return new StartFailure('backup_unreadable', { file, reason: code }, cause);
  return cause;
}

function createReading(file: string, visitor: ArchiveVisitor) {
  const damaged = (): StartFailure => new StartFailure('backup_damaged', { file });
  const hash = createHash('sha256');
  let head: ArchiveHead | null = null;
  let end: ArchiveEnd | null = null;
  let tables: readonly TableShape[] = [];
  let table: TableShape | null = null;
  let tally: Tally = createTally();
  let rows: (readonly Cell[])[] = [];
  const count = { tables: 0, rows: 0, files: 0 };
  const content = createContentReading(visitor, damaged);
  const handOver = async (of: TableShape): Promise<void> => {
    const some = rows;
    rows = [];
    if (some.length > 0) await visitor.rows(of, some);
  };
  const row = async (cells: readonly Cell[], text: string): Promise<void> => {
    if (table === null) throw damaged();
    tally.add(text);
    rows.push(cells);
    if (rows.length >= AT_ONCE) await handOver(table);
  };
  const foot = async (wanted: ArchiveFoot): Promise<void> => {
    if (table === null) throw damaged();
    const found = tally.foot();
    if (found.rows !== wanted.rows || found.sha256 !== wanted.sha256) throw damaged();
    await handOver(table);
    await visitor.tableEnd(table, wanted);
    count.tables += 1;
    count.rows += wanted.rows;
    table = null;
  };
  const begin = ({ table: name }: ArchiveBegin): void => {
    const next = tables[count.tables];
    if (table !== null || next?.name !== name) throw damaged();
    table = next;
    tally = createTally();
  };
  return {
    line: async (text: string): Promise<void> => {
      if (end !== null) throw damaged();
      const value: ArchiveHead | ArchiveBegin | ArchiveFoot | ArchiveEnd | ArchiveContent | string | readonly Cell[] =
        JSON.parse(text);
      if (head === null) {
        head = headOf(value, file);
        tables = head.tables.map(shapeOf);
        await visitor.begin(tables);
      } else if (typeof value === 'string') await content.piece(value);
      else if (content.isOpen()) throw damaged();
      else if ('content' in value) {
        if (table !== null) throw damaged();
        await content.begin(value);
        count.files += 1;
      } else if ('end' in value) {
        if (hash.digest('hex') !== value.sha256) throw damaged();
        end = value;
        return;
      } else if (isList(value)) await row(value, text);
      else if ('table' in value) begin(value);
      else if ('sha256' in value) await foot(value);
      else throw damaged();
      hash.update(`${text}\n`);
    },
    end: (): ReadArchive => {
      const isWhole =
        end?.end.tables === count.tables &&
        end.end.rows === count.rows &&
        table === null &&
        (end.end.files ?? 0) === count.files;
      if (head === null || !isWhole) throw damaged();
      return { head, contents: count };
    },
  };
}

/** Reads the pieces of contents. */
function createContentReading(visitor: ArchiveVisitor, damaged: () => StartFailure) {
  let open: { readonly of: ArchiveContent; readonly hash: Hash; left: number } | null = null;
  const endIfWhole = async (): Promise<void> => {
    if (open === null || open.left > 0) return;
    const { of, hash, left } = open;
    open = null;
    if (left < 0 || hash.digest('hex') !== of.content) throw damaged();
    await visitor.contentEnd(of.content);
  };
  return {
    isOpen: (): boolean => open !== null,
    begin: async (of: ArchiveContent): Promise<void> => {
      open = { of, hash: createHash('sha256'), left: of.size };
      await visitor.content(of);
      await endIfWhole();
    },
    piece: async (text: string): Promise<void> => {
      if (open === null) throw damaged();
      const bytes = Buffer.from(text, 'base64');
      open.hash.update(bytes);
      open.left -= bytes.length;
      await visitor.piece(bytes);
      await endIfWhole();
    },
  };
}

function headOf(value: object | string, file: string): ArchiveHead {
  if (typeof value === 'string') throw new StartFailure('backup_damaged', { file });
  const format = 'ninefold_backup' in value ? value.ninefold_backup : null;
  if (typeof format !== 'number') throw new StartFailure('backup_damaged', { file });
  if (format > FORMAT) throw new StartFailure('backup_later', { file });
  return value as ArchiveHead; // its first line, which says that it is of this format
}
