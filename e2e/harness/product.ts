import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A running Ninefold with data of its own in a temporary folder. */
export interface Product {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The folder of its data. */
  readonly data: string;
  /** The process that was started last. */
  pid(): number;
  /** How long its last start took until /health answered, in ms. */
  startedIn(): number;
  /** What it has written on the terminal since its last start. */
  said(): string;
  /** Ends the process and starts it again on the same data; `between` runs while no process runs. */
  restart(between?: () => Promise<void>): Promise<void>;
  /** The same with `kill -9`, as in a power failure. */
  kill(): Promise<void>;
  /** Ends the process; its data stays. */
  end(): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Folder of the specification: absolute, or from the root of the repository. */
  readonly folder?: string;
  readonly demo?: boolean;
  /** `dev` follows the files of the folder. */
  readonly command?: 'run' | 'dev';
  readonly env?: Readonly<Record<string, string>>;
  /** A data folder of a server that has ended: the new one begins with a copy of it. */
  readonly dataFrom?: string;
}

/** Starts `ninefold run` as a person would and waits until /health answers. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'ninefold-e2e-'));
  if (options.dataFrom !== undefined) await cp(options.dataFrom, data, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let said: string[] = [];
  let took = 0;
  const start = async (): Promise<ChildProcess> => {
    said = [];
    const begun = performance.now();
    const child = await launch(options, { data, port, url, said });
    took = performance.now() - begun;
    return child;
  };
  let child = await start();
  return {
    url,
    data,
    pid: () => child.pid ?? 0,
    startedIn: () => took,
    said: () => said.join(''),
    async restart(between) {
      await end(child, 'SIGTERM');
      await between?.();
      child = await start();
    },
    async kill() {
      await end(child, 'SIGKILL');
      child = await start();
    },
    end: () => end(child, 'SIGTERM'),
    async stop() {
      await end(child, 'SIGTERM');
      await rm(data, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly data: string;
  readonly port: number;
  readonly url: string;
  readonly said: string[];
}

async function launch(options: ProductOptions, { data, port, url, said }: Place): Promise<ChildProcess> {
  const { folder = 'examples/service-desk', demo = true, command = 'run', env = {} } = options;
  const bin = join(root, 'packages/cli/bin/ninefold.cjs');
  const args = [command, resolve(root, folder), ...(demo ? ['--demo'] : [])];
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: data,
    env: { ...process.env, NINEFOLD_PORT: String(port), NINEFOLD_HOST: '127.0.0.1', NINEFOLD_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  if (await isHealthy(url, child)) return child;
  await end(child, 'SIGKILL');
  throw new Error(`ninefold did not start:\n${said.join('').slice(-4000)}`);
}

async function isHealthy(url: string, child: ChildProcess): Promise<boolean> {
  const giveUp = Date.now() + 40_000;
  while (Date.now() < giveUp && child.exitCode === null) {
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

/**
 * The command starts a process of its own. A hard end is sent to the whole group; the process has ended when its pipes
 * are closed.
 */
function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    if (signal === 'SIGKILL' && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
