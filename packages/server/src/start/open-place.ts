import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makePrivateFolder } from '../private-files.ts';
import { StartFailure, type StartCode } from '../start-failure.ts';
import type { Database, ReadableDatabase, SurveyLimits } from '../storage/database/database.ts';
import type { StorageFailure } from '../storage/database/failure.ts';
import { storageFailure } from '../storage/failure.ts';
import { isInUse, openSqlite, openSqliteReader } from '../storage/sqlite/open.ts';
import { takeServerLock, type ServerLock } from '../storage/sqlite/server-lock.ts';
import { thrownPart } from '../thrown.ts';
import { closeData } from './close-data.ts';

/** Where an application keeps its data. */
export interface DataPlace {
  /** The folder; made where it is missing. */
  readonly data: string;
  /** `sqlite:<file>` for a file elsewhere, `postgres://…`, or null. */
  readonly database: string | null;
  /** Where the contents of files lie, as `readFilesSetting` reads it; null: in a folder beside the data. */
  readonly files?: string | null;
  /** The name of the application and the folder of its specification, where the data is in a folder of that name since nobody said another. */
  readonly byName?: { readonly name: string; readonly specification: string };
}

/** The folder of the contents of files. */
export function filesOf({ data }: DataPlace): string {
  return join(resolve(data), 'files');
}

/** Opens what is stored to look into it, while servers may use it; null where there is no file yet. */
export async function openStored(place: DataPlace, log: (line: string) => void): Promise<ReadableDatabase | null> {
  const file = fileOf(place);
  if (file === null) return openDatabase(place, log);
  return existsSync(file) ? openSqliteReader(file) : null;
}

/** Opens a database to replace what is stored in it; refused while a server uses it, as far as that can be seen. */
export async function openToRestore(place: DataPlace, log: (line: string) => void): Promise<Database> {
  const file = fileOf(place);
  if (file !== null && existsSync(file) && isInUse(file)) throw new StartFailure('restore_in_use', { file });
  const database = await openAlone(place, 'restore_in_use', log);
  if (!(await database.isServed())) return database;
  await database.close();
  throw new StartFailure('restore_in_use', { file: { code: 'this_database' } });
}

/** Opens a database so that no other process opens a file in this way until it is closed. */
export async function openAlone(
  place: DataPlace,
  refusal: 'data_in_use' | 'restore_in_use',
  log: (line: string) => void,
  limits: DatabaseLimits = {},
): Promise<Database> {
  const file = fileOf(place);
  const lock = file === null ? null : lockFile(file);
  if (file !== null && lock === null) throw new StartFailure(refusal, { file });
  try {
    const database = await openDatabase(place, log, limits);
    return { ...database, close: () => database.close().finally(lock?.release) };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function lockFile(file: string): ServerLock | null {
  try {
    makePrivateFolder(dirname(file));
    return takeServerLock(file);
  } catch (cause) {
    throw fileFailure(file, cause);
  }
}

/** The file of the database, or null where it is not one. */
function fileOf({ data, database }: DataPlace): string | null {
  if (database === null) return join(resolve(data), 'data.sqlite');
  const file = /^sqlite:(.+)$/.exec(database)?.[1];
  return file === undefined ? null : resolve(file);
}

/** What a model says of the time that statements may take, and who opens the database. */
interface DatabaseLimits {
  readonly limits?: SurveyLimits;
  readonly lockMs?: number | undefined;
  readonly serves?: boolean;
}

export async function openDatabase(
  place: DataPlace,
  log: (line: string) => void,
  options: DatabaseLimits = {},
): Promise<Database> {
  const file = fileOf(place);
  if (file !== null) return inFile(file, log, options.limits);
  const database = place.database ?? '';
  if (!/^postgres(?:ql)?:\/\//.test(database)) throw new StartFailure('database_form');
  const { openPostgres } = await import('../storage/postgres/open.ts');
  return openPostgres(database, { log, ...options });
}

async function inFile(file: string, log: (line: string) => void, limits: SurveyLimits | undefined): Promise<Database> {
  try {
    const opened = await openSqlite(file, limits);
    closeData(file, log);
    return opened;
  } catch (cause) {
    throw fileFailure(file, cause);
  }
}

/** Why a file cannot be used. */
function fileFailure(file: string, cause: unknown): StartFailure {
  const failure = storageFailure(cause);
  if (failure === 'storage_damaged') return new StartFailure('data_damaged', { file }, cause);
  if (failure === 'storage_full') return new StartFailure('data_full', { file }, cause);
  if (failure === 'busy') return new StartFailure('data_in_use', { file }, cause);
  if (failure === 'storage_read_only' || isReadOnly(dirname(file)))
    return new StartFailure('data_read_only', { file }, cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartFailure('data_file', { file, reason }, cause);
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (cause) {
    return ['EACCES', 'EROFS', 'EPERM'].includes(String(thrownPart(cause, 'code')));
  }
}

/** A failure of the storage itself while it is brought to a specification, as a sentence; anything else as it is. */
export function startFailureOf(error: unknown, place: DataPlace): unknown {
  const failure = storageFailure(error);
  if (failure === null) return error;
  const file = fileOf(place) ?? ({ code: 'this_database' } as const);
  const code = FAILURES[failure];
  return code === undefined ? error : new StartFailure(code, { file }, error);
}

const FAILURES: Readonly<Partial<Record<StorageFailure, StartCode>>> = {
  storage_full: 'data_full',
  storage_damaged: 'data_damaged',
  storage_read_only: 'data_read_only',
  storage_away: 'data_away',
  busy: 'data_busy',
  files_away: 'files_away',
};
