import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, which can be killed at any moment. */
export interface ServerProcess {
  readonly address: string;
  /** Id of the account of the demonstration. */
  readonly account: string;
  /** What its clock shows, in ms since 1970. */
  now(): number;
  /** Ends it as a loss of power would, as far as a process can. */
  kill(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('./serve.ts', import.meta.url));

interface ProcessOptions {
  /** What its clock shows when it begins (RFC 3339); without it the present. */
  readonly from?: string;
  /** What its environment says beside. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function startProcess(
  folder: string,
  data: string,
  database: string | null,
  { from = '', env = {} }: ProcessOptions = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [SCRIPT, folder, data, '0', database ?? '', from], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { address, account, now } = await firstLine(child);
  const ahead = Date.parse(now) - Date.now();
  return {
    address,
    account,
    now: () => Date.now() + ahead,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(
  child: ChildProcess,
): Promise<{ readonly address: string; readonly account: string; readonly now: string }> {
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as never;
  throw new Error('the server ended before it answered');
}
