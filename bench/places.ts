import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import pg from 'pg';
import { clusterAddress } from '../packages/server/src/testing/postgres/cluster.ts';

export type Engine = 'sqlite' | 'postgres';

/** A PostgreSQL that syncs at every commit. */
export async function durablePostgres(folder: string): Promise<string> {
  const found = await clusterAddress(folder, process.pid, 'durable');
  if ('reason' in found) throw new Error(found.reason);
  return found.url;
}

/** The first process of a PostgreSQL of this machine. */
export async function serverOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly data_directory: string }>('SHOW data_directory');
  await client.end();
  const [pid] = readFileSync(`${rows[0]?.data_directory ?? ''}/postmaster.pid`, 'utf8').split('\n');
  return Number(pid);
}

/** A port that nobody listens to. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Waits until a process has sent its first message. */
export function started(child: ChildProcess, name: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${String(code)}`)));
  });
}
