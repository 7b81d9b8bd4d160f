import { fork, type ChildProcess } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { signedIn, type ListBody, type Person } from '../e2e/harness/client.ts';
import { startProduct, type Product } from '../e2e/harness/product.ts';
import { DESK_BY_HAND } from './desk/by-hand.ts';
import type { Scenario } from './load.ts';
import { durablePostgres, freePort, serverOf, started, type Engine } from './places.ts';
import { watched, type Watched, whenQuiet } from './processes.ts';
import { RULE_BY_HAND } from './rule/by-hand.ts';
import { scenariosOf } from './scenarios.ts';
import { postgresStore, sqliteStore, texts, type Store } from './store.ts';
import type { ByHand, Filled, SameTables, Work, WorkName } from './work.ts';

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
  /** Writes by hand into tables like the product's own. */
  readonly same: Target;
  /** Whether a creation draws a number. */
  readonly isNumbered: boolean;
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
    const { filled, copy, same } = await fillBoth(engine, work, count, { product, place, folder });
    const own = watched(product.pid());
    const database = engine === 'sqlite' ? null : watched(await serverOf(place));
    await whenQuiet(own, database);
    const idle = own.memory().now;
    const port = await freePort();
    const reference = await startByHand('reference.ts', [work.name, place, String(port)]);
    const samePort = await freePort();
    const beside = await startByHand('same-tables.ts', [copy, String(samePort), JSON.stringify(same)]);
    return {
      ninefold: await productTarget(product, work, filled, work.people.held),
      reference: { port, scenarios: referenceScenarios(work, filled), process: watched(reference.pid ?? 0) },
      isNumbered: same.part !== null,
      same: { port: samePort, scenarios: referenceScenarios(work, filled), process: watched(beside.pid ?? 0) },
      free: await productTarget(product, work, filled, work.people.free),
      database,
      idle,
      stop: async () => {
        reference.kill();
        beside.kill();
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
  readonly folder: string;
}

/** What both databases hold, and where a copy of the product's is. */
interface FilledBoth {
  readonly filled: Filled;
  readonly copy: string;
  readonly same: SameTables;
}

async function fillBoth(engine: Engine, work: Work, count: number, places: Places): Promise<FilledBoth> {
  const { product, place, folder } = places;
  let both: FilledBoth | null = null;
  await product.restart(async () => {
    const schema = BY_HAND[work.name].schema[engine];
    const [ours, theirs] =
      engine === 'sqlite'
        ? [sqliteStore(join(product.data, 'data.sqlite')), sqliteStore(place, schema)]
        : await Promise.all([postgresStore(place), postgresStore(place, schema)]);
    const filled = await work.fill(ours, theirs, count);
    const same = await sameTables(work, ours, filled);
    await ours.finish();
    await theirs.finish();
    const copy =
      engine === 'sqlite' ? await copyOfFile(join(product.data, 'data.sqlite'), folder) : await copyOfDatabase(place);
    both = { filled, same, copy };
  });
  if (both === null) throw new Error('nothing was filled');
  return both;
}

async function sameTables({ same }: Work, store: Store, { ids }: Filled): Promise<SameTables> {
  const [template] = await store.all('SELECT * FROM "ticket" WHERE "id" = ?', [ids[0] ?? '']);
  const [part = null] = await texts(
    store,
    `SELECT "part" FROM "_sequence" WHERE "entity" = 'ticket' ORDER BY "part" DESC LIMIT 1`,
  );
  const [by = ''] = await texts(store, 'SELECT "id" FROM "user" ORDER BY "id" LIMIT 1');
  if (!template) throw new Error('no ticket is there');
  return { ...same, template, part, by };
}

async function copyOfFile(file: string, folder: string): Promise<string> {
  const copy = join(folder, 'same.sqlite');
  await copyFile(file, copy);
  return copy;
}

/** Nobody may be connected to the database meanwhile. */
async function copyOfDatabase(url: string): Promise<string> {
  const [copy, other] = [new URL(url), new URL(url)];
  copy.pathname = '/same_tables';
  other.pathname = '/template1';
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS "same_tables"`);
  await client.query(`CREATE DATABASE "same_tables" TEMPLATE "${new URL(url).pathname.slice(1)}"`);
  await client.end();
  return copy.href;
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

function startByHand(program: string, args: readonly string[]): Promise<ChildProcess> {
  return started(fork(join(import.meta.dirname, program), [...args]), program);
}
