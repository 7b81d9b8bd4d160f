import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries, unprivileged } from './binaries.ts';

/** Nothing of a test has to survive the machine, so nothing waits for the disk. */
const FORGETFUL = ['-c fsync=off', '-c full_page_writes=off', '-c autovacuum=off'];
const SETTINGS = [
  ...['-c max_connections=300', '-c shared_buffers=64MB'],
  ...['-c listen_addresses=127.0.0.1', '-c log_min_messages=fatal'],
];
const WAIT_MS = 60_000;

/** Whether it syncs at every commit. */
type Kind = 'durable' | 'forgetful';

/**
 * The address of the PostgreSQL of this run of tests, or why there is none. The first test that asks starts it in `folder`;
 * it ends with the process `owner`. `durable`: it syncs at every commit.
 */
export async function clusterAddress(
  folder: string,
  owner: number,
  kind: Kind = 'forgetful',
): Promise<{ url: string } | { reason: string }> {
  const given = process.env['NINEFOLD_TEST_PG'];
  if (given !== undefined && given !== '') return { url: given };
  const answer = join(folder, 'answer.json');
  try {
    mkdirSync(join(folder, 'starting'));
  } catch {
    return waitFor(answer);
  }
  const found = await start(folder, owner, kind).catch((error: unknown) => ({ reason: String(error) }));
  writeFileSync(`${answer}.new`, JSON.stringify(found));
  execFileSync('mv', [`${answer}.new`, answer]);
  return found;
}

async function waitFor(answer: string): Promise<{ url: string } | { reason: string }> {
  const end = performance.now() + WAIT_MS;
  while (!existsSync(answer)) {
    if (performance.now() > end) return { reason: `no PostgreSQL within ${String(WAIT_MS / 1000)} s` };
    await pause(50);
  }
  return JSON.parse(readFileSync(answer, 'utf8')) as { url: string };
}

async function start(folder: string, owner: number, kind: Kind): Promise<{ url: string } | { reason: string }> {
  if (findBinaries() === null) return { reason: 'no PostgreSQL is installed and none could be' };
  return { url: (await createCluster(folder, owner, kind)).url };
}

/** A PostgreSQL of one's own. */
export interface Cluster {
  readonly url: string;
  /** Ends it as a loss of power would, as far as processes can. */
  kill(): void;
  /** Ends it at once, by its own program: it tells those who are connected, and rolls back what is not committed when it starts again. */
  crash(): void;
  /** Starts it again, once what was killed is gone. */
  start(): Promise<void>;
}

/** Makes one in `folder` and starts it; it ends with the process `owner`. Throws where no programs are installed. */
export async function createCluster(folder: string, owner: number, kind: Kind): Promise<Cluster> {
  const binaries = findBinaries();
  if (binaries === null) throw new Error('no PostgreSQL is installed and none could be');
  const user = unprivileged();
  const home = join(folder, 'cluster');
  mkdirSync(home, { mode: 0o700 });
  if (user) for (const each of [folder, home]) chownSync(each, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  const data = join(home, 'data');
  const init = ['-D', data, '-U', 'ninefold', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), init, options);
  const port = await freePort();
  const chosen = [...SETTINGS, ...(kind === 'durable' ? [] : FORGETFUL)].join(' ');
  const settings = `${chosen} -c port=${String(port)} -c unix_socket_directories=${home}`;
  const control = join(binaries, 'pg_ctl');
  const begin = (): void =>
    void execFileSync(control, ['-D', data, '-w', '-l', join(home, 'log'), '-o', settings, 'start'], options);
  begin();
  endWith(owner, `"${control}" -D "${data}" -m immediate stop`, options);
  return {
    url: `postgres://ninefold@127.0.0.1:${String(port)}/postgres`,
    kill: () => killAll(data),
    crash: () => void execFileSync(control, ['-D', data, '-m', 'immediate', '-w', 'stop'], options),
    start: () => again(begin),
  };
}

/** The first process and all that it has started; those that have gone meanwhile are no matter. */
function killAll(data: string): void {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  if (!existsSync(`/proc/${first}`)) return;
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
  for (const pid of [first, ...children].filter((text) => text !== '')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      continue;
    }
  }
}

/** What was killed holds its memory for a moment. */
async function again(begin: () => void): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return begin();
    } catch (error) {
      if (tried >= 40) throw error;
      await pause(100);
    }
  }
}

/** Even a run that is killed leaves no server behind. */
function endWith(owner: number, stop: string, options: { readonly cwd: string }): void {
  const script = `while kill -0 ${String(owner)} 2>/dev/null || [ -e /proc/${String(owner)} ]; do sleep 1; done; ${stop}`;
  spawn('sh', ['-c', script], { ...options, stdio: 'ignore', detached: true }).unref();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
