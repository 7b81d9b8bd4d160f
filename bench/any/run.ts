import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Entity, ListAnswer } from '@ninefold/model';
import { signedIn, type Client, type Person } from '../../e2e/harness/client.ts';
import { drawShape, type ListShape } from '../../packages/server/src/records/testing/list-shapes.ts';
import type { Engine } from '../places.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import { measureAll, startHand, type Bench, type Callers, type Measured } from './measuring.ts';
import { afterUse, firstTime, HEADING, lineOf } from './report.ts';
import { startAny, type AnyServers } from './servers.ts';
import { costOfCreation, useLists } from './use.ts';
import { ANY_WORKS, entityOf, type AnyName, type AnyWork } from './work.ts';

const { values: flags } = parseArgs({
  options: {
    work: { type: 'string', default: 'both' },
    database: { type: 'string', default: 'both' },
    rows: { type: 'string', default: '100000' },
    shapes: { type: 'string', default: '24' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
  },
});
const ROWS = Number(flags.rows);
const SEED = Number(flags.seed ?? Math.floor(Math.random() * 1_000_000_000));
/** The rows are the same in every run. */
const ROW_SEED = 4711;
/** How long the shapes are asked together; 0: they are measured for the first time only. */
const SECONDS = Number(flags.seconds);

/** Lists that nobody could prepare for, in turn, beside the same statements by hand: for the first time, and after some use. */
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
  const entity = await entityOf(work);
  const servers = await startAny(engine, work, { entity, rows: ROWS, random: seededRandom(ROW_SEED), folder });
  try {
    console.log(`\n${engine}, ${work.name}: ${work.says}; ${String(ROWS)} rows, seed ${String(SEED)} (--seed)`);
    const callers = await signIn(servers, work);
    const shapes = await drawn(entity, callers.free);
    const own: Bench = { engine, work, entity, servers, shapes, rows: ROWS };
    const first = await measured(own, callers, 'The first time');
    console.log(firstTime(first, ROWS));
    if (SECONDS > 0) await benchUse(own, callers, first);
  } finally {
    await servers.stop();
  }
}

/** The same shapes once more, when they have been asked for some time and the indexes have followed. */
async function benchUse(own: Bench, callers: Callers, first: readonly Measured[]): Promise<void> {
  const { engine, work, entity, servers, shapes } = own;
  const before = await costOfCreation(own, callers.free);
  const asked = await useLists(own, callers, SECONDS, seededRandom(SEED + 1));
  console.log(`\n${String(asked)} lists were asked in ${String(SECONDS)} s`);
  const waiting = (await servers.following()).filter(({ isMade }) => !isMade);
  if (engine === 'sqlite' && waiting.length > 0) {
    console.log(`${String(waiting.length)} indexes stop writes for more than 100 ms each, and are made by a start`);
    await servers.product.restart(async () => undefined);
  }
  const again = await signIn(servers, work);
  const made = (await servers.following()).filter(({ isMade }) => isMade);
  console.log(`${String(made.length)} indexes follow use: ${made.map(({ name }) => name).join('; ')}`);
  const after = await costOfCreation(own, again.free);
  console.log(
    `${after > 1.5 * before ? 'MISSED' : 'held  '} a creation within 1.5 times its cost without them: ${(after / before).toFixed(2)} (${before.toFixed(2)} ms, ${after.toFixed(2)} ms)`,
  );
  await servers.copyAgain();
  await servers.fit(shapes.map((shape) => fitting(entity, shape)));
  const found = await measured(own, again, 'After use');
  console.log(afterUse(found, first, ROWS));
}

async function measured(own: Bench, callers: Callers, heading: string): Promise<readonly Measured[]> {
  console.log(`\n${heading}, ${HEADING}`);
  return measureAll(own, callers, await startHand(own), (one) => console.log(lineOf(one, ROWS)));
}

async function signIn({ product }: AnyServers, { people }: AnyWork): Promise<Callers> {
  const [held, free] = await Promise.all(
    [people.held, people.free].map((person) => signedIn(product.url, person as Person)),
  );
  if (!held || !free) throw new Error('somebody could not sign in');
  return { held, free };
}

async function drawn(entity: Entity, free: Client): Promise<readonly ListShape[]> {
  const pages = [20, 900].map((page) => free.get<ListAnswer>(`/api/${entity.id}?size=100&page=${String(page)}`));
  const samples = (await Promise.all(pages)).flatMap(({ body }) => body.items);
  const random = seededRandom(SEED);
  return Array.from({ length: Number(flags.shapes) }, () => drawShape({ entity, samples, random }));
}

/** The columns of the index that a good developer would make for a shape. */
function fitting(entity: Entity, { filters, sort, group, sum }: ListShape): readonly string[] {
  const isLong = (name: string): boolean => entity.fields[name]?.type === 'text';
  const equal = filters.filter(({ op }) => op === 'eq' || op === 'blank').map(({ field }) => field);
  const others = filters.map(({ field }) => field).filter((field) => !equal.includes(field));
  const named = [group ?? '', sort?.replace(/^-/, '') ?? '', ...others, sum ?? ''].filter((name) => name !== '');
  return [...new Set([...equal, ...named, 'id'])].filter((name) => !isLong(name));
}

await main();
