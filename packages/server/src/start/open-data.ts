import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Application } from '@ninefold/spec';
import { CREDENTIAL_TABLE } from '../accounts/credential-store.ts';
import { INVITATION_TABLE } from '../accounts/invitation-store.ts';
import { DataRefused, type DataProblem } from '../data/data-refused.ts';
import { loadData } from '../data/load-data.ts';
import { FAULT_TABLE } from '../intake/fault-store.ts';
import { KEY_TABLE } from '../keys/key-store.ts';
import { SESSION_TABLE } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';
import { MigrationRefused } from '../storage/schema/migration-refused.ts';
import { migrate } from '../storage/schema/migrate.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import { StartFailure, type StartSentence } from './start-failure.ts';

/** Where an application keeps its data. */
export interface DataPlace {
  /** The folder; made where it is missing. */
  readonly data: string;
  /** `sqlite:<file>` for a file elsewhere, `postgres://…`, or null. */
  readonly database: string | null;
}

const OWN_TABLES = [SESSION_TABLE, CREDENTIAL_TABLE, INVITATION_TABLE, KEY_TABLE, FAULT_TABLE];

/** Opens the database, brings it to the shape of the model, and loads the data files that are not in it yet. */
export async function openData(
  place: DataPlace,
  application: Application,
  demo: boolean,
  now: string,
  log: (line: string) => void,
): Promise<Database> {
  const db = await open(place, log);
  try {
    await adoptModel(db, application, demo, now);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Brings an open database to the shape of a model and loads its data files. Throws `StartFailure` where stored data is in the way. */
export async function adoptModel(db: Database, application: Application, demo: boolean, now: string): Promise<void> {
  try {
    await migrate(db, application.model, OWN_TABLES);
    await loadData(db, application, { demo, now });
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  if (error instanceof MigrationRefused) {
    const { reason, table, column, detail } = error;
    return new StartFailure(`stored_${reason}`, { table, column: column ?? '', detail }, error);
  }
  return error instanceof DataRefused ? new StartFailure('data_refused', {}, error, linesOf(error.problems)) : error;
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

function open({ data, database }: DataPlace, log: (line: string) => void): Promise<Database> {
  if (database === null) return inFile(join(resolve(data), 'data.sqlite'));
  const file = /^sqlite:(.+)$/.exec(database)?.[1];
  if (file !== undefined) return inFile(resolve(file));
  if (/^postgres(?:ql)?:\/\//.test(database)) return openPostgres(database, { log });
  throw new StartFailure('database_form');
}

async function inFile(file: string): Promise<Database> {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return await openSqlite(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartFailure('data_file', { file, reason }, cause);
  }
}
