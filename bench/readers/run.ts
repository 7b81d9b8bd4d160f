import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signedIn, type Client, type Person } from '../../e2e/harness/client.ts';
import { startProduct, type Product } from '../../e2e/harness/product.ts';
import { clusterAddress } from '../../packages/server/src/testing/postgres/cluster.ts';
import type { Order, Result, Scenario } from '../load.ts';
import { watched } from '../processes.ts';
import { RULE } from '../rule/work.ts';
import { postgresStore, sqliteStore, type Store } from '../store.ts';

const { values: flags } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    tickets: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
  },
});
const CALLERS = 8;
/** A long condition within the limits, which no row meets and every row is checked with. */
const LONG = Array.from({ length: 60 }, (_, n) => `contains(lower(record.details), "zz${String(n)}")`).join(' || ');
const WHERE = `where=${encodeURIComponent(LONG)}`;
const READERS = ['ada', 'clara'];
/** Who may take data out. */
const EXPORTERS = ['ada', 'adam'];
const SLOW: Readonly<Record<string, { readonly query: string; readonly people: readonly string[] }>> = {
  'a list with a long condition': { query: `${WHERE}&total=exact`, people: READERS },
  'groups with a long condition': {
    query: `${WHERE}&group=status,priority,due&select=count,min:due`,
    people: READERS,
  },
  'an export to CSV, sorted without an index': { query: 'format=csv&sort=title', people: EXPORTERS },
  'an export to XLSX': { query: 'format=xlsx&f.status=eq:open&f.priority=eq:low&sort=title', people: EXPORTERS },
};
const NOTHING: Store = {
  all: async () => [],
  insert: async () => undefined,
  finish: async () => undefined,
  close: async () => undefined,
};

/** What others wait for while eight callers read what takes longest. */
async function main(): Promise<void> {
  for (const engine of ['sqlite', 'postgres'].filter((one) => ['both', one].includes(flags.database))) {
    const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
    try {
      await measure(engine, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function measure(engine: string, folder: string): Promise<void> {
  const place = engine === 'sqlite' ? null : await clusterAddress(folder, process.pid, 'durable');
  if (place !== null && 'reason' in place) throw new Error(place.reason);
  const env = place === null ? {} : { NINEFOLD_DATABASE: place.url };
  const product = await startProduct({ folder: RULE.folder, env });
  try {
    const ids = await fill(product, place?.url ?? null);
    const ada = await signedIn(product.url, 'ada');
    const measured: Readonly<Record<string, Scenario>> = {
      '/health': scenario(ada, ['/health']),
      get: scenario(
        ada,
        ids.map((id) => `/api/ticket/${id}`),
      ),
    };
    console.log(
      `\n${engine}, ${flags.tickets} tickets, ${String(CALLERS)} callers, one client that asks one call after the other`,
    );
    console.log(
      '| meanwhile | call | a second | p50 ms | p99 ms | longest answers of the callers, s |\n|---|---|---:|---:|---:|---|',
    );
    for (const [name, one] of Object.entries(measured)) console.log(row('nobody else', name, await load(product, one)));
    for (const [name, { query, people }] of Object.entries(SLOW)) {
      const callers = await Promise.all(people.map((person) => signedIn(product.url, person as Person)));
      await besides(product, callers, { name, query, measured });
    }
    for (const line of new Set(
      product
        .said()
        .split('\n')
        .filter((one) => /fault/.test(one)),
    ))
      console.log(line);
    const { now, most } = watched(product.pid()).memory();
    console.log(`memory of the largest process: ${String(now)} MiB, at most ${String(most)}`);
  } finally {
    await product.stop();
  }
}

async function fill(product: Product, url: string | null): Promise<readonly string[]> {
  let ids: readonly string[] = [];
  await product.restart(async () => {
    const store = url === null ? sqliteStore(join(product.data, 'data.sqlite')) : await postgresStore(url);
    ({ ids } = await RULE.fill(store, NOTHING, Number(flags.tickets)));
    await store.finish();
  });
  return ids.slice(0, 5000);
}

function scenario(client: Client, paths: readonly string[]): Scenario {
  return { method: 'GET', paths, headers: { cookie: client.cookies() }, expect: 200 };
}

/** Loads a server from a process of its own, which this one does not hold up. */
function load(product: Product, one: Scenario): Promise<Result> {
  const order: Order = {
    host: '127.0.0.1',
    port: Number(new URL(product.url).port),
    connections: 1,
    warmUpMs: 1000,
    ms: Number(flags.seconds) * 1000,
    scenario: one,
    beside: null,
  };
  const child = fork(join(import.meta.dirname, '../load-process.ts'));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result)); // as `load-process.ts` sends it
    child.once('exit', (code) => reject(new Error(`the load ended with ${String(code)}`)));
  });
}

interface Beside {
  readonly name: string;
  readonly query: string;
  readonly measured: Readonly<Record<string, Scenario>>;
}

async function besides(product: Product, people: readonly Client[], { name, query, measured }: Beside): Promise<void> {
  let isOver = false;
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const callers = Array.from({ length: CALLERS }, async (_, n) => {
    while (!isOver) {
      const begun = performance.now();
      const answer = await people[n % people.length]?.get(`/api/ticket?${query}`);
      times.push(performance.now() - begun);
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 400) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  const results: (readonly [string, Result])[] = [];
  for (const [call, one] of Object.entries(measured)) results.push([call, await load(product, one)]);
  isOver = true;
  await Promise.all(callers);
  const longest = (Math.max(0, ...times) / 1000).toFixed(1);
  const answers = [...statuses].map(([status, count]) => `${String(count)} × ${String(status)}`).join(', ');
  for (const [call, result] of results) console.log(row(name, call, result, `${longest} (${answers})`));
}

function row(meanwhile: string, call: string, { perSecond, p50, p99, wrong }: Result, more = ''): string {
  if (wrong !== null) throw new Error(`${call}: ${wrong}`);
  return `| ${meanwhile} | ${call} | ${perSecond.toFixed(0)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${more} |`;
}

await main();
