import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cell } from '../sheet-cells/sheet-cell.ts';

/** What the process is told: the columns, then rows, then the name of the sheet, which ends it. */
export type SheetPart =
  | { readonly part: 'head'; readonly columns: readonly string[] }
  | { readonly part: 'rows'; readonly rows: readonly (readonly (Cell | null)[])[] }
  | { readonly part: 'end'; readonly sheet: string };

/** A sheet while it is written. */
export interface SheetWriter {
  add(rows: readonly (readonly (Cell | null)[])[]): Promise<void>;
  /** The file. */
  end(): Promise<Buffer>;
}

/** The columns of a sheet, and its name. */
export interface SheetHead {
  readonly sheet: string;
  readonly columns: readonly string[];
}

const PROGRAM = fileURLToPath(new URL(`./sheet-program${extname(import.meta.url)}`, import.meta.url));
const MEMORY_MB = 512;
const PATIENCE_MS = 120_000;

let before: Promise<unknown> = Promise.resolve();

/**
 * Writes an XLSX file in a process of its own, one file after the other: its rows are packed at once, and whoever waits for
 * something else does not wait for that. A process that takes longer than two minutes, or too much memory, is a fault.
 */
export function writeSheet(head: SheetHead, work: (sheet: SheetWriter) => Promise<Buffer>): Promise<Buffer> {
  const mine = before.then(() => inProcess(head, work));
  before = mine.catch(() => undefined);
  return mine;
}

async function inProcess(
  { sheet, columns }: SheetHead,
  work: (sheet: SheetWriter) => Promise<Buffer>,
): Promise<Buffer> {
  const child = fork(PROGRAM, {
    execArgv: [`--max-old-space-size=${String(MEMORY_MB)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const answer = answerOf(child);
  try {
    await send(child, { part: 'head', columns });
    return await work({
      add: (rows) => send(child, { part: 'rows', rows }),
      end: async () => {
        await send(child, { part: 'end', sheet });
        return Buffer.from(await answer);
      },
    });
  } finally {
    child.kill('SIGKILL');
    await answer.catch(() => undefined);
  }
}

function send(child: ChildProcess, part: SheetPart): Promise<void> {
  return new Promise((resolve, reject) => {
    child.send(part, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function answerOf(child: ChildProcess): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as Uint8Array)); // as `sheet-program.ts` sends it
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the sheet was not written (${String(code ?? signal)})`)));
  });
}
