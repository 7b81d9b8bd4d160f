import { StartFailure } from '../start-failure.ts';
import { FilesAway } from '../storage/database/failure.ts';
import type { Database, Reader, Writer } from '../storage/database/database.ts';
import { readMeta, writeMeta } from '../storage/schema/meta.ts';
import type { FileCheck } from '../uploads/file-check.ts';
import { createFolderStore, FOLDER, type FileStore } from '../uploads/file-store.ts';
import { readFilesSetting } from '../uploads/files-setting.ts';
import { createTakeAttached, type TakeAttached } from '../uploads/take-attached.ts';
import type { Clock } from '../clock.ts';
import { filesOf, type DataPlace } from './open-place.ts';

/** The store of the contents of files. Throws a `StartFailure` where the setting has not the form of one. */
export async function openFiles(place: DataPlace, log: (line: string) => void): Promise<FileStore> {
  if (typeof place.files !== 'string') return createFolderStore(filesOf(place));
  const setting = readFilesSetting(place.files);
  const { createS3Store } = await import('../uploads/s3-store.ts');
  return createS3Store(setting, log);
}

const WHERE = 'files';
const ANY = 'SELECT 1 FROM "_file" WHERE "hash" IS NOT NULL LIMIT 1';

/** Throws a `StartFailure` where contents lie in another store than this one: all of them would seem to be missing. */
export async function refuseFilesElsewhere(reader: Reader, store: FileStore): Promise<void> {
  const there = (await readMeta(reader, WHERE)) ?? FOLDER;
  if (there === store.name || (await reader.all(ANY, [])).length === 0) return;
  throw new StartFailure('files_elsewhere', { there: named(there), here: named(store.name) });
}

function named(store: string): string | { readonly code: 'files_folder' } {
  return store === FOLDER ? { code: 'files_folder' } : store;
}

/** Notes in which store contents lie from now on. */
export function noteWhereFilesLie(tx: Writer, { name }: FileStore): Promise<void> {
  return writeMeta(tx, WHERE, name);
}

/**
 * A server begins to use a store. Throws a `StartFailure` where contents lie elsewhere, and where the store refuses what the setting
 * says; one that cannot be reached is only told of, since everything else works without it.
 */
export async function useFiles(database: Database, store: FileStore): Promise<void> {
  await refuseFilesElsewhere(database.read, store);
  if ((await readMeta(database.read, WHERE)) !== store.name)
    await database.write((tx) => noteWhereFilesLie(tx, store), 'files');
  await store.look().catch((cause: unknown) => {
    if (!(cause instanceof FilesAway)) throw cause;
  });
}

/** What data files attach is read from the folder of the specification, and checked as what people send. */
export interface AttachedFrom {
  readonly folder: string;
  readonly fileCheck: FileCheck | null;
}

/** What takes in the files of data files. Throws a `StartFailure` at the first of them where contents lie elsewhere. */
export function takeAttachedInto(
  place: DataPlace,
  from: AttachedFrom,
  clock: Clock,
  log: (line: string) => void,
): TakeAttached {
  const store = async (tx: Writer): Promise<FileStore> => {
    const opened = await openFiles(place, log);
    await refuseFilesElsewhere(tx, opened);
    if ((await readMeta(tx, WHERE)) !== opened.name) await noteWhereFilesLie(tx, opened);
    return opened;
  };
  return createTakeAttached({ ...from, filesFolder: filesOf(place), store, clock });
}
