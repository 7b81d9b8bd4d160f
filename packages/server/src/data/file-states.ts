import type { DataFile } from '@ninefold/spec';
import { type LazyDataFile, rowsHash } from '../specification/served.ts';
import type { Reader } from '../storage/database/database.ts';
import { readMeta } from '../storage/schema/meta.ts';
import type { FileState } from './match-seeds.ts';

export type File = DataFile | LazyDataFile;

/** Which data files have to be looked at, and what was loaded of each before. */
export interface FileStates {
  /** Files that changed, that are new, that have rows in conflict, or whose rows were loaded before rows were remembered. */
  readonly open: readonly File[];
  readonly of: (path: string) => FileState;
}

export async function fileStates(reader: Reader, files: readonly File[]): Promise<FileStates> {
  const open: File[] = [];
  const states = new Map<string, FileState>();
  for (const file of files) {
    const [mark, hash] = [await readMeta(reader, metaKey(file)), rowsHash(file)];
    const isRemembered = mark === loadedMark(hash, false);
    if (!isRemembered) open.push(file);
    states.set(file.path, mark === null ? 'never' : isRemembered || mark === hash ? 'as_it_is' : 'otherwise');
  }
  return { open, of: (path) => states.get(path) ?? 'never' };
}

/** Whether a data file has been loaded as it is, apart from rows in conflict. */
export async function isLoaded(reader: Reader, file: File): Promise<boolean> {
  const [mark, hash] = [await readMeta(reader, metaKey(file)), rowsHash(file)];
  return mark === hash || mark === loadedMark(hash, false) || mark === loadedMark(hash, true);
}

/** Whether a data file has been loaded, as it is or otherwise. */
export async function wasLoaded(reader: Reader, file: File): Promise<boolean> {
  return (await readMeta(reader, metaKey(file))) !== null;
}

/** What the database keeps of a loaded file. Versions that remembered no rows kept the hash alone. */
export function loadedMark(hash: string, hasConflicts: boolean): string {
  return `${hasConflicts ? 'open' : 'rows'} ${hash}`;
}

export function metaKey({ path }: File): string {
  return `data ${path}`;
}

/** These files and the others of the same entities: records and their past events are loaded together. */
export function withPartners(files: readonly File[], open: readonly File[]): readonly File[] {
  const entities = new Set(open.map(({ entity }) => entity));
  return files.filter(({ entity }) => entities.has(entity));
}
