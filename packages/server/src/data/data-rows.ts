import { createHash } from 'node:crypto';
import type { DataFile } from '@ninefold/spec';
import type { RestingFile } from '../specification/served.ts';

/** Stands for the rows of a data file. */
export function rowsHash(file: DataFile | RestingFile): string {
  return 'rows' in file ? createHash('sha256').update(JSON.stringify(file.rows)).digest('hex') : file.hash;
}

/** The same files with their rows at hand. */
export function withRows(files: readonly (DataFile | RestingFile)[]): Promise<readonly DataFile[]> {
  return Promise.all(files.map(atHand));
}

async function atHand(file: DataFile | RestingFile): Promise<DataFile> {
  if ('rows' in file) return file;
  const { path, entity, kind, demo } = file;
  return { path, entity, kind, demo, rows: await file.read() };
}
