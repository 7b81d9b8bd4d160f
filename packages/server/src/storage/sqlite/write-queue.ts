import { createChanges, type Changes, type RecordChange } from '../changes.ts';
import type { Writer } from '../database.ts';
import type { Connection } from './connection.ts';
import { SQLITE } from './dialect.ts';

/**
 * Works that arrive while a transaction runs join it, up to this many: one sync to disk serves them all. Those that fail count
 * too: who tries again at once reads what was before the commit, and would keep it from ever coming.
 */
const MAX_SHARED = 32;

interface Waiting {
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
  /** Answers only after the commit is on disk. */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /** Ends when nothing runs or waits: who was refused is told before the transaction ends. */
  drained(): Promise<void>;
}

/** `tell` hears what was changed, once it is on disk. */
export function createWriteQueue(connection: Connection, tell: (changes: readonly RecordChange[]) => void): WriteQueue {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await othersArrived();
      await runShared(connection, waiting, tell);
    }
    running = null;
  };
  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        const run = async (tx: Writer): Promise<() => void> => {
          const value = await work(tx);
          return () => resolve(value);
        };
        waiting.push({ run, fail: reject });
        running ??= drain();
      }),
    drained: async () => {
      await running;
    },
  };
}

/** Requests that lie there already are read first, so that their works share the commit. */
function othersArrived(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function runShared(
  connection: Connection,
  waiting: Waiting[],
  tell: (changes: readonly RecordChange[]) => void,
): Promise<void> {
  const joined: Joined[] = [];
  try {
    begin(connection, waiting);
    for (let taken = 0; taken < MAX_SHARED; taken += 1) {
      const next = waiting.shift();
      if (!next) break;
      const changes = createChanges();
      const answer = await runOne(connection, next, changes);
      if (answer) joined.push({ answer, changes, fail: next.fail });
    }
    connection.exec('COMMIT');
    for (const { answer } of joined) answer();
    tell(joined.flatMap(({ changes }) => changes.all()));
  } catch (reason) {
    if (connection.handle.isTransaction) connection.exec('ROLLBACK');
    for (const { fail } of joined) fail(reason);
  }
}

function begin(connection: Connection, waiting: Waiting[]): void {
  try {
    connection.exec('BEGIN IMMEDIATE');
  } catch (reason) {
    waiting.shift()?.fail(reason);
    throw reason;
  }
}

/** One work in a savepoint of its own, so that its refusal undoes nobody else's. */
async function runOne(connection: Connection, { run, fail }: Waiting, changes: Changes): Promise<(() => void) | null> {
  connection.exec('SAVEPOINT work');
  try {
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
    all: async (text, values) => connection.all(text, values),
    run: async (text, values) => connection.run(text, values),
    last: async (text, values) => connection.all(text, values),
    later: (text, values) => void connection.run(text, values),
    changed: changes.add,
    within: (work) => work(),
    attempt: async (work) => {
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
