import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A command of ninefold that runs or has run, in a folder of its own. */
export interface Ninefold {
  readonly folder: string;
  /** What it printed so far. */
  output(): { readonly out: string; readonly err: string };
  /** Waits until the text has been printed; fails when the command ends before. */
  printed(text: string): Promise<void>;
  stop(signal?: NodeJS.Signals): void;
  /** Reads no more of what it prints on the output, as `head` does after its lines. */
  closeOutput(): void;
  readonly exit: Promise<number | null>;
}

const BIN = fileURLToPath(new URL('../../bin/ninefold.cjs', import.meta.url));

/** Starts `ninefold` as a person would, in an empty folder unless one is given. */
export function runNinefold(
  args: readonly string[],
  more: {
    readonly env?: Record<string, string>;
    readonly folder?: string;
    readonly uid?: number;
    readonly input?: string;
  } = {},
): Ninefold {
  const folder = more.folder ?? mkdtempSync(join(tmpdir(), 'ninefold-cli-'));
  const env: Record<string, string | undefined> = { ...process.env, LANG: 'C', LC_ALL: 'C', ...more.env };
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: folder,
    env,
    ...(more.uid === undefined ? {} : { uid: more.uid }),
  });
  if (more.input !== undefined) child.stdin.end(more.input);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const printed = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (out.includes(text)) resolve();
      };
      look();
      child.stdout.on('data', look);
      void exit.then((code) => reject(new Error(`ended with ${String(code)}: ${out}${err}`)));
    });
  return {
    folder,
    output: () => ({ out, err }),
    printed,
    stop: (signal = 'SIGTERM') => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
    exit,
  };
}
