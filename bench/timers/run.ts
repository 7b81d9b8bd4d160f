import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signedIn, type Client } from '../../e2e/harness/client.ts';
import { startProduct, type Product } from '../../e2e/harness/product.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import type { Order, Result, Scenario } from '../load.ts';
import { durablePostgres, serverOf } from '../places.ts';
import { watched } from '../processes.ts';
import { idOf } from '../random.ts';
import { postgresStore, sqliteStore, type Row, type Store } from '../store.ts';

const { values: flags } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    timers: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
  },
});
const FOLDER = join(import.meta.dirname, 'specification');
const TIMERS = Number(flags.timers);
/** Records whose transition is called, and others that are only read. */
const [CALLED, READ] = [60_000, 2000];
const CONNECTIONS = 16;
/** One person who reads makes so long a pause after each answer. */
const PAUSE_MS = 5;
/** At least this part of the rate of calls, and gets at most so many times slower. */
const [RATE, SLOWER] = [0.8, 2];
const PAST = '2026-01-01T00:00:00.000Z';
const AT_ONCE = 5000;

/** What was done in a span: how often in a second, and the processor time of each, in ms. */
interface Pace {
  readonly perSecond: number;
  readonly cpu: number;
}

/** Works off timers that are due at one moment, and prints the rate beside that of the same transition when it is called. */
async function main(): Promise<void> {
  console.log(
    '| database | timers | fired a second | called a second | ratio | by processor time | get p50 quiet, ms | while they fire | ratio |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (flags.database !== 'both' && flags.database !== engine) continue;
    const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
    try {
      await measure(engine, engine === 'postgres' ? await durablePostgres(folder) : null);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function measure(engine: string, url: string | null): Promise<void> {
  const product = await startProduct({ folder: FOLDER, env: url === null ? {} : { NINEFOLD_DATABASE: url } });
  try {
    const openStore = async (): Promise<Store> =>
      url === null ? sqliteStore(join(product.data, 'data.sqlite')) : postgresStore(url);
    const database = url === null ? null : watched(await serverOf(url));
    /** Of the server that runs now, and the database. */
    const clocked = (): (() => number) => {
      const ours = watched(product.pid());
      return () => ours.cpu() + (database?.cpu() ?? 0);
    };
    const { timed, called, read } = await fill(product, openStore);
    const ada = await signedIn(product.url, 'ada');
    const gets = calls(
      ada,
      'GET',
      read.map((id) => `/api/alarm/${id}`),
    );
    const quiet = await load(product, gets, 1, PAUSE_MS);
    refuseWrong(quiet);
    const cpu = clocked();
    const begun = cpu();
    const stop = calls(
      ada,
      'POST',
      called.map((id) => `/api/alarm/${id}/stop`),
    );
    const [stops, got] = await Promise.all([load(product, stop, CONNECTIONS), load(product, gets, 1, PAUSE_MS)]);
    refuseWrong(stops);
    refuseWrong(got);
    const stopping: Pace = { perSecond: stops.perSecond, cpu: (cpu() - begun) / stops.answered };
    await product.restart(async () => planAll(await openStore(), timed));
    const again = await signedIn(product.url, 'ada');
    const reading = load(product, { ...gets, headers: { cookie: again.cookies() } }, 1, PAUSE_MS);
    const firing = await paceOf(openStore, clocked());
    const besides = await reading;
    refuseWrong(besides);
    print(engine, { firing, stopping, quiet, besides });
  } catch (error) {
    console.error(product.said());
    throw error;
  } finally {
    await product.stop();
  }
}

interface Filled {
  readonly timed: readonly string[];
  readonly called: readonly string[];
  readonly read: readonly string[];
}

/** Copies of one record that was made by a call. */
async function fill(product: Product, openStore: () => Promise<Store>): Promise<Filled> {
  const ada = await signedIn(product.url, 'ada');
  await ada.send('POST', '/api/alarm', { note: 'Tea', rings: PAST.replace('2026', '2096') });
  const random = seededRandom(7);
  const ids = Array.from({ length: TIMERS + CALLED + READ }, (_, turn) => idOf(turn, random));
  await product.restart(async () => {
    const store = await openStore();
    const [template] = await store.all('SELECT * FROM "alarm"', []);
    if (!template) throw new Error('no alarm was made');
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const rows = ids.slice(from, from + AT_ONCE).map((id, index) => rowOf(template, id, from + index < TIMERS));
      await store.insert('alarm', Object.keys(template), rows);
    }
    await store.finish();
  });
  return { timed: ids.slice(0, TIMERS), called: ids.slice(TIMERS, -READ), read: ids.slice(-READ) };
}

function rowOf(template: Row, id: string, isTimed: boolean): Row {
  return { ...template, id, rings: isTimed ? PAST : null };
}

async function planAll(store: Store, records: readonly string[]): Promise<void> {
  const timer = { transition: 'ring', entity: 'alarm', rank: 0, run: PAST, due: PAST, next: PAST };
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const rows = records.slice(from, from + AT_ONCE).map((record) => ({ ...timer, record }));
    await store.insert('_timer', ['record', ...Object.keys(timer)], rows);
  }
  await store.finish();
}

function calls(client: Client, method: string, paths: readonly string[]): Scenario {
  const body = method === 'POST' ? { bodies: ['{}'] } : {};
  return { method, paths, ...body, headers: { cookie: client.cookies(), 'x-xsrf-token': client.xsrf() }, expect: 200 };
}

/** How fast timers go while others read, until that ends or all are done. */
async function paceOf(openStore: () => Promise<Store>, cpu: () => number): Promise<Pace> {
  const left = async (): Promise<number> => {
    const store = await openStore(); // it sees one moment only
    const [row] = await store.all(`SELECT count(*) AS n FROM "_timer" WHERE "next" = ?`, [PAST]);
    await store.close();
    return Number(row?.['n']);
  };
  await setTimeout(1000);
  const [begun, used, first] = [performance.now(), cpu(), await left()];
  await setTimeout(Number(flags.seconds) * 1000);
  const fired = first - (await left());
  if (fired === 0) throw new Error('all timers were fired before they could be counted: take more of them');
  return { perSecond: (fired * 1000) / (performance.now() - begun), cpu: (cpu() - used) / fired };
}

/** Loads a server from a process of its own, which this one does not hold up. */
function load(product: Product, scenario: Scenario, connections: number, pauseMs?: number): Promise<Result> {
  const order: Order = {
    ...{ host: '127.0.0.1', port: Number(new URL(product.url).port), connections, scenario },
    ...{
      warmUpMs: 1000,
      ms: Number(flags.seconds) * 1000,
      beside: null,
      ...(pauseMs === undefined ? {} : { pauseMs }),
    },
  };
  const child = fork(join(import.meta.dirname, '../load-process.ts'));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result)); // as `load-process.ts` sends it
    child.once('exit', (code) => reject(new Error(`the load ended with ${String(code)}`)));
  });
}

function refuseWrong({ wrong }: Result): void {
  if (wrong !== null) throw new Error(wrong);
}

interface Measured {
  readonly firing: Pace;
  readonly stopping: Pace;
  readonly quiet: Result;
  readonly besides: Result;
}

function print(engine: string, { firing, stopping, quiet, besides }: Measured): void {
  const rate = firing.perSecond / stopping.perSecond;
  const slower = besides.p50 / quiet.p50;
  const cells = [
    ...[engine, String(TIMERS), firing.perSecond.toFixed(0), stopping.perSecond.toFixed(0), rate.toFixed(2)],
    ...[(stopping.cpu / firing.cpu).toFixed(2), quiet.p50.toFixed(2), besides.p50.toFixed(2), slower.toFixed(2)],
  ];
  console.log(`| ${cells.join(' | ')} |`);
  if (rate < RATE) console.log(`${engine}: timers are fired at less than ${String(RATE)} of the rate of calls`);
  if (slower > SLOWER) console.log(`${engine}: gets take more than ${String(SLOWER)} times as long while timers fire`);
}

await main();
