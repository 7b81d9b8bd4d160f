import { scopeAt, type LimitEntry, type Model } from '@ninefold/model';
import { createAuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { DataFilesChoice } from '../data/rows/data-conflict.ts';
import { loadDataIn, type LoadReport } from '../data/load-data.ts';
import { type DataPreview, previewDataFiles } from '../data/preview-data.ts';
import { markWatched } from '../records/calls/subscription-rows.ts';
import { adoptLimits } from '../limits/adopt-limits.ts';
import { migrateIn } from '../records/migrate.ts';
import { verifyTimers } from '../records/writing/following/verify-timers.ts';
import type { ServedApplication } from '../specification/served.ts';
import { StartFailure } from '../start-failure.ts';
import {
  surveyLimits,
  type Database,
  type ReadableDatabase,
  type Reader,
  type Writer,
} from '../storage/database/database.ts';
import type { Change } from '../storage/migration/changes/change.ts';
import { readFingerprint } from '../storage/migration/fingerprint.ts';
import { followsModel, previewMigration, type MigrationReport } from '../storage/migration/migrate.ts';
import { readMeta, writeMeta } from '../storage/schema/meta.ts';
import type { TakeAttached } from '../uploads/take-attached.ts';
import { startReason } from './data-sentences.ts';
import { noteSpecificationFolder, refuseDataElsewhere } from './data-elsewhere.ts';
import { takeAttachedInto, type AttachedFrom } from './open-files.ts';
import { openAlone, openDatabase, openStored, startFailureOf, type DataPlace } from './open-place.ts';
import { OWN_TABLES } from './runtime-tables.ts';

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
  /** Where the files lie that cells of data files name; without it none can be loaded. */
  readonly attached?: AttachedFrom;
  /** Told what a migration is about to do. */
  readonly begins?: (changes: readonly Change[]) => void;
}

/** An open database, and what was done to bring it to the specification. */
export interface OpenedData {
  readonly database: Database;
  readonly migration: MigrationReport;
  readonly data: LoadReport;
  /** Limits that were set while the application ran to what the specification does not take any more: they have its value again. */
  readonly unfitLimits: readonly string[];
}

interface Adopted extends Omit<OpenedData, 'database'> {
  readonly fingerprint: string | null;
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
  await refuseDataElsewhere(place, application.model);
  const database = await openAlone(place, 'data_in_use', log, {
    limits: surveyLimits(limits),
    lockMs: msOf(limits['lock_ms']),
    serves: options.serves === true,
  });
  try {
    const adopted = await adoptModel(
      database,
      application,
      options,
      takeOf(place, { ...options, clock: () => options.now }, log),
    );
    noteSpecificationFolder(place);
    for (const id of adopted.unfitLimits)
      log(
        `limits.${id}: what it was set to while the application ran is nothing that it may be any more. It has the value of the specification.`,
      );
    return { database, ...adopted };
  } catch (error) {
    await database.close();
    throw startFailureOf(error, place);
  }
}

/** What takes in the files that cells of data files name; null where they lie nowhere. */
export function takeOf(
  place: DataPlace,
  { attached, clock }: Pick<AdoptOptions, 'attached'> & { readonly clock: Clock },
  log: (line: string) => void,
): TakeAttached | null {
  return attached === undefined ? null : takeAttachedInto(place, attached, clock, log);
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
  take: TakeAttached | null = null,
): Promise<Omit<OpenedData, 'database'>> {
  const { model, former } = application;
  const accepted = new Set(acceptLoss);
  const mayGoBack = goBack !== false || db.dialect.id === 'sqlite'; // no other server uses the file
  try {
    const { fingerprint, ...done } = await db.alone(async (tx): Promise<Adopted> => {
      const migration = await migrateIn(tx, model, OWN_TABLES, {
        former,
        now,
        accepted,
        goBack: mayGoBack,
        ...(begins && { begins }),
      });
      await markWatched(tx);
      const limits = await adoptLimits(tx, model, former);
      const data = await loadDataIn(tx, db, { ...application, model: limits.model }, { demo, now, dataFiles, take });
      const isChanged = migration.changes.length > 0 || data.files.length > 0;
      await verifyTimers(tx, limits.model, { scope: scopeAt(limits.model, now), isChanged });
      await noteSpecification(tx, db, model, now);
      return { migration, data, unfitLimits: limits.unfit, fingerprint: await readFingerprint(tx) };
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

/** What a start would do to stored data. Touches nothing; null where there is none yet. Throws `StartFailure` where it lies under another name. */
export async function previewData(
  place: DataPlace,
  application: ServedApplication,
  options: PreviewOptions,
  log: (line: string) => void,
): Promise<DataOutlook | null> {
  await refuseDataElsewhere(place, application.model);
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

/** Opens stored data that a start would leave as it is; it is neither made nor changed by that. */
export async function openFitting(
  place: DataPlace,
  application: ServedApplication,
  now: string,
  log: (line: string) => void,
): Promise<Database> {
  const preview = await lookInto(place, log, ({ read }) => previewShape(read, application, { now, acceptLoss: [] }));
  if (preview === null || preview.created) throw new StartFailure('nothing_stored');
  const database = await openDatabase(place, log);
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
