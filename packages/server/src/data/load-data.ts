import { limitValuesOn, todayIn, type Scope } from '@ninefold/model';
import type { DataFile } from '@ninefold/spec';
import type { RestingFile, ServedApplication } from '../specification/served.ts';
import { createUsersWith } from '../records/people/users-with.ts';
import type { Context } from '../records/context.ts';
import { createWritePlans } from '../records/writing/attempt.ts';
import type { Database, Reader, Writer } from '../storage/database.ts';
import { readMeta, writeMeta } from '../storage/schema/meta.ts';
import { tablesOf } from '../storage/schema/tables.ts';
import { quoted } from '../storage/names.ts';
import { DataRefused } from './data-refused.ts';
import { rowsHash, withRows } from './data-rows.ts';
import { openDirectory } from './directory.ts';
import { eventsOf } from './events.ts';
import { plant, prepare, ripen, type Planted, type Planting } from './plant.ts';
import { remember } from './remember.ts';
import { seedsOf } from './seeds.ts';

type File = DataFile | RestingFile;

/** What loading did. */
export interface LoadReport {
  /** Files that were loaded; files that were loaded before, unchanged, are left alone. */
  readonly files: readonly string[];
  readonly created: number;
  readonly updated: number;
  readonly events: number;
}

/** `demo`: load `data/demo` too. `now`: the moment that expressions in cells see, RFC 3339 UTC. */
export interface LoadOptions {
  readonly demo: boolean;
  readonly now: string;
}

/**
 * Loads the data files of a specification, in one transaction. Records are found again by label and key, and updated.
 * What does not fit is a `DataRefused` that lists file, row and field; nothing is loaded then.
 */
export async function loadData(
  db: Database,
  application: ServedApplication,
  options: LoadOptions,
): Promise<LoadReport> {
  return db.alone((tx) => loadDataIn(tx, db, application, options));
}

/** The same inside of a transaction that runs alone. */
export async function loadDataIn(
  tx: Writer,
  db: Database,
  application: ServedApplication,
  options: LoadOptions,
): Promise<LoadReport> {
  const files = application.data.filter((file) => options.demo || !file.demo);
  const open = await unloaded(tx, files);
  if (open.length === 0) return { files: [], created: 0, updated: 0, events: 0 };
  await tx.run(tx.dialect.deferReferences, []);
  const planted = await load(tx, db, application, await withRows(withPartners(files, open)), options.now);
  for (const file of open) await writeMeta(tx, metaKey(file), rowsHash(file));
  for (const { name } of tablesOf(application.model)) await tx.run(`ANALYZE ${quoted(name)}`, []);
  return {
    files: open.map(({ path }) => path),
    created: planted.filter(({ isNew }) => isNew).length,
    updated: planted.filter(({ isNew }) => !isNew).length,
    events: planted.reduce((sum, { events }) => sum + events.length, 0),
  };
}

async function load(
  tx: Writer,
  db: Database,
  { model }: ServedApplication,
  files: readonly DataFile[],
  now: string,
): Promise<readonly Planted[]> {
  const context: Context = { db, dialect: db.dialect, model, clock: () => now };
  const today = todayIn(model.timeZone, now);
  const scope: Scope = { user: null, limits: limitValuesOn(model, today), now, today, timeZone: model.timeZone };
  const planting: Planting = {
    ...{ context, tx, scope, problems: [] },
    plans: createWritePlans(context),
    directory: await openDirectory(tx, context, scope),
    events: eventsOf(model.entities, files, scope),
  };
  const planted = await prepare(planting, seedsOf(model.entities, files, scope));
  await plant(planting, planted);
  const users_with = await createUsersWith(context)(tx);
  await remember(planting, planted);
  await ripen(users_with ? { ...planting, scope: { ...scope, users_with } } : planting, planted);
  if (planting.problems.length > 0) throw new DataRefused(planting.problems);
  return planted;
}

/** Records and their past events are loaded together. */
function withPartners(files: readonly File[], open: readonly File[]): readonly File[] {
  const entities = new Set(open.map(({ entity }) => entity));
  return files.filter(({ entity }) => entities.has(entity));
}

async function unloaded(tx: Writer, files: readonly File[]): Promise<readonly File[]> {
  const open: File[] = [];
  for (const file of files) if (!(await isLoaded(tx, file))) open.push(file);
  return open;
}

/** Whether a data file has been loaded as it is. */
export async function isLoaded(reader: Reader, file: File): Promise<boolean> {
  return (await readMeta(reader, metaKey(file))) === rowsHash(file);
}

function metaKey({ path }: File): string {
  return `data ${path}`;
}
