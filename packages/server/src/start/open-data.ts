import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { LimitEntry, Model } from '@ninefold/model';
import type { ServedApplication } from '../specification/served.ts';
import type { DataFilesChoice } from '../data/data-conflict.ts';
import { loadDataIn, type LoadReport } from '../data/load-data.ts';
import { type DataPreview, previewDataFiles } from '../data/preview-data.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import {
  surveyLimits,
  type Database,
  type ReadableDatabase,
  type Reader,
  type SurveyLimits,
  type Writer,
} from '../storage/database/database.ts';
import { migrateIn } from '../records/migrate.ts';
import { readMeta, writeMeta } from '../storage/schema/meta.ts';
import type { Change } from '../storage/migration/changes/change.ts';
import { followsModel, previewMigration, type MigrationReport } from '../storage/migration/migrate.ts';
import { isInUse, openSqlite, openSqliteReader } from '../storage/sqlite/open.ts';
import { makePrivateFolder } from '../private-files.ts';
import { closeData } from './close-data.ts';
import { thrownPart } from '../thrown.ts';
import { StartFailure, type StartCode } from '../start-failure.ts';
import type { StorageFailure } from '../storage/database/failure.ts';
import { storageFailure } from '../storage/failure.ts';
import { readFingerprint } from '../storage/migration/fingerprint.ts';
import { takeServerLock, type ServerLock } from '../storage/sqlite/server-lock.ts';
import { OWN_TABLES } from './runtime-tables.ts';
import { startReason } from './data-sentences.ts';

/** Where an application keeps its data. */
export interface DataPlace {
  /** The folder; made where it is missing. */
  readonly data: string;
  /** `sqlite:<file>` for a file elsewhere, `postgres://…`, or null. */
  readonly database: string | null;
}

/** How stored data is brought to a specification. */
export interface AdoptOptions {
  /** Loads `data/demo` too. */
  readonly demo: boolean;
  /** RFC 3339 UTC. */
  readonly now: string;
  /** Names of what stored data may lose: `ticket.priority`. */
  readonly acceptLoss: readonly string[];
  /** False: a specification whose place a later one has taken is refused where several servers may use the database. */
  readonly goBack?: boolean;
  /** The data is opened by a server, which others must know of; otherwise by a command that ends soon. */
  readonly serves?: true;
  /** What becomes of rows that changed in a data file after people changed their records; otherwise `keep`. */
  readonly dataFiles?: DataFilesChoice;
  /** Told what a migration is about to do. */
  readonly begins?: (changes: readonly Change[]) => void;
}

/** An open database, and what was done to bring it to the specification. */
export interface OpenedData {
  readonly database: Database;
  readonly migration: MigrationReport;
  readonly data: LoadReport;
}

/** What a start would do: to the shape of stored data, and by its data files. */
export interface DataOutlook extends MigrationReport {
  readonly data: DataPreview;
}

/** Opens the database, brings it to the shape of the model, and loads the data files that are not in it yet. */
export async function openData(
  place: DataPlace,
  application: ServedApplication,
  options: AdoptOptions,
  log: (line: string) => void,
): Promise<OpenedData> {
  const { limits } = application.model;
  const database = await openAlone(place, 'data_in_use', log, {
    limits: surveyLimits(limits),
    lockMs: msOf(limits['lock_ms']),
    serves: options.serves === true,
  });
  try {
    return { database, ...(await adoptModel(database, application, options)) };
  } catch (error) {
    await database.close();
    throw startFailureOf(error, place);
  }
}

function msOf(limit: LimitEntry | undefined): number | undefined {
  return typeof limit?.value === 'number' ? limit.value : undefined;
}

/**
 * Brings an open database to the shape of a model and loads its data files, both or neither. Throws `MigrationRefused`
 * where stored data is in the way, and `StartFailure` where a data file is, or a consent that names nothing.
 */
export async function adoptModel(
  db: Database,
  application: ServedApplication,
  { demo, now, acceptLoss, goBack, dataFiles = 'keep', begins }: AdoptOptions,
): Promise<Omit<OpenedData, 'database'>> {
  const { model, former } = application;
  const accepted = new Set(acceptLoss);
  const mayGoBack = goBack !== false || db.dialect.id === 'sqlite'; // no other server uses the file
  try {
    const { fingerprint, ...done } = await db.alone(async (tx) => {
      const migration = await migrateIn(tx, model, OWN_TABLES, {
        former,
        now,
        accepted,
        goBack: mayGoBack,
        ...(begins && { begins }),
      });
      const data = await loadDataIn(tx, db, application, { demo, now, dataFiles });
      await noteSpecification(tx, db, model, now);
      return { migration, data, fingerprint: await readFingerprint(tx) };
    });
    if (fingerprint !== null) db.keepTo(fingerprint);
    return done;
  } catch (error) {
    throw await startReason(application, error);
  }
}

/** The audit log keeps that another specification is served, since that changes roles and limits. */
async function noteSpecification(tx: Writer, db: Database, model: Model, now: string): Promise<void> {
  const served = await readMeta(tx, 'served');
  if (served === model.hash) return;
  await writeMeta(tx, 'served', model.hash);
  const details = { from: served, to: model.hash };
  createAuditLog(db, model, () => now).add(tx, { act: 'specification_changed', details });
}

/** What a start would do to stored data. Touches nothing; null where there is none yet. */
export function previewData(
  place: DataPlace,
  application: ServedApplication,
  options: PreviewOptions,
  log: (line: string) => void,
): Promise<DataOutlook | null> {
  return lookInto(place, log, ({ read }) => previewIn(read, application, options));
}

export type PreviewOptions = Pick<AdoptOptions, 'now' | 'acceptLoss'>;

/** The same for an open database. */
export async function previewIn(
  reader: Reader,
  application: ServedApplication,
  options: PreviewOptions,
): Promise<DataOutlook> {
  const migration = await previewShape(reader, application, options);
  if (migration.created) return { ...migration, data: { files: [], conflicts: [] } };
  const fits = migration.changes.length === 0;
  return { ...migration, data: await previewDataFiles(reader, application, { now: options.now, fits }) };
}

async function previewShape(
  reader: Reader,
  application: ServedApplication,
  { now, acceptLoss }: PreviewOptions,
): Promise<MigrationReport> {
  const { model, former } = application;
  try {
    return await previewMigration(reader, model, OWN_TABLES, { former, now, accepted: new Set(acceptLoss) });
  } catch (error) {
    throw await startReason(application, error);
  }
}

async function lookInto<T>(
  place: DataPlace,
  log: (line: string) => void,
  look: (database: ReadableDatabase) => Promise<T>,
): Promise<T | null> {
  const database = await openStored(place, log);
  if (database === null) return null;
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

/** Opens what is stored to look into it, while servers may use it; null where there is no file yet. */
export async function openStored(place: DataPlace, log: (line: string) => void): Promise<ReadableDatabase | null> {
  const file = fileOf(place);
  if (file === null) return open(place, log);
  return existsSync(file) ? openSqliteReader(file) : null;
}

/** Opens stored data that a start would leave as it is; it is neither made nor changed by that. */
export async function openFitting(
  place: DataPlace,
  application: ServedApplication,
  now: string,
  log: (line: string) => void,
): Promise<Database> {
  const preview = await lookInto(place, log, ({ read }) => previewShape(read, application, { now, acceptLoss: [] }));
  if (preview === null || preview.created) throw new StartFailure('nothing_stored');
  const database = await open(place, log);
  try {
    const { model, former } = application;
    const stored = await readFingerprint(database.read);
    if (stored === null || !(await followsModel(database.read, model, OWN_TABLES, { former, now })))
      throw new StartFailure('stored_otherwise');
    database.keepTo(stored);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
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
async function openAlone(
  place: DataPlace,
  refusal: 'data_in_use' | 'restore_in_use',
  log: (line: string) => void,
  limits: DatabaseLimits = {},
): Promise<Database> {
  const file = fileOf(place);
  const lock = file === null ? null : lockFile(file);
  if (file !== null && lock === null) throw new StartFailure(refusal, { file });
  try {
    const database = await open(place, log, limits);
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

async function open(place: DataPlace, log: (line: string) => void, options: DatabaseLimits = {}): Promise<Database> {
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
function startFailureOf(error: unknown, place: DataPlace): unknown {
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
};
