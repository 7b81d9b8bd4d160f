import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ServedApplication } from '../specification/served.ts';
import { CREDENTIAL_TABLE } from '../accounts/credential-store.ts';
import { INVITATION_TABLE } from '../accounts/invitation-store.ts';
import { TRY_TABLE } from '../accounts/tries.ts';
import { DataRefused, type DataProblem } from '../data/data-refused.ts';
import { loadDataIn } from '../data/load-data.ts';
import { FAULT_TABLE } from '../intake/fault-store.ts';
import { JOB_TABLE } from '../jobs/jobs.ts';
import { PRESENCE_TABLE } from '../presence/presence.ts';
import { KEY_TABLE } from '../keys/key-store.ts';
import { SESSION_TABLE } from '../sessions/session-store.ts';
import type { Database, ReadableDatabase } from '../storage/database.ts';
import { migrateIn, previewMigration, type MigrationReport } from '../storage/schema/migrate.ts';
import { META_TABLE } from '../storage/schema/meta.ts';
import { ASIDE_TABLE } from '../storage/schema/migration/aside.ts';
import { RECORD_TABLES } from '../storage/schema/tables.ts';
import { isInUse, openSqlite, openSqliteReader } from '../storage/sqlite/open.ts';
import { StartFailure, type StartSentence } from './start-failure.ts';

/** Where an application keeps its data. */
export interface DataPlace {
  /** The folder; made where it is missing. */
  readonly data: string;
  /** `sqlite:<file>` for a file elsewhere, `postgres://…`, or null. */
  readonly database: string | null;
}

/** Tables of the runtime beside those of records. */
export const OWN_TABLES = [
  SESSION_TABLE,
  CREDENTIAL_TABLE,
  INVITATION_TABLE,
  KEY_TABLE,
  FAULT_TABLE,
  TRY_TABLE,
  JOB_TABLE,
  PRESENCE_TABLE,
];

/** Every table of the runtime itself. */
export const RUNTIME_TABLES = [META_TABLE, ...RECORD_TABLES, ASIDE_TABLE, ...OWN_TABLES];

/** How stored data is brought to a specification. */
export interface AdoptOptions {
  /** Loads `data/demo` too. */
  readonly demo: boolean;
  /** RFC 3339 UTC. */
  readonly now: string;
  /** Names of what stored data may lose: `ticket.priority`. */
  readonly acceptLoss: readonly string[];
}

/** An open database, and what was done to bring it to the specification. */
export interface OpenedData {
  readonly database: Database;
  readonly migration: MigrationReport;
}

/** Opens the database, brings it to the shape of the model, and loads the data files that are not in it yet. */
export async function openData(
  place: DataPlace,
  application: ServedApplication,
  options: AdoptOptions,
  log: (line: string) => void,
): Promise<OpenedData> {
  const ms = application.model.limits['statement_ms']?.value;
  const database = await open(place, log, typeof ms === 'number' ? ms : undefined);
  try {
    return { database, migration: await adoptModel(database, application, options) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Brings an open database to the shape of a model and loads its data files, both or neither. Throws `MigrationRefused`
 * where stored data is in the way, and `StartFailure` where a data file is.
 */
export async function adoptModel(
  db: Database,
  { model, former, ...application }: ServedApplication,
  { demo, now, acceptLoss }: AdoptOptions,
): Promise<MigrationReport> {
  try {
    return await db.alone(async (tx) => {
      const report = await migrateIn(tx, model, OWN_TABLES, { former, now, accepted: new Set(acceptLoss) });
      await loadDataIn(tx, db, { model, former, ...application }, { demo, now });
      return report;
    });
  } catch (error) {
    throw error instanceof DataRefused ? new StartFailure('data_refused', {}, error, linesOf(error.problems)) : error;
  }
}

/** What a start would do to stored data. Touches nothing; null where there is none yet. */
export async function previewData(
  place: DataPlace,
  { model, former }: ServedApplication,
  { now, acceptLoss }: Omit<AdoptOptions, 'demo'>,
  log: (line: string) => void,
): Promise<MigrationReport | null> {
  const database = await openStored(place, log);
  if (database === null) return null;
  try {
    return await previewMigration(database.read, model, OWN_TABLES, { former, now, accepted: new Set(acceptLoss) });
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
  const preview = await previewData(place, application, { now, acceptLoss: [] }, log);
  if (preview === null || preview.created) throw new StartFailure('nothing_stored');
  if (preview.changes.length > 0) throw new StartFailure('stored_otherwise');
  return open(place, log);
}

/** Opens a database to replace what is stored in it; refused while a server has the file open. */
export async function openToRestore(place: DataPlace, log: (line: string) => void): Promise<Database> {
  const file = fileOf(place);
  if (file !== null && existsSync(file) && isInUse(file)) throw new StartFailure('restore_in_use', { file });
  return open(place, log);
}

const SHOWN = 20;

function linesOf(problems: readonly DataProblem[]): readonly StartSentence[] {
  const rows = problems.slice(0, SHOWN).map(
    ({ row, ...problem }): StartSentence => ({
      code: 'data_row',
      params: { ...problem, row: String(row) },
    }),
  );
  const more = problems.length - SHOWN;
  return [
    ...rows,
    ...(more > 0 ? [{ code: 'data_more', params: { number: String(more) } } as const] : []),
    { code: 'data_explain', params: { code: problems[0]?.code ?? '' } },
  ];
}

/** The file of the database, or null where it is none. */
function fileOf({ data, database }: DataPlace): string | null {
  if (database === null) return join(resolve(data), 'data.sqlite');
  const file = /^sqlite:(.+)$/.exec(database)?.[1];
  return file === undefined ? null : resolve(file);
}

async function open(place: DataPlace, log: (line: string) => void, statementMs?: number): Promise<Database> {
  const file = fileOf(place);
  if (file !== null) return inFile(file, statementMs);
  const database = place.database ?? '';
  if (!/^postgres(?:ql)?:\/\//.test(database)) throw new StartFailure('database_form');
  const { openPostgres } = await import('../storage/postgres/open.ts');
  return openPostgres(database, { log, ...(statementMs === undefined ? {} : { statementMs }) });
}

async function inFile(file: string, statementMs?: number): Promise<Database> {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return await openSqlite(file, statementMs);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartFailure('data_file', { file, reason }, cause);
  }
}
