import { textOf } from '../sql/sql.ts';
import { createChanges, type Changes, type RecordChange } from '../database/changes.ts';
import type { Writer } from '../database/database.ts';
import type { Connection } from './connections/connection.ts';
import { SQLITE } from './dialect.ts';
import { noteMoments } from './connections/moments.ts';

/**
 * Writes that arrive while a transaction runs join it, up to this many: they share one sync to disk. Failed writes count as well: a
 * caller that tries again at once reads the state before the commit, and could put the commit off for ever.
 */
const MAX_SHARED = 32;

interface Waiting {
  /** See `Database.write`. */
  readonly isRepeated: boolean;
  /** Throws where the task may not write. */
  readonly check: () => void;
  /** Answers what to do once the commit is durable. */
  readonly run: (tx: Writer) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}
interface Joined {
  readonly answer: () => void;
  readonly changes: Changes;
  readonly fail: (reason: unknown) => void;
}

/** Runs transactions one after the other. */
export interface WriteQueue {
  /**
   * Answers only after the commit is on disk, but for work that is repeated: see `Database.write`. `check` throws in front of the work,
   * inside the transaction, where it may not be done.
   */
  write<T>(work: (tx: Writer) => Promise<T>, check?: () => void, isRepeated?: boolean): Promise<T>;
  /** Ends when nothing runs or waits: a refusal is reported before its transaction ends. */
  drained(): Promise<void>;
}

/** What happens around each commit. */
export interface Commits {
  /** Throws where what is committed would be lost. */
  readonly before: () => void;
  /** Takes the changes of the commit. */
  readonly after: (changes: readonly RecordChange[]) => void;
}

export function createWriteQueue(connection: Connection, commits: Commits): WriteQueue {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await othersArrived();
      await runShared(connection, waiting, commits);
    }
    running = null;
  };
  return {
    write: (work, check = () => undefined, isRepeated = false) =>
      new Promise((resolve, reject) => {
        const run = async (tx: Writer): Promise<() => void> => {
          const value = await work(tx);
          return () => resolve(value);
        };
        waiting.push({ isRepeated, check, run, fail: reject });
        running ??= drain();
      }),
    drained: async () => {
      await running;
    },
  };
}

/** Requests that have arrived already are read first, so that their writes share the commit. */
function othersArrived(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function runShared(connection: Connection, waiting: Waiting[], commits: Commits): Promise<void> {
  const joined: Joined[] = [];
  const isSynced = waiting.slice(0, MAX_SHARED).some(({ isRepeated }) => !isRepeated);
  try {
    begin(connection, waiting, isSynced);
    for (let taken = 0; taken < MAX_SHARED && (isSynced || waiting[0]?.isRepeated === true); taken += 1) {
      const next = waiting.shift();
      if (!next) break;
      const changes = createChanges();
      const answer = await runOne(connection, next, changes);
      if (answer) joined.push({ answer, changes, fail: next.fail });
    }
    commits.before();
    noteMoments(connection);
    connection.exec('COMMIT');
    for (const { answer } of joined) answer();
    commits.after(joined.flatMap(({ changes }) => changes.all()));
  } catch (reason) {
    if (connection.handle.isTransaction) connection.exec('ROLLBACK');
    for (const { fail } of joined) fail(reason);
  }
}

function begin(connection: Connection, waiting: Waiting[], isSynced: boolean): void {
  try {
    connection.syncCommits(isSynced);
    connection.exec('BEGIN IMMEDIATE');
  } catch (reason) {
    waiting.shift()?.fail(reason);
    throw reason;
  }
}

/** One write in a savepoint of its own, so that its refusal undoes no other write. */
async function runOne(
  connection: Connection,
  { check, run, fail }: Waiting,
  changes: Changes,
): Promise<(() => void) | null> {
  connection.exec('SAVEPOINT work');
  try {
    check();
    const answer = await run(writerOf(connection, changes));
    connection.exec('RELEASE work');
    return answer;
  } catch (reason) {
    fail(reason);
    if (!connection.handle.isTransaction) throw reason; // the engine itself gave the whole transaction up, and whatever shared it
    connection.exec('ROLLBACK TO work');
    connection.exec('RELEASE work');
    return null;
  }
}

function writerOf(connection: Connection, changes: Changes): Writer {
  return {
    dialect: SQLITE,
    all: async (statement, values) => connection.all(textOf(statement), values),
    run: async (statement, values) => connection.run(textOf(statement), values),
    last: async (statement, values) => connection.all(textOf(statement), values),
    later: (statement, values) => void connection.run(textOf(statement), values),
    changed: changes.add,
    savepoint: async (work) => {
      connection.exec('SAVEPOINT part');
      try {
        return await changes.part(work);
      } catch (reason) {
        if (connection.handle.isTransaction) connection.exec('ROLLBACK TO part');
        throw reason;
      } finally {
        if (connection.handle.isTransaction) connection.exec('RELEASE part');
      }
    },
  };
}
