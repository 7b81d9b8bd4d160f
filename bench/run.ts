import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { signedIn, type Client, type ListBody } from '../e2e/harness/client.ts';
import { startProduct, type Product } from '../e2e/harness/product.ts';
import { clusterAddress } from '../packages/server/src/testing/postgres/cluster.ts';
import type { Order, Result, Scenario } from './load.ts';
import { REFERENCE_SCHEMA } from './reference-schema.ts';
import { scenariosOf } from './scenarios.ts';
import { postgresStore, sqliteStore } from './store.ts';
import { fill, type Filled } from './tickets.ts';

const CONNECTIONS = 16;
const AGENT = 'alan';
/** Reads every ticket: nothing is filtered for him. */
const MANAGER = 'mona';
const MIDDLE = '2026-06-15T00:00:00.000Z';

interface Target {
  readonly port: number;
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

type Kind = 'sqlite' | 'postgres';

/** Least ratio to the reference that the design asks for. */
const GATES: Readonly<Record<Kind, Readonly<Record<string, number>>>> = {
  sqlite: { get: 0.5, list: 20, search: 8, create: 0.5, update: 0.5 },
  postgres: { get: 0.5, list: 5, search: 5, create: 0.5, update: 0.5 },
};

const { values: flags } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    tickets: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});
const TICKETS = Number(flags.tickets);
const ROUNDS = Number(flags.rounds);

/** Both servers run on the same machine at the same time and are loaded in turn; only ratios mean anything. */
async function main(): Promise<void> {
  if (flags.database !== 'postgres') await bench('sqlite');
  if (flags.database !== 'sqlite') await bench('postgres');
}

async function bench(kind: Kind): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
  const place = kind === 'sqlite' ? join(folder, 'reference.sqlite') : await durablePostgres(folder);
  const product = await startProduct(kind === 'sqlite' ? {} : { env: { NINEFOLD_DATABASE: place } });
  const children: ChildProcess[] = [];
  try {
    let filled: Filled | null = null;
    await product.restart(async () => {
      const [ours, theirs] = await storesOf(kind, product, place);
      filled = await fill(ours, theirs, `${AGENT}@example.test`, TICKETS);
    });
    if (filled === null) throw new Error('nothing was filled');
    const port = await freePort();
    children.push(await startReference(place, port));
    await compare(kind, {
      ninefold: await productTarget(product.url, filled, AGENT),
      reference: referenceTarget(port, filled),
      open: await productTarget(product.url, filled, MANAGER),
    });
  } finally {
    for (const child of children) child.kill();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function storesOf(kind: Kind, product: Product, place: string) {
  return kind === 'sqlite'
    ? [sqliteStore(join(product.data, 'data.sqlite')), sqliteStore(place, REFERENCE_SCHEMA.sqlite)]
    : Promise.all([postgresStore(place), postgresStore(place, REFERENCE_SCHEMA.postgres)]);
}

/** A PostgreSQL that syncs at every commit. */
async function durablePostgres(folder: string): Promise<string> {
  const found = await clusterAddress(folder, process.pid, 'durable');
  if ('reason' in found) throw new Error(found.reason);
  return found.url;
}

interface Targets {
  readonly ninefold: Target;
  readonly reference: Target;
  /** The product, asked by somebody whom no row rule holds. */
  readonly open: Target;
}

async function compare(kind: Kind, { ninefold, reference, open }: Targets): Promise<void> {
  console.log(
    `${kind}: ${TICKETS} tickets, ${CONNECTIONS} connections, an agent with a row rule, synced at every commit, median of ${ROUNDS} rounds`,
  );
  console.log('call      ninefold/s  p50 ms  p99 ms   reference/s  p50 ms  p99 ms   ratio  gate         without rule');
  for (const name of Object.keys(ninefold.scenarios).filter(
    (each) => !flags.only || flags.only.split(',').includes(each),
  )) {
    const ours: Result[] = [];
    const theirs: Result[] = [];
    const free: Result[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(ninefold, name));
      theirs.push(await measure(reference, name));
      if (READS.has(name)) free.push(await measure(open, name));
    }
    const [a, b] = [median(ours), median(theirs)];
    const ratio = a.perSecond / b.perSecond;
    const gate = GATES[kind][name];
    const verdict = gate === undefined ? '' : `${String(gate).padStart(4)} ${ratio >= gate ? 'held' : 'missed'}`;
    const more = free.length === 0 ? '' : `${(median(free).perSecond / a.perSecond).toFixed(2)} times as many`;
    console.log(
      `${name.padEnd(8)} ${cells(a)}  ${cells(b)}  ${ratio.toFixed(2).padStart(6)}  ${verdict.padEnd(11)}  ${more}`,
    );
  }
}

const READS = new Set(['get', 'list', 'deep', 'search']);

function cells({ perSecond, p50, p99 }: Result): string {
  return [perSecond.toFixed(0).padStart(11), p50.toFixed(2).padStart(7), p99.toFixed(2).padStart(7)].join(' ');
}

function median(results: readonly Result[]): Result {
  const wrong = results.find((one) => one.wrong !== null);
  if (wrong) throw new Error(`an answer was not as expected: ${wrong.wrong}`);
  const sorted = results.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no round ran');
  return middle;
}

function measure({ port, scenarios }: Target, name: string): Promise<Result> {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`no scenario ${name}`);
  const order: Order = { host: '127.0.0.1', port, connections: CONNECTIONS, warmUpMs: 700, ms: 2500, scenario };
  const child = fork(join(import.meta.dirname, 'load-process.ts'));
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result));
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)));
    child.send(order);
  });
}

async function productTarget(url: string, filled: Filled, person: 'alan' | 'mona'): Promise<Target> {
  const client = await signedIn(url, person);
  const headers = { cookie: client.cookies(), 'x-xsrf-token': client.xsrf() };
  const scenarios = scenariosOf(filled, headers, {
    one: (id) => `/api/ticket/${id}`,
    list: '/api/ticket?f.state=eq:new&sort=due&size=25&total=exact',
    deep: await deepPage(client),
    search: `/api/ticket?search=${filled.word}&size=25&total=exact`,
    create: '/api/ticket',
  });
  return { port: Number(new URL(url).port), scenarios };
}

/** The page behind the middle of the year. */
async function deepPage(client: Client): Promise<string> {
  const before = await client.get<ListBody>(`/api/ticket?f.state=eq:new&f.due=lt:${MIDDLE}&sort=-due&size=1`);
  const [last] = before.body.items;
  const key = Buffer.from(JSON.stringify([last?.['due'], last?.id])).toString('base64url');
  return `/api/ticket?f.state=eq:new&sort=due&size=25&total=exact&after=${key}`;
}

function referenceTarget(port: number, filled: Filled): Target {
  const headers = { 'x-team': filled.team, 'x-person': filled.agent };
  return {
    port,
    scenarios: scenariosOf(filled, headers, {
      one: (id) => `/ticket/${id}`,
      list: '/ticket?state=new',
      deep: `/ticket?state=new&due=${MIDDLE}&id=0`,
      search: `/ticket?search=${filled.word}`,
      create: '/ticket',
    }),
  };
}

function startReference(path: string, port: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'reference.ts'), [path, String(port)]);
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

await main();
