import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { signedIn } from '../e2e/harness/client.ts';
import { startProduct } from '../e2e/harness/product.ts';
import { fill, TICKETS, type Filled } from './fill.ts';
import type { Order, Result, Scenario } from './load.ts';

const ROUNDS = 3;
const CONNECTIONS = 16;
const AGENT = 'alan';

interface Target {
  readonly port: number;
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** Least ratio to the reference that the design asks for. */
const GATES: Readonly<Record<string, number>> = { get: 0.5, list: 20, create: 0.5, update: 0.5 };

/** Both servers run on the same machine at the same time and are loaded in turn; only ratios mean anything. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
  const product = await startProduct();
  const children: ChildProcess[] = [];
  try {
    const referencePath = join(folder, 'reference.sqlite');
    let filled: Filled | null = null;
    await product.restart(async () => {
      filled = fill(product.data, referencePath, `${AGENT}@example.test`);
    });
    if (filled === null) throw new Error('nothing was filled');
    const port = await freePort();
    children.push(await startReference(referencePath, port));
    const targets = {
      ninefold: await productTarget(product.url, filled),
      reference: referenceTarget(port, filled),
    };
    await compare(targets);
  } finally {
    for (const child of children) child.kill();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(targets: { readonly ninefold: Target; readonly reference: Target }): Promise<void> {
  console.log(
    `${TICKETS} tickets, ${CONNECTIONS} connections, an agent with a row rule, WAL and synchronous=FULL, median of ${ROUNDS} rounds`,
  );
  console.log('call      ninefold/s  p50 ms  p99 ms   reference/s  p50 ms  p99 ms   ratio  gate');
  for (const name of Object.keys(targets.ninefold.scenarios)) {
    const ours: Result[] = [];
    const theirs: Result[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(targets.ninefold, name));
      theirs.push(await measure(targets.reference, name));
    }
    const [a, b] = [median(ours), median(theirs)];
    const ratio = a.perSecond / b.perSecond;
    const gate = GATES[name] ?? 0;
    console.log(
      `${name.padEnd(8)} ${cells(a)}  ${cells(b)}  ${ratio.toFixed(2).padStart(6)}  ${String(gate).padStart(4)} ${ratio >= gate ? 'held' : 'missed'}`,
    );
  }
}

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

async function productTarget(url: string, filled: Filled): Promise<Target> {
  const client = await signedIn(url, AGENT);
  const headers = { cookie: client.cookies(), 'x-xsrf-token': client.xsrf() };
  const scenarios = scenariosOf(filled, headers, {
    one: (id) => `/api/ticket/${id}`,
    list: '/api/ticket?f.state=eq:new&sort=due&size=25&total=exact',
    create: '/api/ticket',
  });
  return { port: Number(new URL(url).port), scenarios };
}

function referenceTarget(port: number, filled: Filled): Target {
  const headers = { 'x-team': filled.team, 'x-person': filled.agent };
  return {
    port,
    scenarios: scenariosOf(filled, headers, {
      one: (id) => `/ticket/${id}`,
      list: '/ticket?state=new',
      create: '/ticket',
    }),
  };
}

interface Addresses {
  one(id: string): string;
  readonly list: string;
  readonly create: string;
}

function scenariosOf(filled: Filled, headers: Scenario['headers'], at: Addresses): Readonly<Record<string, Scenario>> {
  const some = filled.ids.filter((_, turn) => turn % 7 === 0);
  const subjects = Array.from({ length: 997 }, (_, turn) => `Chair ${turn}`);
  return {
    get: { method: 'GET', paths: some.map((id) => at.one(id)), headers, expect: 200 },
    list: { method: 'GET', paths: [at.list], headers, expect: 200 },
    create: {
      method: 'POST',
      paths: [at.create],
      bodies: subjects.map((subject) => JSON.stringify({ subject, category: filled.category, details: 'It squeaks.' })),
      headers,
      expect: 201,
    },
    update: {
      method: 'PATCH',
      paths: some.map((id) => at.one(id)),
      bodies: subjects.map((subject) => JSON.stringify({ subject })),
      headers,
      expect: 200,
    },
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
