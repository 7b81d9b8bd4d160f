import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { signedIn, type ListBody, type Person } from '../e2e/harness/client.ts';
import { startProduct, type Product } from '../e2e/harness/product.ts';
import { clusterAddress } from '../packages/server/src/testing/postgres/cluster.ts';
import { DESK_BY_HAND } from './desk/by-hand.ts';
import type { Scenario } from './load.ts';
import { watched, type Watched } from './processes.ts';
import { RULE_BY_HAND } from './rule/by-hand.ts';
import { scenariosOf } from './scenarios.ts';
import { postgresStore, sqliteStore } from './store.ts';
import type { ByHand, Filled, Work, WorkName } from './work.ts';

export type Engine = 'sqlite' | 'postgres';

/** A server that can be loaded, with what it can be asked for. */
export interface Target {
  readonly port: number;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly process: Watched;
}

/** Both servers on their filled databases. */
export interface Servers {
  readonly ninefold: Target;
  readonly reference: Target;
  /** The product, called by a user without a row condition. */
  readonly free: Target;
  /** The database server that both use; null where each has its database in its own process. */
  readonly database: Watched | null;
  /** MiB of the product before its first request. */
  readonly idle: number;
  stop(): Promise<void>;
}

const BY_HAND: Readonly<Record<WorkName, ByHand>> = { desk: DESK_BY_HAND, rule: RULE_BY_HAND };

/** Fills both databases with the same tickets and starts both servers. The caller deletes `folder`. */
export async function startServers(engine: Engine, work: Work, count: number, folder: string): Promise<Servers> {
  const place = engine === 'sqlite' ? join(folder, 'reference.sqlite') : await durablePostgres(folder);
  const env = engine === 'sqlite' ? {} : { NINEFOLD_DATABASE: place };
  const product = await startProduct({ folder: work.folder, env });
  try {
    const filled = await fillBoth(engine, work, count, { product, place });
    const idle = watched(product.pid()).memory().now;
    const port = await freePort();
    const reference = await startReference(work, place, port);
    return {
      ninefold: await productTarget(product, work, filled, work.people.held),
      reference: { port, scenarios: referenceScenarios(work, filled), process: watched(reference.pid ?? 0) },
      free: await productTarget(product, work, filled, work.people.free),
      database: engine === 'sqlite' ? null : watched(await serverOf(place)),
      idle,
      stop: async () => {
        reference.kill();
        await product.stop();
      },
    };
  } catch (reason) {
    await product.stop();
    throw reason;
  }
}

interface Places {
  readonly product: Product;
  /** The reference's file, or the address of the server. */
  readonly place: string;
}

async function fillBoth(engine: Engine, work: Work, count: number, { product, place }: Places): Promise<Filled> {
  let filled: Filled | null = null;
  await product.restart(async () => {
    const schema = BY_HAND[work.name].schema[engine];
    const [ours, theirs] =
      engine === 'sqlite'
        ? [sqliteStore(join(product.data, 'data.sqlite')), sqliteStore(place, schema)]
        : await Promise.all([postgresStore(place), postgresStore(place, schema)]);
    filled = await work.fill(ours, theirs, count);
    await ours.finish();
    await theirs.finish();
  });
  if (filled === null) throw new Error('nothing was filled');
  return filled;
}

/** A PostgreSQL that syncs at every commit. */
async function durablePostgres(folder: string): Promise<string> {
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
  const [pid] = readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

async function productTarget(product: Product, work: Work, filled: Filled, person: string): Promise<Target> {
  const client = await signedIn(product.url, person as Person);
  const headers = { cookie: client.cookies(), 'x-xsrf-token': client.xsrf() };
  const { by, middle } = work.sorted;
  const filter = work.list.split('&')[0] ?? '';
  const before = await client.get<ListBody>(`/api/ticket?${filter}&f.${by}=lt:${middle}&sort=-${by}&size=1`);
  const [last] = before.body.items;
  const key = Buffer.from(JSON.stringify([last?.[by], last?.id])).toString('base64url');
  const page = 'size=25&total=exact';
  const scenarios = scenariosOf(filled, headers, {
    one: (id) => `/api/ticket/${id}`,
    list: `/api/ticket?${work.list}&${page}`,
    deep: `/api/ticket?${work.list}&${page}&after=${key}`,
    search: `/api/ticket?search=${filled.word}&${page}`,
    create: '/api/ticket',
  });
  return { port: Number(new URL(product.url).port), scenarios, process: watched(product.pid()) };
}

function referenceScenarios(work: Work, filled: Filled): Target['scenarios'] {
  const filter = work.list.replace(/^.*?=eq:(\w+).*$/, '$1');
  return scenariosOf(
    filled,
    { 'x-caller': filled.caller.join(',') },
    {
      one: (id) => `/ticket/${id}`,
      list: `/ticket?filter=${filter}`,
      deep: `/ticket?filter=${filter}&due=${work.sorted.middle}&id=0`,
      search: `/ticket?search=${filled.word}`,
      create: '/ticket',
    },
  );
}

function startReference({ name }: Work, place: string, port: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'reference.ts'), [name, place, String(port)]);
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the reference ended with ${code}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
