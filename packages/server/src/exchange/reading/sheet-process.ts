import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cell } from './cell.ts';

/** What a process is given to read. */
export interface SheetOrder {
  readonly file: string;
  /** The most bytes of its unpacked texts, and the most rows. */
  readonly mostBytes: number;
  readonly mostRows: number;
}

/** The rows of the first sheet; null where the file is not an XLSX file. */
export type SheetAnswer = readonly (readonly Cell[])[] | 'too_large' | null;

const PROGRAM = fileURLToPath(new URL(`./read-sheet${extname(import.meta.url)}`, import.meta.url));
const MEMORY_MB = 512;
const PATIENCE_MS = 60_000;

let before: Promise<unknown> = Promise.resolve();

/**
 * Reads the first sheet of an XLSX file in a process of its own, one file after the other: a few bytes may describe a sheet
 * with an endless number of cells; then that process runs out of memory or time, which is `too_large`.
 */
export function readSheet(order: SheetOrder, memoryMb = MEMORY_MB): Promise<SheetAnswer> {
  const mine = before.then(() => inProcess(order, memoryMb));
  before = mine.catch(() => undefined);
  return mine;
}

async function inProcess(order: SheetOrder, memoryMb: number): Promise<SheetAnswer> {
  const child = fork(PROGRAM, {
    execArgv: [`--max-old-space-size=${String(memoryMb)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  try {
    return await answerOf(child, order);
  } finally {
    child.kill('SIGKILL');
  }
}

function answerOf(child: ChildProcess, order: SheetOrder): Promise<SheetAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as SheetAnswer)); // as `read-sheet.ts` sends it
    child.once('error', reject);
    child.once('exit', () => resolve('too_large'));
    child.send(order);
  });
}
