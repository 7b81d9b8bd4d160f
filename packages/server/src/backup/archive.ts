import type { ColumnShape, TableShape } from '../storage/database/shapes.ts';
import { textColumn } from '../storage/database/shapes.ts';

/**
 * A backup is a gzip file of lines of JSON: the head; of each table its name, a list for each row, and a foot; the
 * contents of files; and the end, without which it is incomplete. Values have one form for all databases, so that each can read what another wrote.
 */
export const FORMAT = 2;
/** The format of a backup without contents of files, which earlier versions read too. */
export const FORMAT_WITHOUT_FILES = 1;

/** The first line. */
export interface ArchiveHead {
  readonly ninefold_backup: number;
  /** The version of Ninefold that wrote it. */
  readonly version: string;
  /** The moment that it holds, RFC 3339 UTC. */
  readonly at: string;
  readonly database: 'sqlite' | 'postgres';
  /** In the order of what follows. */
  readonly tables: readonly ArchiveTable[];
}

type ArchiveColumn = Pick<ColumnShape, 'name' | 'holds' | 'scale' | 'key' | 'required' | 'references'>;

export interface ArchiveTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly ArchiveColumn[];
}

/** What comes before the rows of a table. */
export interface ArchiveBegin {
  readonly table: string;
}

/** Decimals are texts, booleans are true or false. */
export type Cell = null | string | number | boolean;

/** How many rows a table has; the SHA-256 of their lines. */
export interface ArchiveFoot {
  readonly rows: number;
  readonly sha256: string;
}

/** Comes before the pieces of the content of a file, each a text in base64; it ends where they are as many bytes. */
export interface ArchiveContent {
  /** The SHA-256 of the content. */
  readonly content: string;
  /** In bytes. */
  readonly size: number;
}

/** The last line; the SHA-256 of all lines before it. */
export interface ArchiveEnd {
  readonly end: {
    readonly tables: number;
    readonly rows: number;
    /** Contents of files; missing where there are none. */
    readonly files?: number;
  };
  readonly sha256: string;
}

/** What a whole archive holds. */
export type Contents = ArchiveEnd['end'];

export function archived({ name, key, columns }: TableShape): ArchiveTable {
  return {
    name,
    key,
    columns: columns.map(({ name: column, holds, scale, key: isKey, required, references }) => ({
      name: column,
      holds,
      scale,
      key: isKey,
      required,
      references,
    })),
  };
}

export function shapeOf({ name, key, columns }: ArchiveTable): TableShape {
  return { name, key, columns: columns.map(({ name: column, ...more }) => textColumn(column, more)) };
}
