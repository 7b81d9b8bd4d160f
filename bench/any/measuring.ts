import { setTimeout } from 'node:timers/promises';
import type { Entity, ListAnswer } from '@ninefold/model';
import type { Client } from '../../e2e/harness/client.ts';
import { type ListShape, namedFields, queryOf } from '../../packages/server/src/records/testing/list-shapes.ts';
import type { Engine } from '../places.ts';
import { watched, type Watched, whenQuiet } from '../processes.ts';
import { handWritten } from './by-hand.ts';
import type { AnyServers } from './servers.ts';
import type { AnyWork } from './work.ts';

/** A call is repeated until it took this much processor time together, in ms, or this often. */
const ENOUGH_MS = 150;
const MOST_CALLS = 60;
/** What a change does after its answer is over then, in ms. */
const AFTERWARDS_MS = 3;
/** Calls of each server before the first that is measured, so that its code is compiled. */
const WARM_UP = 40;

/** What is measured. */
export interface Bench {
  readonly engine: Engine;
  readonly work: AnyWork;
  readonly entity: Entity;
  readonly servers: AnyServers;
  readonly shapes: readonly ListShape[];
  readonly rows: number;
}

/** Callers with and without a row condition. */
export interface Callers {
  readonly held: Client;
  readonly free: Client;
}

/**
 * Processor time in ms of one answer to a shape: of the product for each caller, and by hand. Before each answer a record is
 * changed, whose cost does not count: what was counted of its values for the answer before holds no more.
 */
export interface Measured {
  readonly shape: ListShape;
  readonly held: number;
  readonly heldByHand: number;
  readonly free: number;
  readonly freeByHand: number;
  /** Of the product where nothing was written since the answer before. */
  readonly heldAgain: number;
  readonly freeAgain: number;
  /** Of the product without the total; for groups with it. */
  readonly heldPage: number;
  readonly freePage: number;
}

/** The endpoint by hand, ready for every shape: first as the restricted caller asks them, then as the administrator does. */
export interface Hand {
  readonly process: Watched;
  ask(shape: number, caller: 'held' | 'free'): Promise<unknown>;
}

export async function startHand({ engine, work, entity, servers, shapes, rows }: Bench): Promise<Hand> {
  const statements = (caller: readonly string[]) =>
    shapes.map((shape) => handWritten(engine, { work, entity, rows }, shape, caller));
  const { port, process } = await servers.byHand([...statements(servers.caller), ...statements([])]);
  return {
    process,
    ask: async (shape, caller) => {
      const n = caller === 'held' ? shape : shape + shapes.length;
      const answer = await fetch(`http://127.0.0.1:${String(port)}/${String(n)}`);
      if (!answer.ok) throw new Error(`by hand: ${await answer.text()}`);
      return answer.json();
    },
  };
}

/** Asks for a list of the product. */
export async function askProduct(client: Client, entity: Entity, query: URLSearchParams): Promise<unknown> {
  const path = `/api/${entity.id}?${String(query)}`;
  const { status, body } = await client.get(path);
  if (status !== 200) throw new Error(`${path}: ${String(status)} ${JSON.stringify(body)}`);
  return body;
}

/** Measures every shape, one after the other; `told` takes each. Fails where the two servers count differently. */
export async function measureAll(
  bench: Bench,
  { held, free }: Callers,
  hand: Hand,
  told: (one: Measured) => void,
): Promise<readonly Measured[]> {
  const { entity, servers, shapes, rows } = bench;
  const product = watched(servers.product.pid());
  const spent = (): number => product.cpu() + hand.process.cpu() + (servers.database?.cpu() ?? 0);
  await whenQuiet(product, servers.database);
  for (let turn = 0; turn < WARM_UP; turn += 1) {
    const page = new URLSearchParams({ size: '25', page: String(turn + 1) });
    await Promise.all([
      ...[held, free].map((client) => askProduct(client, entity, page)),
      hand.ask(turn % shapes.length, 'free'),
    ]);
  }
  const change = await createChange(entity, free);
  for (let turn = 0; turn < WARM_UP; turn += 1) await change();
  const afterChange = (call: () => Promise<unknown>): Promise<number> => measure(spent, call, change);
  const found: Measured[] = [];
  for (const [n, shape] of shapes.entries()) {
    const query = queryOf(shape, rows);
    const page = queryOf(shape, rows);
    if (shape.group === null) page.set('total', 'none');
    const measured = (call: () => Promise<unknown>): Promise<number> => measure(spent, call);
    const one: Measured = {
      shape,
      held: await afterChange(() => askProduct(held, entity, query)),
      heldByHand: await measured(() => hand.ask(n, 'held')),
      free: await afterChange(() => askProduct(free, entity, query)),
      freeByHand: await measured(() => hand.ask(n, 'free')),
      heldAgain: await measured(() => askProduct(held, entity, query)),
      freeAgain: await measured(() => askProduct(free, entity, query)),
      heldPage: await measured(() => askProduct(held, entity, page)),
      freePage: await measured(() => askProduct(free, entity, page)),
    };
    await compareTotals(bench, shape, [await askProduct(free, entity, query), await hand.ask(n, 'free')]);
    found.push(one);
    told(one);
  }
  return found;
}

/** A change of a record that no drawn list looks for. */
async function createChange(entity: Entity, client: Client): Promise<() => Promise<void>> {
  const { body } = await client.get<ListAnswer>(`/api/${entity.id}?size=100&page=30`);
  for (const { id, subject } of body.items) {
    const path = `/api/${entity.id}/${id}`;
    let turn = 0;
    const change = async (): Promise<number> => {
      turn += 1;
      return (await client.send('PATCH', path, { subject: `${String(subject)}${'.'.repeat(turn % 2)}` })).status;
    };
    if ((await change()) !== 200) continue; // its state lets nobody change it
    return async () => {
      const status = await change();
      if (status !== 200) throw new Error(`${path}: ${String(status)}`);
    };
  }
  throw new Error('no record can be changed');
}

/** Both count the same rows. A field that is shown under a condition is left out by the product alone. */
async function compareTotals({ entity, rows }: Bench, shape: ListShape, answers: readonly unknown[]): Promise<void> {
  if (shape.group !== null || namedFields(entity, shape).some(({ visibleWhen }) => visibleWhen !== null)) return;
  const [ours, theirs] = answers as readonly [
    ListAnswer,
    { readonly total: readonly { readonly n: number | string }[] },
  ];
  if (ours.total !== Number(theirs.total[0]?.n))
    throw new Error(
      `${String(queryOf(shape, rows))}: ${String(ours.total)} rows, by hand ${String(theirs.total[0]?.n)}`,
    );
}

/** ms of processor time of one call; what is done before each does not count. */
async function measure(
  spent: () => number,
  call: () => Promise<unknown>,
  before: (() => Promise<unknown>) | null = null,
): Promise<number> {
  await call();
  let [calls, sum] = [0, 0];
  while (calls < MOST_CALLS && sum < ENOUGH_MS) {
    if (before !== null) {
      await before();
      await setTimeout(AFTERWARDS_MS);
    }
    const begun = spent();
    await call();
    sum += spent() - begun;
    calls += 1;
  }
  return sum / calls;
}
