import type { Application, DataFile, Issue } from '@ninefold/spec';
import { createHash } from 'node:crypto';

/** A data file whose rows are read when somebody needs them. */
export interface LazyDataFile extends Omit<DataFile, 'rows'> {
  /** Stands for its rows, as `rowsHash` says of rows in memory. */
  readonly hash: string;
  read(): Promise<DataFile['rows']>;
}

/** An application as a server runs it: rows need not be in memory. */
export interface ServedApplication extends Omit<Application, 'data'> {
  readonly data: readonly (DataFile | LazyDataFile)[];
}

/** A specification that a server can run, or what keeps it from that. */
export interface ServedSpecification {
  /** Null when an issue of severity `error` was found. */
  readonly application: ServedApplication | null;
  readonly issues: readonly Issue[];
}

/** Stands for the rows of a data file. */
export function rowsHash(file: DataFile | LazyDataFile): string {
  return 'rows' in file ? createHash('sha256').update(JSON.stringify(file.rows)).digest('hex') : file.hash;
}

/** The same files with their rows in memory. */
export function withRows(files: readonly (DataFile | LazyDataFile)[]): Promise<readonly DataFile[]> {
  return Promise.all(files.map(readRows));
}

async function readRows(file: DataFile | LazyDataFile): Promise<DataFile> {
  if ('rows' in file) return file;
  const { path, entity, kind, demo } = file;
  return { path, entity, kind, demo, rows: await file.read() };
}
