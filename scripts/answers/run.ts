import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '../service-desk-data/random.ts';
import { repeat, type Asking } from './asking.ts';
import { askList } from './calls/lists.ts';
import { askBadly } from './calls/malformed.ts';
import { batch, bulk, importing, lookAgain } from './calls/many.ts';
import { askAccounts, askFaults, askFirstRun, askKeys, askSessions, signInAll } from './calls/people.ts';
import { askEverybody, askPages, askRecord, lookAround } from './calls/reads.ts';
import { collide, create, remove, transition, update } from './calls/writes.ts';
import { databases } from './databases.ts';
import { EVERY_KIND } from './houses/every-kind.ts';
import type { House } from './houses/house.ts';
import { SERVICE_DESK } from './houses/service-desk.ts';
import { pairOf, type Pair } from './pair.ts';
import { failing, report } from './report.ts';
import { serverOf } from './server-of.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    other: { type: 'string', default: join(import.meta.dirname, '../..') },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    rounds: { type: 'string', default: '110' },
    database: { type: 'string' },
    allow: { type: 'string', default: '' },
  },
});

/**
 * Sends the same calls to the servers of two checkouts and compares every answer: `run.ts --base <folder of the other
 * checkout> [--seed N] [--rounds N] [--database postgres] [--allow fault,sentence,openapi,model]`. It exits with 1
 * where a difference is not allowed.
 */
async function main(base: string): Promise<number> {
  console.log(`answers: seed ${values.seed}, ${base} and ${values.other}`);
  const place = mkdtempSync(join(tmpdir(), 'ninefold-answers-'));
  const stores = await databases(values.database ?? null);
  try {
    const pairs: Pair[] = [];
    for (const house of [SERVICE_DESK, EVERY_KIND]) {
      pairs.push(await inHouse(house, true, async (asking) => askAll(asking, Number(values.rounds))));
      pairs.push(await inHouse(house, false, async (asking, link) => askFirstRun(asking, link)));
    }
    return report(pairs, failing(values.allow));
  } finally {
    await stores.stop();
    rmSync(place, { recursive: true, force: true });
  }

  async function inHouse(
    house: House,
    demo: boolean,
    work: (asking: Asking, link: string) => Promise<void>,
  ): Promise<Pair> {
    const start = async (checkout: string, side: string) =>
      serverOf({
        checkout: resolve(checkout),
        folder: house.folder,
        data: join(place, `${house.name}-${String(demo)}-${side}`),
        demo,
        database: await stores.one(),
      });
    const servers = await Promise.all([start(base, 'base'), start(values.other, 'other')]);
    try {
      const pair = pairOf(...servers, house.name);
      const known = new Map(Object.keys(house.entities).map((entity) => [entity, new Map()]));
      await work({ house, pair, random: randomFrom(Number(values.seed)), known }, servers[0].setupLink ?? '');
      return pair;
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
}

/** Some 13 calls in each round, and all that is asked once. */
async function askAll(asking: Asking, rounds: number): Promise<void> {
  const { random } = asking;
  await signInAll(asking);
  await lookAround(asking);
  await askPages(asking, true);
  await askFaults(asking);
  await repeat(40, () => create(asking));
  await repeat(rounds, async () => {
    await repeat(3, () => askList(asking));
    await random.pick([create, create, update])(asking);
    await random.pick([update, collide, askRecord])(asking);
    await transition(asking);
    await random.pick([askRecord, askRecord, bulk, batch, importing, askBadly])(asking);
    await random.pick([remove, askEverybody, importing, bulk, batch, askBadly, lookAgain])(asking);
  });
  await askKeys(asking);
  await askAccounts(asking);
  await askSessions(asking);
  await askPages(asking, false);
}

if (values.base === undefined) {
  console.error('answers: name the other checkout with --base <folder>');
  process.exitCode = 2;
} else {
  process.exitCode = await main(values.base);
}
