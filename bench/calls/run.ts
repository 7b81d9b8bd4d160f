import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { KeyMade, SubscriptionAnswer, SubscriptionMade } from '@ninefold/model';
import { signedIn, type Client } from '../../e2e/harness/client.ts';
import { startProduct, type Product } from '../../e2e/harness/product.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import { load, type Scenario } from '../load.ts';
import { durablePostgres } from '../places.ts';
import { idOf } from '../random.ts';
import { postgresStore, sqliteStore, type Store } from '../store.ts';

const { values: flags } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    deliveries: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '7' },
  },
});
const FOLDER = join(import.meta.dirname, 'specification');
const DELIVERIES = Number(flags.deliveries);
const CRATES = 2000;
/** Records that the messages are about: the messages of one are sent one after the other. */
const PARCELS = 2000;
const AT_ONCE = 1000;
/** One person makes so long a pause after each answer. */
const PAUSE_MS = 5;
/** The application's own calls take at most so many times as long. */
const SLOWER = 1.2;
const PAST = Date.parse('2026-01-01T00:00:00.000Z');
const KINDS = ['get', 'list', 'write'] as const;
type Kind = (typeof KINDS)[number];
/** Of one turn: the median time of a call, in ms, without deliveries and while they go. */
type Turn = Readonly<Record<Kind, { readonly quiet: number; readonly besides: number }>>;

/** Sends messages to a receiver on this machine, and prints how much longer the application's own calls take meanwhile. */
async function main(): Promise<void> {
  console.log(`seed ${flags.seed}`);
  console.log(
    '| database | deliveries | a second | turns | call | quiet p50, ms | while they go | ratio, median of the turns |',
  );
  console.log('|---|---:|---:|---:|---|---:|---:|---:|');
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (flags.database !== 'both' && flags.database !== engine) continue;
    const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
    const receiver = fork(join(import.meta.dirname, 'receiver-process.ts'));
    try {
      await measure(engine, engine === 'postgres' ? await durablePostgres(folder) : null, receiver);
    } finally {
      receiver.disconnect();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function measure(engine: string, url: string | null, receiver: ChildProcess): Promise<void> {
  const [address] = (await once(receiver, 'message')) as [string]; // as `receiver-process.ts` sends it
  const database: Readonly<Record<string, string>> = url === null ? {} : { NINEFOLD_DATABASE: url };
  const product = await startProduct({ folder: FOLDER, env: { ...database, NINEFOLD_CALLS_INSIDE: '127.0.0.1' } });
  try {
    const subscription = await subscribe(product, address);
    const openStore = async (): Promise<Store> =>
      url === null ? sqliteStore(join(product.data, 'data.sqlite')) : postgresStore(url);
    const crates = await fill(product, openStore, `subscription ${subscription}`);
    const ada = await signedIn(product.url, 'ada');
    const scenarios = scenariosOf(ada, crates);
    for (const kind of KINDS) await timeOf(product, scenarios[kind]); // so that nothing is called for the first time
    print(engine, await takeTurns(product, { ada, subscription, scenarios }));
  } catch (error) {
    console.error(product.said());
    throw error;
  } finally {
    await product.stop();
  }
}

/** Asks to be told of new parcels, and waits until one has been told of. Nothing more is sent then. Answers the id. */
async function subscribe(product: Product, address: string): Promise<string> {
  const ada = await signedIn(product.url, 'ada');
  const made = await ada.send<KeyMade>('POST', '/_/keys', { name: 'Sync', role: 'clerk', days: 30 });
  const answer = await fetch(`${product.url}/_/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${made.body.secret}` },
    body: JSON.stringify({ entity: 'parcel', events: ['created'], url: `${address}/parcels` }),
  });
  const { id } = ((await answer.json()) as SubscriptionMade).subscription; // as the route answers it
  await ada.send('POST', '/api/parcel', { name: 'Parcel' });
  await ada.send('POST', '/api/crate', { name: 'Crate' });
  while ((await madeOf(ada, id)) === 0) await setTimeout(100);
  await ada.send('PATCH', `/_/subscriptions/${id}`, { paused: true });
  return id;
}

/** How many messages of a subscription have been made. */
async function madeOf(ada: Client, id: string): Promise<number> {
  const { body } = await ada.get<{ readonly items: readonly SubscriptionAnswer[] }>('/_/subscriptions');
  const found = body.items.find((one) => one.id === id);
  if (found === undefined || found.counts.given_up > 0) throw new Error('messages were not taken');
  return found.counts.made;
}

/** Copies of a crate and of a message. Answers the ids of the crates. */
async function fill(product: Product, openStore: () => Promise<Store>, call: string): Promise<readonly string[]> {
  const random = seededRandom(Number(flags.seed));
  const crates = Array.from({ length: CRATES }, (_, turn) => idOf(turn, random));
  await product.restart(async () => {
    const store = await openStore();
    const [crate] = await store.all('SELECT * FROM "crate"', []);
    const [message] = await store.all('SELECT * FROM "_call"', []);
    if (!crate || !message) throw new Error('nothing was made');
    const rows = crates.map((id, turn) => ({ ...crate, id, name: `Crate ${String(turn)}` }));
    const waiting = Array.from({ length: DELIVERIES }, (_, turn) => {
      const record = String(turn % PARCELS);
      const place = { queue: `${call} ${record}`, position: Math.floor(turn / PARCELS) + 1, record };
      const next = turn < PARCELS ? new Date(PAST + turn).toISOString() : null; // the others of a record wait for its first
      return {
        ...message,
        ...place,
        id: idOf(turn, random),
        state: 'waiting',
        next,
        tries: 0,
        tried: null,
        taken: null,
      };
    });
    for (const [table, template, all] of [['crate', crate, rows] as const, ['_call', message, waiting] as const])
      for (let from = 0; from < all.length; from += AT_ONCE)
        await store.insert(table, Object.keys(template), all.slice(from, from + AT_ONCE));
    await store.finish();
  });
  return crates;
}

function scenariosOf(ada: Client, crates: readonly string[]): Readonly<Record<Kind, Scenario>> {
  const headers = { cookie: ada.cookies(), 'x-xsrf-token': ada.xsrf() };
  const paths = crates.map((id) => `/api/crate/${id}`);
  const bodies = crates.map((_, turn) => JSON.stringify({ size: turn + 1 }));
  return {
    get: { method: 'GET', paths, headers, expect: 200 },
    list: { method: 'GET', paths: ['/api/crate?size=25&sort=name&total=exact'], headers, expect: 200 },
    write: { method: 'PATCH', paths, bodies, headers, expect: 200 },
  };
}

interface Turns {
  readonly turns: readonly Turn[];
  /** Messages a second while calls were measured. */
  readonly perSecond: number;
}

interface Taking {
  readonly ada: Client;
  readonly subscription: string;
  readonly scenarios: Readonly<Record<Kind, Scenario>>;
}

/** Measures in turns, without messages and while they go, until all are made. A turn in which they end does not count. */
async function takeTurns(product: Product, { ada, subscription, scenarios }: Taking): Promise<Turns> {
  const times = async (): Promise<Readonly<Record<Kind, number>>> => ({
    get: await timeOf(product, scenarios.get),
    list: await timeOf(product, scenarios.list),
    write: await timeOf(product, scenarios.write),
  });
  const first = await madeOf(ada, subscription);
  const turns: Turn[] = [];
  let [sent, ms] = [0, 0];
  for (;;) {
    const quiet = await times();
    await ada.send('PATCH', `/_/subscriptions/${subscription}`, { paused: false });
    const [before, from] = [await madeOf(ada, subscription), performance.now()];
    const besides = await times();
    const after = await madeOf(ada, subscription);
    if (after - first >= DELIVERIES) break;
    [sent, ms] = [sent + after - before, ms + performance.now() - from];
    turns.push({
      get: { quiet: quiet.get, besides: besides.get },
      list: { quiet: quiet.list, besides: besides.list },
      write: { quiet: quiet.write, besides: besides.write },
    });
    await ada.send('PATCH', `/_/subscriptions/${subscription}`, { paused: true });
    await setTimeout(500); // what is under way ends
  }
  if (turns.length < 2) throw new Error('all messages were made before they could be measured: take more of them');
  return { turns, perSecond: (sent * 1000) / ms };
}

/** The median time of a call, in ms. */
async function timeOf(product: Product, scenario: Scenario): Promise<number> {
  const place = { host: '127.0.0.1', port: Number(new URL(product.url).port), connections: 1, pauseMs: PAUSE_MS };
  const { p50, wrong } = await load({
    ...{ ...place, scenario, warmUpMs: 100, ms: Number(flags.seconds) * 1000, beside: null },
  });
  if (wrong !== null) throw new Error(wrong);
  return p50;
}

function print(engine: string, { turns, perSecond }: Turns): void {
  for (const kind of KINDS) {
    const [quiet, besides, ratio] = [
      median(turns.map((turn) => turn[kind].quiet)),
      median(turns.map((turn) => turn[kind].besides)),
      median(turns.map((turn) => turn[kind].besides / turn[kind].quiet)),
    ];
    const counts = [engine, String(DELIVERIES), perSecond.toFixed(0), String(turns.length), kind];
    console.log(`| ${[...counts, quiet.toFixed(2), besides.toFixed(2), ratio.toFixed(2)].join(' | ')} |`);
    if (ratio > SLOWER) console.log(`${engine}: ${kind} takes more than ${String(SLOWER)} times as long meanwhile`);
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

await main();
