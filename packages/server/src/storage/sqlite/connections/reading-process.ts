import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Recalled } from '../../sql/source.ts';
import type { Row, SqlValue } from '../../sql/sql-value.ts';
import type { Failure, Order, Report } from './messages.ts';

/** A survey whose statements needed more time, or more memory, than they may. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** What a reading process answers to a statement, and how long it worked for it, in ms. */
export interface ReadRows extends Recalled {
  readonly ms: number;
}

/** A process that reads SQLite files, one survey after the other. */
export interface ReadingProcess {
  tell(order: Exclude<Order, { readonly order: 'read' }>): void;
  /** Statements are answered in the order of the calls. `mayRecall`: the rows may be remembered ones, of the same data. */
  read(text: string, values: readonly SqlValue[], mayRecall: boolean): Promise<ReadRows>;
  /** Ends it whatever it does; statements that are not answered fail with `cause`. */
  kill(cause: Error): void;
  readonly isAlive: boolean;
}

/** A process, and whether it keeps this one from ending. */
interface Started extends ReadingProcess {
  hold(isHeld: boolean): void;
}

interface Asked {
  readonly rows: Row[];
  readonly done: (answer: ReadRows) => void;
  readonly failed: (cause: Error) => void;
  ms: number;
}

const PROGRAM = fileURLToPath(new URL(`./read-survey${extname(import.meta.url)}`, import.meta.url));
/** Of its heap; the database has its own memory beside. */
const MEMORY_MB = 256;
/** As `nice` counts; the server itself has 0. */
const PRIORITY = 5;
/** A process that nobody needed for so long is ended. */
const IDLE_MS = 30_000;

interface Idle {
  readonly process: Started;
  readonly timer: NodeJS.Timeout;
}

/** Processes that wait for their next survey, the last one used first: they read the files of every database of this process. */
const idle: Idle[] = [];

/** Gives `work` a process, one that waits or a new one. */
export async function withReadingProcess<T>(work: (process: ReadingProcess) => Promise<T>): Promise<T> {
  const process = idleProcess() ?? (await start());
  process.hold(true);
  try {
    return await work(process);
  } finally {
    process.hold(false);
    if (process.isAlive) putBack(process);
  }
}

/** Lets the processes that wait close a file. */
export function closeInProcesses(path: string): void {
  for (const { process } of idle) if (process.isAlive) process.tell({ order: 'close', path });
}

function idleProcess(): Started | null {
  for (let one = idle.pop(); one; one = idle.pop()) {
    clearTimeout(one.timer);
    if (one.process.isAlive) return one.process;
  }
  return null;
}

function putBack(process: Started): void {
  const end = (): void => {
    idle.splice(idle.indexOf(one), 1);
    process.kill(new Error('nobody needed the reading process'));
  };
  const one: Idle = { process, timer: setTimeout(end, IDLE_MS).unref() };
  idle.push(one);
}

function start(): Promise<Started> {
  const child = fork(PROGRAM, {
    execArgv: [`--max-old-space-size=${String(MEMORY_MB)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  giveWay(child);
  return new Promise((resolve, reject) => {
    const process = processOf(child, () => resolve(process));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`a reading process ended at its start (${String(code)})`)));
  });
}

/** Whoever reads one record comes before whoever surveys many, where both need the processor. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // The system does not allow it: then all have the same share.
  }
}

function processOf(child: ChildProcess, ready: () => void): Started {
  const asked: Asked[] = [];
  let isAlive = true;
  const end = (cause: Error): void => {
    isAlive = false;
    for (const { failed } of asked.splice(0)) failed(cause);
  };
  child.on('message', (message) => {
    const report = message as Report; // as `read-survey.ts` sends it
    if (report.report === 'ready') ready();
    else take(asked, report);
  });
  child.on('error', end);
  child.on('exit', (code, signal) => end(endOf(code, signal)));
  const send = (order: Order): void => {
    child.send(order, (error) => {
      if (error) end(error);
    });
  };
  return {
    tell: send,
    read: (text, values, mayRecall) =>
      new Promise((done, failed) => {
        asked.push({ rows: [], done, failed, ms: 0 });
        send({ order: 'read', text, values, mayRecall });
      }),
    kill: (cause) => {
      end(cause);
      child.kill('SIGKILL');
    },
    hold: (isHeld) => {
      for (const one of [child, child.channel]) {
        if (isHeld) one?.ref();
        else one?.unref();
      }
    },
    get isAlive() {
      return isAlive && child.connected;
    },
  };
}

/**
 * The engine aborts a process whose heap is full. `node:sqlite` keeps what it gave to a function and got from it until the
 * statement gives its next row: one that calls functions for very many rows and finds none fills any heap.
 */
function endOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGABRT')
    return new TookTooLong(`a statement of a survey needed more than ${String(MEMORY_MB)} MB of memory`);
  return new Error(`a reading process ended (${String(code ?? signal)})`);
}

/** Statements are answered one after the other: a report is for the first that was asked. */
function take(asked: Asked[], report: Exclude<Report, { readonly report: 'ready' }>): void {
  const [first] = asked;
  if (!first) return;
  first.ms += report.ms;
  if (report.report === 'failed') {
    asked.shift();
    first.failed(errorOf(report.failure));
    return;
  }
  for (const values of report.rows) first.rows.push(rowOf(report.columns, values));
  if (report.more) return;
  asked.shift();
  first.done({ rows: first.rows, ms: first.ms, savedMs: report.savedMs });
}

function rowOf(columns: readonly string[], values: readonly SqlValue[]): Row {
  const row: Record<string, SqlValue> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at] ?? null;
  return row;
}

function errorOf({ message, ...codes }: Failure): Error {
  return Object.assign(new Error(message), codes);
}
