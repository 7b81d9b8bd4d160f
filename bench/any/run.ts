import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Entity, ListAnswer } from '@ninefold/model';
import { signedIn, type Client, type Person } from '../../e2e/harness/client.ts';
import {
  drawShape,
  type ListShape,
  namedFields,
  queryOf,
} from '../../packages/server/src/records/testing/list-shapes.ts';
import { watched } from '../processes.ts';
import { seeded } from '../random.ts';
import type { Engine } from '../servers.ts';
import { handWritten } from './by-hand.ts';
import { startAny, type AnyServers } from './servers.ts';
import { ANY_WORKS, entityOf, type AnyName, type AnyWork } from './work.ts';

const { values: flags } = parseArgs({
  options: {
    work: { type: 'string', default: 'both' },
    database: { type: 'string', default: 'both' },
    rows: { type: 'string', default: '100000' },
    shapes: { type: 'string', default: '24' },
    seed: { type: 'string' },
  },
});
const ROWS = Number(flags.rows);
const SEED = Number(flags.seed ?? Math.floor(Math.random() * 1_000_000_000));
/** The rows are the same in every run. */
const ROW_SEED = 4711;
/** A call is repeated until it took this much processor time together, in ms, or this often: the clock has steps of 10 ms. */
const ENOUGH_MS = 150;
const MOST_CALLS = 60;
/** Calls of each server before the first that is measured, so that its code is compiled. */
const WARM_UP = 40;

/** Lists that nobody could prepare for, in turn, beside the same statements by hand without an index that fits. */
async function main(): Promise<void> {
  for (const engine of (['sqlite', 'postgres'] as const).filter((one) => ['both', one].includes(flags.database)))
    for (const name of (['any', 'desk'] as const).filter((one: AnyName) => ['both', one].includes(flags.work))) {
      const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
      try {
        await bench(engine, ANY_WORKS[name], folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
}

async function bench(engine: Engine, work: AnyWork, folder: string): Promise<void> {
  const entity = entityOf(work);
  const servers = await startAny(engine, work, { entity, rows: ROWS, random: seeded(ROW_SEED), folder });
  try {
    console.log(`\n${engine}, ${work.name}: ${work.says}; ${String(ROWS)} rows, seed ${String(SEED)} (--seed)`);
    console.log('ms of processor time: restricted  by hand | administrator  by hand');
    const [held, free] = await Promise.all(
      [work.people.held, work.people.free].map((person) => signedIn(servers.product.url, person as Person)),
    );
    if (!held || !free) return;
    const shapes = await drawn(entity, free);
    const measured = await measureAll(engine, { work, entity, servers, shapes }, { held, free });
    report(measured);
  } finally {
    await servers.stop();
  }
}

async function drawn(entity: Entity, free: Client): Promise<readonly ListShape[]> {
  const pages = [20, 900].map((page) => free.get<ListAnswer>(`/api/${entity.id}?size=100&page=${String(page)}`));
  const samples = (await Promise.all(pages)).flatMap(({ body }) => body.items);
  const random = seeded(SEED);
  return Array.from({ length: Number(flags.shapes) }, () => drawShape({ entity, samples, random }));
}

interface Bench {
  readonly work: AnyWork;
  readonly entity: Entity;
  readonly servers: AnyServers;
  readonly shapes: readonly ListShape[];
}

/** Processor time in ms: of the product for each caller, and by hand. */
interface Measured {
  readonly shape: ListShape;
  readonly held: number;
  readonly heldByHand: number;
  readonly free: number;
  readonly freeByHand: number;
}

async function measureAll(
  engine: Engine,
  { work, entity, servers, shapes }: Bench,
  { held, free }: { readonly held: Client; readonly free: Client },
): Promise<readonly Measured[]> {
  const statements = (caller: readonly string[]) =>
    shapes.map((shape) => handWritten(engine, { work, entity, rows: ROWS }, shape, caller));
  const hand = await servers.byHand([...statements(servers.caller), ...statements([])]);
  const product = watched(servers.product.pid());
  const spent = (): number => product.cpu() + hand.process.cpu() + (servers.database?.cpu() ?? 0);
  const byHand = (n: number) => async (): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${String(hand.port)}/${String(n)}`);
    if (!answer.ok) throw new Error(`by hand: ${await answer.text()}`);
    return answer.json();
  };
  for (let turn = 0; turn < WARM_UP; turn += 1) {
    const path = `/api/${entity.id}?size=25&page=${String(turn + 1)}`;
    await Promise.all([held.get(path), free.get(path), byHand(turn % (2 * shapes.length))()]);
  }
  const found: Measured[] = [];
  for (const [n, shape] of shapes.entries()) {
    const path = `/api/${entity.id}?${queryOf(shape, ROWS)}`;
    const ask = (client: Client) => async (): Promise<unknown> => {
      const { status, body } = await client.get(path);
      if (status !== 200) throw new Error(`${path}: ${String(status)} ${JSON.stringify(body)}`);
      return body;
    };
    const one = {
      shape,
      held: await measure(spent, ask(held)),
      heldByHand: await measure(spent, byHand(n)),
      free: await measure(spent, ask(free)),
      freeByHand: await measure(spent, byHand(n + shapes.length)),
    };
    await compareTotals(entity, shape, [await ask(free)(), await byHand(n + shapes.length)()]);
    found.push(one);
    console.log(lineOf(one));
  }
  return found;
}

/** Both count the same rows. A field that is shown under a condition is left out by the product alone. */
async function compareTotals(entity: Entity, shape: ListShape, answers: readonly unknown[]): Promise<void> {
  if (shape.group !== null || namedFields(entity, shape).some(({ visibleWhen }) => visibleWhen !== null)) return;
  const [ours, theirs] = answers as readonly [
    ListAnswer,
    { readonly total: readonly { readonly n: number | string }[] },
  ];
  if (ours.total !== Number(theirs.total[0]?.n))
    throw new Error(`${queryOf(shape, ROWS)}: ${String(ours.total)} rows, by hand ${String(theirs.total[0]?.n)}`);
}

async function measure(spent: () => number, call: () => Promise<unknown>): Promise<number> {
  await call();
  const before = spent();
  let calls = 0;
  while (calls < MOST_CALLS && spent() - before < ENOUGH_MS) {
    await call();
    calls += 1;
  }
  return (spent() - before) / calls;
}

function lineOf({ shape, held, heldByHand, free, freeByHand }: Measured): string {
  const cells = [held, heldByHand, free, freeByHand].map((ms) => ms.toFixed(1).padStart(8));
  return `${shape.kind.padEnd(7)} ${cells.slice(0, 2).join(' ')} | ${cells.slice(2).join(' ')}  ${String(queryOf(shape, ROWS))}`;
}

/** Gates at 100,000 rows and at 1,000,000, in ms. */
const FILTER_MS = ROWS > 100_000 ? 400 : 60;

function report(all: readonly Measured[]): void {
  const filters = all.filter(({ shape }) => shape.kind === 'filter');
  const others = all.filter(({ shape }) => shape.kind !== 'filter');
  const most = (from: readonly Measured[], of: (one: Measured) => number): number => Math.max(0, ...from.map(of));
  const share = (from: readonly Measured[], holds: (one: Measured) => boolean): string =>
    `${String(from.filter(holds).length)} of ${String(from.length)}`;
  const sorted = all.flatMap(({ held, free }) => [held, free]).toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  console.log(
    [
      `filters within ${String(FILTER_MS)} ms: ${share(filters, ({ held, free }) => Math.max(held, free) <= FILTER_MS)} (most ${most(filters, ({ held, free }) => Math.max(held, free)).toFixed(1)})`,
      `others within 1.5 times by hand: ${share(others, ({ held, heldByHand, free, freeByHand }) => held <= 1.5 * heldByHand + 1 && free <= 1.5 * freeByHand + 1)}`,
      `restricted within 1.3 times administrator + 1 ms: ${share(all, ({ held, free }) => held <= 1.3 * free + 1)}`,
      `never slower than 1.25 times by hand + 1 ms: ${share(all, ({ held, heldByHand, free, freeByHand }) => held <= 1.25 * heldByHand + 1 && free <= 1.25 * freeByHand + 1)}`,
      `median ${at(0.5)} ms, 95 of 100 ${at(0.95)} ms, most ${at(1)} ms`,
    ].join('\n'),
  );
}

await main();
