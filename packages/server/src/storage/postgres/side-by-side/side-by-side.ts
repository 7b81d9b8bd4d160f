import { createChanges, type Changes } from '../../database/changes.ts';
import { createKnownRows, SHORT, type KnownRows } from '../../database/known-rows.ts';
import type { Writer } from '../../database/database.ts';
import { textOf, type Statement } from '../../sql/sql.ts';
import type { Row, SqlValue } from '../../sql/sql-value.ts';
import type { Answer } from '../connections/batch.ts';
import type { Pipeline } from '../connections/pipeline.ts';
import { POSTGRES } from '../dialect/dialect.ts';
import { createConflictGraph, type ConflictGraph } from './conflict-graph.ts';
import { footprintOf, type RowAccess } from '../../sql/footprint.ts';
import type { Task } from './task.ts';

/** A task that has written has to be undone, which the shared transaction cannot do for one of them: it is rolled back as a whole. */
export class MustRollback extends Error {}

/** Ends a task that cannot run beside the others and has written nothing. */
class Deferred extends Error {}

/** What came of tasks that ran side by side. */
export interface SideBySide {
  /** For each task that was made or refused: reports to its caller, to be called after the commit. */
  readonly reports: readonly Report[];
  /** Tasks that have to run one after the other behind all that was made. */
  readonly deferred: readonly Task[];
}

export type Report = () => void;

interface Sent {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
}

/** The transaction that the tasks share. */
export interface Shared {
  readonly pipeline: Pipeline;
  readonly tx: Writer;
  /** Tables whose writes change rows of other tables. */
  readonly triggerTables: ReadonlySet<string>;
}

/** A shared transaction with the conflicts of its tasks and what they have read. */
interface Run extends Shared {
  readonly graph: ConflictGraph;
  readonly known: KnownRows;
}

/** A task that runs. */
interface Running {
  readonly number: number;
  readonly changes: Changes;
  /** Writes that are held back until the task asks something or ends. */
  held: Sent[];
  hasWritten: boolean;
  isDeferred: boolean;
}

/**
 * Runs tasks at the same time in one transaction, so that what all of them ask goes to the server in one message. The writes of a task
 * are held back until it asks something or ends. What one of them has read is read again only once a row is written that may be of it.
 * Each statement is sent only where the conflict graph stays without a circle, so that the result is that of some serial order. Of the
 * tasks with one serialization key the first runs here, the others are deferred, unless they get along within one transaction.
 */
export async function runSideBySide(shared: Shared, tasks: readonly Task[]): Promise<SideBySide> {
  const run: Run = { ...shared, graph: createConflictGraph(), known: createKnownRows(SHORT) };
  const keys = new Set<string>();
  const first = tasks.filter(({ key, isAmicable }) => isAmicable || (!keys.has(key) && keys.add(key)));
  const ended = await Promise.allSettled(first.map((task, number) => runOne(run, task, number)));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const reports = ended.map((one) => (one.status === 'fulfilled' ? one.value : null));
  return {
    reports: reports.filter((report) => report !== null),
    deferred: tasks.filter((task) => (reports[first.indexOf(task)] ?? null) === null),
  };
}

/** The report of a task that has ended, or waits for the answer to its last statement only; null where it is deferred. */
async function runOne(run: Run, task: Task, number: number): Promise<Report | null> {
  const { work, done, failed } = task;
  const running: Running = { number, changes: createChanges(), held: [], hasWritten: false, isDeferred: false };
  const lastSent = Promise.withResolvers<'last'>();
  const ended = work(writerOf(run, running, () => lastSent.resolve('last')));
  try {
    const value = await Promise.race([ended.then((result) => ({ result })), lastSent.promise]);
    if (running.isDeferred) return null;
    send(run, running);
    for (const change of running.changes.all()) run.tx.changed(change);
    if (value !== 'last') return () => done(value.result);
    ended.catch(() => undefined); // reported after the commit, unless the whole transaction fails
    return () => void report(ended, task);
  } catch (cause) {
    if (running.isDeferred) return null;
    if (isOfDatabase(cause)) throw cause;
    if (running.hasWritten) throw new MustRollback();
    return () => failed(cause);
  }
}

async function report(ended: Promise<unknown>, { done, failed }: Task): Promise<void> {
  try {
    done(await ended);
  } catch (cause) {
    failed(cause);
  }
}

function isOfDatabase(cause: unknown): boolean {
  return (
    cause instanceof MustRollback ||
    (cause instanceof Error && 'severity' in cause) ||
    POSTGRES.violation(cause) !== null
  );
}

function writerOf(run: Run, running: Running, lastSent: () => void): Writer {
  const ask = async (statement: Statement, values: readonly SqlValue[]): Promise<Answer> => {
    send(run, running, { statement, values });
    return run.pipeline.ask(textOf(statement), values);
  };
  const read = (statement: Statement, values: readonly SqlValue[]): Promise<readonly Row[]> => {
    const rows = async (): Promise<readonly Row[]> => (await run.pipeline.ask(textOf(statement), values)).rows;
    const footprint = send(run, running, { statement, values });
    if (typeof statement === 'string' || footprint.some(({ writes }) => writes)) return rows();
    return run.known.read({ statement, values, footprint }, rows);
  };
  return {
    dialect: POSTGRES,
    all: async (statement, values) => read(statement, values),
    run: async (statement, values) => ({ changes: (await ask(statement, values)).changes }),
    last: async (statement, values) => {
      send(run, running, { statement, values });
      const answer = run.pipeline.last(textOf(statement), values);
      lastSent();
      return (await answer).rows;
    },
    later: (statement, values) => void running.held.push({ statement, values }),
    changed: running.changes.add,
    savepoint: () => Promise.reject(defer(run, running)),
  };
}

/** Sends the writes that were held back, before what is asked now, and gives what that reads and writes. */
function send(run: Run, running: Running, asked?: Sent): readonly RowAccess[] {
  if (running.isDeferred) throw new Deferred();
  const all = asked ? [...running.held, asked] : running.held;
  const footprints = all.map(({ statement, values }) => footprintOf(statement, values));
  const known = footprints.flatMap((one) => one ?? []);
  const isUnknown = footprints.includes(null) || known.some((one) => one.writes && run.triggerTables.has(one.table));
  if (isUnknown || !run.graph.add(running.number, known)) throw defer(run, running);
  for (const { table, writes, only } of known)
    if (writes) {
      running.hasWritten = true;
      run.known.forget(table, only);
    }
  for (const { statement, values } of running.held) run.pipeline.later(textOf(statement), values);
  running.held = [];
  return footprints.at(-1) ?? [];
}

function defer({ graph }: Run, running: Running): Error {
  if (running.hasWritten) return new MustRollback();
  running.isDeferred = true;
  graph.remove(running.number);
  return new Deferred();
}
