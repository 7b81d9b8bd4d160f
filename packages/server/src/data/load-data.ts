import { type Entity, partsTogether, scopeAt } from '@ninefold/model';
import type { DataFile } from '@ninefold/spec';
import { type ServedApplication, withRows } from '../specification/served.ts';
import { createUsersWith } from '../records/people/people.ts';
import type { Context } from '../records/context/context.ts';
import { quietly } from '../records/writing/following/recompute-stored.ts';
import type { WorkingOut } from '../records/writing/following/work-out.ts';
import type { Database, Writer } from '../storage/database/database.ts';
import { holding } from '../storage/database/holding.ts';
import { writeMeta } from '../storage/schema/meta.ts';
import { tablesOf } from '../storage/schema/tables.ts';
import type { TakeAttached } from '../uploads/take-attached.ts';
import { quoted } from '../storage/sql/names.ts';
import { DataConflicts, type DataConflict, type DataFilesChoice } from './rows/data-conflict.ts';
import { DataRefused } from './rows/data-refused.ts';
import { openDirectory } from './rows/directory.ts';
import { eventsOf } from './rows/events.ts';
import { rowsByFile, type FileRows } from './rows/file-rows.ts';
import { type File, fileStates, type FileStates, loadedMark, metaKey, withPartners } from './rows/file-states.ts';
import { matchSeeds, type Stored } from './rows/match-seeds.ts';
import { findLimitRecords } from './rows/limit-records.ts';
import { isWritten, rememberedRows, rememberRows } from './rows/remembered-rows.ts';
import { HISTORY, judgeSeeds, type JudgedSeed } from './rows/row-verdicts.ts';
import { completeSeeds } from './writing/complete-seeds.ts';
import { takeFiles } from './writing/seed-files.ts';
import { insertSeeds, type SeededRecord, type Seeding } from './writing/seed-records.ts';
import { writePastEvents } from './writing/seed-history.ts';
import { seedsOf } from './rows/seeds.ts';

/** What loading did. */
export interface LoadReport {
  /** Files that were loaded; files that were loaded before and are unchanged are skipped. */
  readonly files: readonly string[];
  /** The rows that were written, by file. */
  readonly rows: readonly FileRows[];
  readonly created: number;
  readonly updated: number;
  readonly events: number;
  /** Rows that changed in a file after people changed their record: what people wrote was kept, or the file's taken. */
  readonly conflicts: readonly DataConflict[];
}

/** `demo`: load `data/demo` too. `now`: the moment that expressions in cells see, RFC 3339 UTC. */
export interface LoadOptions {
  readonly demo: boolean;
  readonly now: string;
  /** Otherwise `keep`. */
  readonly dataFiles?: DataFilesChoice;
  /** Takes in what cells name as files; none can be loaded without it. */
  readonly take?: TakeAttached | null;
}

const NOTHING: LoadReport = { files: [], rows: [], created: 0, updated: 0, events: 0, conflicts: [] };

/**
 * Loads the data files of a specification, in one transaction. A row is written where it is new, and where it changed in
 * its file and nobody has changed its record. What does not fit is a `DataRefused` that lists file, row and field; nothing
 * is loaded then.
 */
export async function loadData(
  db: Database,
  application: ServedApplication,
  options: LoadOptions,
): Promise<LoadReport> {
  return db.alone((tx) => loadDataIn(tx, db, application, options));
}

/**
 * The same inside of a transaction that runs alone. New rows are held back, which does not tell what is wrong with each of them: where
 * something is, they are loaded once more, one after the other.
 */
export async function loadDataIn(
  tx: Writer,
  db: Database,
  application: ServedApplication,
  options: LoadOptions,
): Promise<LoadReport> {
  try {
    return await tx.savepoint(async () => {
      const held = holding(tx);
      const report = await loadRows(held.tx, db, application, options);
      await held.flush();
      return report;
    });
  } catch (cause) {
    if (!(cause instanceof DataRefused) && tx.dialect.violation(cause)?.kind !== 'unique') throw cause;
    return loadRows(tx, db, application, options);
  }
}

async function loadRows(
  tx: Writer,
  db: Database,
  application: ServedApplication,
  options: LoadOptions,
): Promise<LoadReport> {
  const files = application.data.filter((file) => options.demo || !file.demo);
  const states = await fileStates(tx, application.model, files);
  if (states.open.length === 0) return NOTHING;
  await tx.run(tx.dialect.deferReferences, []);
  const working = quietly(tx, application.model, scopeAt(application.model, options.now));
  const context: Context = { ...working.context, db, clock: () => options.now };
  const compared = await compare(working, context, { files, states, now: options.now });
  const { judged } = compared;
  const seeding = { ...compared.seeding, take: options.take ?? null };
  const chosen = choose(judged, options.dataFiles ?? 'keep');
  const seeded = await write(seeding, chosen);
  await rememberRows(tx, chosen);
  const kept = chosen.flatMap(({ conflict }) => (conflict === null || conflict.isTaken ? [] : conflict.file));
  for (const file of states.open)
    await writeMeta(tx, metaKey(file), loadedMark(context.model, file, kept.includes(file.path)));
  if (seeded.length > 0) for (const { name } of tablesOf(context.model)) await tx.run(`ANALYZE ${quoted(name)}`, []);
  return {
    files: states.open.map(({ path }) => path),
    rows: rowsByFile(chosen),
    created: seeded.filter(({ isNew }) => isNew).length,
    updated: seeded.filter(({ isNew }) => !isNew).length,
    events: seeded.reduce((sum, { events }) => sum + events.length, 0),
    conflicts: chosen.flatMap(({ conflict }) => conflict ?? []),
  };
}

/** Holds the rows of the open files, and of those of the same entities, against what is stored. */
async function compare(
  working: WorkingOut,
  context: Context,
  { files, states, now }: { readonly files: readonly File[]; readonly states: FileStates; readonly now: string },
): Promise<{ readonly seeding: Omit<Seeding, 'take'>; readonly judged: readonly JudgedSeed[] }> {
  const { model } = context;
  const { tx, scope, plans } = working;
  const read: readonly DataFile[] = await withRows(withPartners(files, states.open));
  const directory = await openDirectory(tx, context, scope);
  const rows = await rememberedRows(tx, new Set(read.map(({ entity }) => entity)));
  const events = eventsOf(model.entities, read, scope);
  const stored: Stored = { reader: tx, directory, events, rows, stateOf: states.of, storedAs: (entity) => entity };
  const matched = await matchSeeds(stored, seedsOf(model.entities, read, scope));
  const judged = await judgeSeeds(stored, matched, { values: { context, scope }, now });
  const seeding = { context, tx, scope, working, limits: new Map(), problems: [], plans, directory };
  return { seeding, judged };
}

/** What becomes of rows in conflict. */
function choose(judged: readonly JudgedSeed[], choice: DataFilesChoice): readonly JudgedSeed[] {
  const conflicts = judged.flatMap(({ conflict }) => conflict ?? []);
  if (choice === 'stop' && conflicts.length > 0) throw new DataConflicts(conflicts);
  if (choice !== 'take') return judged;
  return judged.map((one) => (one.conflict === null ? one : { ...one, conflict: { ...one.conflict, isTaken: true } }));
}

const LABEL = `INSERT INTO "_label" ("entity", "label", "record") VALUES (?, ?, ?)
  ON CONFLICT ("entity", "label") DO UPDATE SET "record" = excluded."record"`;

/** Writes the rows that are to be written, and the labels of all. */
async function write(seeding: Seeding, judged: readonly JudgedSeed[]): Promise<readonly SeededRecord[]> {
  const { context, directory, scope, tx } = seeding;
  for (const { seed, record, verdict } of judged) {
    const { entity, label } = seed;
    if (label === null || record === null || verdict === 'gone') continue;
    if (directory.labelled(entity.id, label) === null) tx.later(LABEL, [entity.id, label, record]);
  }
  const seeded = await takeFiles(seeding, judged.filter(isWritten).map(seededOf));
  await insertSeeds(seeding, seeded);
  const users_with = await createUsersWith(context)(tx);
  const limits = await findLimitRecords(tx, context, scope);
  await writePastEvents(seeding, seeded);
  const complete = { ...seeding, limits, scope: users_with ? { ...scope, users_with } : scope };
  await completeSeeds(complete, seeded);
  if (seeding.problems.length > 0) throw new DataRefused(seeding.problems);
  return seeded;
}

/** A column, and of a part of a reference to a line the part beside it. */
function together(fields: Entity['fields'], column: string): readonly string[] {
  const field = Object.hasOwn(fields, column) ? fields[column] : undefined;
  return field === undefined ? [column] : partsTogether(fields, field);
}

/** Of a record that is there only what changed in the file is written. */
function seededOf({ seed, record, verdict, changed, events }: JudgedSeed): SeededRecord {
  const id = record ?? '';
  if (verdict === 'new') return { seed, id, isNew: true, events };
  const { fields } = seed.entity;
  const written = new Set([...changed].flatMap((column) => together(fields, column)));
  const only = <T>(cells: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(cells).filter(([column]) => written.has(column)));
  const own = { ...seed, values: only(seed.values), system: only(seed.system) };
  return { seed: own, id, isNew: false, events: changed.has(HISTORY) ? events : [] };
}
