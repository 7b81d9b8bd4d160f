import { thrownPart } from '../thrown.ts';
import { existsSync, rmSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makePrivateFolder } from '../private-files.ts';
import { StartFailure } from '../start-failure.ts';
import type { TableShape } from '../storage/database/shapes.ts';
import type { Reader } from '../storage/database/database.ts';
import { openFiles, refuseFilesElsewhere } from '../start/open-files.ts';
import { openStored, startFailureOf, type DataPlace } from '../start/open-place.ts';
import { RUNTIME_TABLES } from '../start/runtime-tables.ts';
import { refuseHalfway } from '../storage/migration/halfway.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import { FORMAT, FORMAT_WITHOUT_FILES, type Contents } from './archive.ts';
import { loadArchive } from './load-archive.ts';
import { isEmpty, storedTables } from './stored-tables.ts';
import { hasFiles, writeArchive } from './write-archive.ts';

/** A backup that was made. */
export interface BackupMade extends Contents {
  readonly file: string;
  /** Its size. */
  readonly bytes: number;
}

/** What a backup says of itself. */
export interface BackupOptions {
  /** The version of Ninefold. */
  readonly version: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly log: (line: string) => void;
}

/**
 * Writes everything that is stored at one moment to a new file, while servers go on. Before the file gets its name it is
 * restored into an empty database beside it and compared row by row. Throws a `StartFailure` where there is nothing to
 * back up, what is stored is damaged, or the file is there already.
 */
export async function backup(place: DataPlace, to: string, options: BackupOptions): Promise<BackupMade> {
  const file = resolve(to);
  if (existsSync(file)) throw new StartFailure('backup_exists', { file });
  const database = await openStored(place, options.log);
  if (database === null) throw new StartFailure('backup_nothing');
  const part = `${file}.part`;
  try {
    const store = await openFiles(place, options.log);
    inFolder(file);
    rmSync(part, { force: true });
    const contents = await database.snapshot(async (reader) => {
      if (await isEmpty(reader)) throw new StartFailure('backup_nothing');
      await refuseHalfway(reader);
      const damage = await reader.dialect.damage(reader);
      if (damage !== null) throw new StartFailure('backup_of_damaged', { reason: damage });
      const tables = await storedTables(reader, RUNTIME_TABLES);
      const holds = await holdsFiles(reader, tables);
      if (holds) await refuseFilesElsewhere(reader, store);
      const ninefold_backup = holds ? FORMAT : FORMAT_WITHOUT_FILES;
      const head = { ninefold_backup, version: options.version, at: options.at, database: reader.dialect.id };
      return writeArchive(reader, tables, head, {
        ...{ file: part, store, log: options.log },
      });
    });
    await rehearse(part);
    await rename(part, file);
    return { ...contents, file, bytes: (await stat(file)).size };
  } catch (cause) {
    throw startFailureOf(cause, place);
  } finally {
    rmSync(part, { force: true });
    await database.close();
  }
}

/** Whether there are files at all: a database that no later version has opened has no table of them. */
async function holdsFiles(reader: Reader, tables: readonly TableShape[]): Promise<boolean> {
  return hasFiles(tables) && (await reader.all('SELECT 1 FROM "_file" LIMIT 1', [])).length > 0;
}

function inFolder(file: string): void {
  try {
    makePrivateFolder(dirname(file));
  } catch (cause) {
    throw new StartFailure('backup_unwritable', { file, reason: String(thrownPart(cause, 'code')) }, cause);
  }
}

/** Restores an archive into a database that is thrown away. */
async function rehearse(archive: string): Promise<void> {
  const scratch = `${archive}.sqlite`;
  const remove = (): void => ['', '-wal', '-shm'].forEach((end) => rmSync(`${scratch}${end}`, { force: true }));
  remove();
  const database = await openSqlite(scratch);
  try {
    await database.alone((tx) => loadArchive(tx, archive));
    const damage = await database.dialect.damage(database.read);
    if (damage !== null) throw new StartFailure('backup_of_damaged', { reason: damage });
  } catch (cause) {
    if (database.dialect.violation(cause)?.kind !== 'reference') throw cause;
    throw new StartFailure('backup_of_damaged', { reason: cause instanceof Error ? cause.message : '' }, cause);
  } finally {
    await database.close();
    remove();
  }
}
