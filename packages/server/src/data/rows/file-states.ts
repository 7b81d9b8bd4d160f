import { isSecret, type Model } from '@ninefold/model';
import type { DataFile } from '@ninefold/spec';
import { stretchedHash } from '../../sealing/seal.ts';
import { type LazyDataFile, rowsHash } from '../../specification/served.ts';
import type { Reader } from '../../storage/database/database.ts';
import { readMeta } from '../../storage/schema/meta.ts';
import type { FileState } from './match-seeds.ts';

export type File = DataFile | LazyDataFile;

/** Which data files have to be looked at, and what was loaded of each before. */
export interface FileStates {
  /** Files that changed, that are new, that have rows in conflict, or whose rows were loaded before rows were remembered. */
  readonly open: readonly File[];
  readonly of: (path: string) => FileState;
}

export async function fileStates(reader: Reader, model: Model, files: readonly File[]): Promise<FileStates> {
  const open: File[] = [];
  const states = new Map<string, FileState>();
  for (const file of files) {
    const [mark, hash] = [await readMeta(reader, metaKey(file)), hashOf(model, file)];
    const isRemembered = mark === `${ALL_ROWS} ${hash}`;
    if (!isRemembered) open.push(file);
    states.set(
      file.path,
      mark === null ? 'never' : isRemembered || isOld(mark, [hash, rowsHash(file)]) ? 'as_it_is' : 'otherwise',
    );
  }
  return { open, of: (path) => states.get(path) ?? 'never' };
}

/** Whether a data file has been loaded as it is, apart from rows in conflict. */
export async function isLoaded(reader: Reader, model: Model, file: File): Promise<boolean> {
  const [mark, hash] = [await readMeta(reader, metaKey(file)), hashOf(model, file)];
  return isOld(mark, [hash, rowsHash(file)]) || mark === `${ALL_ROWS} ${hash}` || mark === `${NOT_ALL_ROWS} ${hash}`;
}

/** Whether a data file has been loaded, as it is or otherwise. */
export async function wasLoaded(reader: Reader, file: File): Promise<boolean> {
  return (await readMeta(reader, metaKey(file))) !== null;
}

/** Whether a mark is of a version that remembered no rows, or of the time before a field of them became a secret: the hash alone. */
function isOld(mark: string | null, hashes: readonly string[]): boolean {
  return mark !== null && hashes.includes(mark);
}

/** What the database keeps of a loaded file. */
export function loadedMark(model: Model, file: File, hasConflicts: boolean): string {
  return `${hasConflicts ? NOT_ALL_ROWS : ALL_ROWS} ${hashOf(model, file)}`;
}

const ALL_ROWS = 'rows';
const NOT_ALL_ROWS = 'open';

/** Stands for the rows of a file. Where they hold secrets, nobody guesses these from it in an instant. */
function hashOf({ entities }: Model, file: File): string {
  const hash = rowsHash(file);
  const fields = Object.values(entities[file.entity]?.fields ?? {});
  return fields.some(isSecret) ? stretchedHash(hash, metaKey(file)) : hash;
}

export function metaKey({ path }: File): string {
  return `data ${path}`;
}

/** These files and the others of the same entities: records and their past events are loaded together. */
export function withPartners(files: readonly File[], open: readonly File[]): readonly File[] {
  const entities = new Set(open.map(({ entity }) => entity));
  return files.filter(({ entity }) => entities.has(entity));
}
