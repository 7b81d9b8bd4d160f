import type pg from 'pg';
import { createChanges, type Changes } from '../../database/changes.ts';
import type { Writer } from '../../database/database.ts';
import type { Run } from '../connections/connection.ts';
import { enter, type Guard, type Guarded, type Standing } from './guard.ts';
import { POSTGRES } from '../dialect/dialect.ts';
import type { Gate } from './gate.ts';
import { createSerialize, type Serialize } from './serialization.ts';
import type { Turn } from './turns.ts';
import { KEEP_CHANGES, type Outbox } from '../connections/outbox.ts';
import { createPipeline, type Pipeline } from '../connections/pipeline.ts';
import type { Apart } from '../side-by-side/apart.ts';
import { MustRollback, runSideBySide, type Report, type Shared } from '../side-by-side/side-by-side.ts';
import type { Task } from '../side-by-side/task.ts';
import type { TriggerTables } from '../side-by-side/trigger-tables.ts';
import { textOf } from '../../sql/sql.ts';

/** Serialization failure, deadlock, and a unique value that another transaction took first: the transaction is run again and sees the other one. */
const AGAIN = new Set(['40001', '40P01', '23505']);
const MOST_TRIES = 12;
const PAUSE_MS = 4;
/** From this try on, transactions that are run again run one after the other. */
const QUEUED_FROM = 3;
/** From this try on no other transaction of any server runs beside it, so that each one succeeds however many there are. */
const ALONE_FROM: Readonly<Record<Size, number>> = { short: 6, long: 3 };
/** How long the tasks of a group wait for a row: one of them that waits keeps the others from their commit. */
const GROUP_LOCK_MS = 250;

/** `long`: a transaction of many writes, which is expensive to run again. */
export type Size = 'short' | 'long';

/** Runs tasks as transactions of one pool. */
export interface Transactions {
  readonly pool: pg.Pool;
  readonly run: Run;
  readonly serialize: Serialize;
  readonly gate: Gate;
  readonly guard: Guard;
  readonly outbox: Pick<Outbox, 'look'>;
  /** Runs the tasks of a group side by side; null: one after the other. */
  readonly sideBySide: TriggerTables | null;
  readonly apart: Apart;
}

const SERIALIZABLE = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/** One serializable transaction, run again from its beginning where another one got in its way. */
export async function transact<T>(
  { pool, run, serialize, gate, guard, outbox }: Transactions,
  work: (tx: Writer) => Promise<T>,
  size: Size = 'short',
): Promise<T> {
  const once = (turn: Turn): Promise<T> => {
    const guarded = { guard, turn, lockMs: guard.lockMs };
    const transaction = { begin: SERIALIZABLE, work, outbox, guarded };
    return guard.turns.hold(turn, () => transactOnce(pool, run, transaction));
  };
  const beside = size === 'long' ? 'long' : 'beside';
  for (let tried = 1; ; tried += 1) {
    try {
      if (tried >= ALONE_FROM[size]) return await gate.exclusive(() => once('alone'));
      const shared = (): Promise<T> => gate.shared(() => once(beside));
      return await (tried < QUEUED_FROM ? shared() : serialize('again', shared));
    } catch (cause) {
      if (tried >= MOST_TRIES || !isAgain(cause)) throw cause;
      await pause(Math.random() * PAUSE_MS * tried);
    }
  }
}

/**
 * Tasks in one transaction. Each gets its result after the commit: a refusal, too, may rest on what another task wrote. Where a
 * statement fails, or a task has to be undone, all tasks are run one after the other, each in a savepoint; where another transaction got
 * in the way of this one, each task is run in a transaction of its own, before the next group begins. Only where one of them waits for a
 * row, the next group does not wait for them: what has their keys and arrives meanwhile is run behind them.
 */
export async function transactGroup(all: Transactions, tasks: readonly Task[]): Promise<void> {
  const singly = (serialize: Serialize): Promise<unknown> =>
    Promise.all(
      tasks.map(async ({ key, work, done, failed }) => {
        try {
          done(await serialize(key, () => transact(all, work)));
        } catch (cause) {
          failed(cause);
        }
      }),
    );
  try {
    await transactShared(all, tasks, tasks.length === 1 ? alone : all.sideBySide === null ? oneByOne : sideBySide);
  } catch (cause) {
    if (cause instanceof MustRollback) all.apart.note(tasks.flatMap(({ key, isAmicable }) => (isAmicable ? key : [])));
    if (isUndone(cause)) await afterFailure(all, tasks, cause, singly);
    else for (const { failed } of tasks) failed(cause);
  }
}

async function afterFailure(
  all: Transactions,
  tasks: readonly Task[],
  first: unknown,
  singly: (serialize: Serialize) => Promise<unknown>,
): Promise<void> {
  if (isLocked(first)) return void singly(all.serialize); // the next group does not wait for whoever waits for a row
  if (isAgain(first)) return void (await singly(createSerialize()));
  try {
    await transactShared(all, tasks, oneByOne);
  } catch (cause) {
    if (isUndone(cause)) await singly(createSerialize());
    else for (const { failed } of tasks) failed(cause);
  }
}

/** How the tasks of a group are run. */
type Strategy = (shared: Shared, tasks: readonly Task[]) => Promise<readonly Report[]>;

const NO_TABLES: ReadonlySet<string> = new Set();

async function transactShared(
  { pool, run, gate, guard, outbox, sideBySide: tables }: Transactions,
  tasks: readonly Task[],
  strategy: Strategy,
): Promise<void> {
  const triggerTables = (await tables?.find()) ?? NO_TABLES;
  const reports = await gate.shared(() =>
    transactOnce(pool, run, {
      begin: SERIALIZABLE,
      work: (tx, pipeline) => strategy({ pipeline, tx, triggerTables }, tasks),
      outbox,
      guarded: { guard, turn: 'beside', lockMs: Math.min(GROUP_LOCK_MS, guard.lockMs) },
    }),
  );
  for (const report of reports) report();
}

/** Of one task: what it has done goes with the transaction. */
const alone: Strategy = async ({ tx }, tasks) => {
  const reports: Report[] = [];
  for (const { work, done } of tasks) {
    const value = await work(tx);
    reports.push(() => done(value));
  }
  return reports;
};

const sideBySide: Strategy = async (shared, tasks) => {
  const { reports, deferred } = await runSideBySide(shared, tasks);
  // A statement that fails now fails for all of these, not for the first deferred task.
  if (deferred.length > 0 && !shared.pipeline.isIdle()) await shared.pipeline.ask('SELECT 1', []);
  return [...reports, ...(await oneByOne(shared, deferred))];
};

const oneByOne: Strategy = async ({ tx }, tasks) => {
  const reports: Report[] = [];
  for (const { work, done, failed } of tasks) {
    try {
      const value = await tx.savepoint(() => work(tx));
      reports.push(() => done(value));
    } catch (cause) {
      if (isAgain(cause) || isLocked(cause) || POSTGRES.violation(cause)?.kind === 'away') throw cause;
      reports.push(() => failed(cause));
    }
  }
  return reports;
};

/** Whether the transaction is certain to have been rolled back: not where the connection broke. */
function isUndone(cause: unknown): boolean {
  if (cause instanceof MustRollback) return true;
  return /^[0-9A-Z]{5}$/.test(codeOf(cause)) && POSTGRES.violation(cause)?.kind !== 'away';
}

/** Whether a lock was not to be had in time. */
function isLocked(cause: unknown): boolean {
  return codeOf(cause) === '55P03';
}

function isAgain(cause: unknown): boolean {
  return AGAIN.has(codeOf(cause));
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** One transaction that begins with `begin`. A connection that cannot even roll back is not used again. */
export async function transactOnce<T>(
  pool: pg.Pool,
  run: Run,
  {
    begin,
    work,
    outbox,
    guarded,
    statementMs = 0,
  }: {
    readonly begin: string;
    /** How long each statement may take; 0: waiting for a turn takes its time. */
    readonly statementMs?: number;
    readonly work: (tx: Writer, pipeline: Pipeline) => Promise<T>;
    readonly outbox?: Pick<Outbox, 'look'> | undefined;
    readonly guarded?: Guarded;
  },
): Promise<T> {
  const changes = createChanges();
  const client = await pool.connect();
  const pipeline = createPipeline(client, run.statementOf);
  let broken: Error | undefined;
  let standing: Standing | null = null;
  try {
    pipeline.later(begin, []);
    pipeline.later(`SET LOCAL statement_timeout = ${String(statementMs)}`, []);
    if (guarded) standing = enter(pipeline, guarded);
    const value = await work(writerOf(pipeline, changes), pipeline);
    const wrong = (await standing?.wrong()) ?? null;
    if (wrong !== null) throw wrong;
    const changed = changes.all();
    const isReported = outbox !== undefined && changed.length > 0;
    if (isReported) pipeline.later(KEEP_CHANGES, [JSON.stringify(changed)]);
    const { command } = await pipeline.ask('COMMIT', []);
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    if (isReported) outbox.look();
    return value;
  } catch (cause) {
    const wrong = await standing?.wrong(cause).catch(() => null); // a statement that failed says itself why
    pipeline.end();
    await client.query('ROLLBACK').catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error(String(error));
    });
    throw wrong ?? cause;
  } finally {
    pipeline.end();
    client.release(broken);
  }
}

function writerOf(pipeline: Pipeline, changes: Changes): Writer {
  return {
    dialect: POSTGRES,
    all: async (statement, values) => (await pipeline.ask(textOf(statement), values)).rows,
    run: async (statement, values) => ({ changes: (await pipeline.ask(textOf(statement), values)).changes }),
    last: async (statement, values) => (await pipeline.ask(textOf(statement), values)).rows,
    later: (statement, values) => pipeline.later(textOf(statement), values),
    changed: changes.add,
    savepoint: async (work) => {
      pipeline.later('SAVEPOINT part', []);
      try {
        const value = await changes.part(work);
        // What was done without waiting for it has to have gone well here.
        if (pipeline.isIdle()) pipeline.later(RELEASE, []);
        else await pipeline.ask(RELEASE, []);
        return value;
      } catch (cause) {
        await undo(pipeline);
        throw cause;
      }
    },
  };
}

const RELEASE = 'RELEASE SAVEPOINT part';

/** A connection that cannot undo a part says so again where the transaction ends. */
async function undo(pipeline: Pipeline): Promise<void> {
  pipeline.clearError();
  pipeline.later('ROLLBACK TO SAVEPOINT part', []);
  await pipeline.ask(RELEASE, []).catch(() => undefined);
}
