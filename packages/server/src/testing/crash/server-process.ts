import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, which can be killed at any moment. */
export interface ServerProcess {
  readonly address: string;
  /** Id of the account of the demonstration. */
  readonly account: string;
  /** Ends it as a loss of power would, as far as a process can. */
  kill(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('./serve.ts', import.meta.url));

export async function startProcess(folder: string, data: string, database: string | null): Promise<ServerProcess> {
  const child = spawn(process.execPath, [SCRIPT, folder, data, '0', ...(database === null ? [] : [database])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { address, account } = await firstLine(child);
  return {
    address,
    account,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<{ readonly address: string; readonly account: string }> {
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as never;
  throw new Error('the server ended before it answered');
}
