import {
  type Entity,
  isGivable,
  isTruth,
  type ListAnswer,
  type ProblemAnswer,
  type RecordValue,
} from '@ninefold/model';
import type { Client } from '../../e2e/harness/client.ts';
import { queryOf } from '../../packages/server/src/records/testing/list-shapes.ts';
import { watched, whenQuiet } from '../processes.ts';
import { askProduct, type Bench, type Callers } from './measuring.ts';

/** So many ask at the same time. */
const ASKING = 4;
/** The server looks at what was asked every 10 s: two looks after the last call, so that all of it counts. */
const LOOKS_MS = 25_000;
/** It makes one index after the other: so many times it is waited for the next ones. */
const MOST_LOOKS = 8;
/** Records that are created to measure what one costs, and before that. */
const CREATED = 400;
const WARM_UP = 1000;

/** Asks all shapes together for so many seconds, each caller some often and some seldom, and waits until the indexes followed. */
export async function useLists(
  bench: Bench,
  { held, free }: Callers,
  seconds: number,
  random: () => number,
): Promise<number> {
  const { entity, servers, shapes, rows } = bench;
  const end = Date.now() + seconds * 1000;
  let asked = 0;
  const one = async (): Promise<void> => {
    while (Date.now() < end) {
      const shape = shapes[Math.floor(random() ** 2 * shapes.length)]; // the first ones most often
      if (shape === undefined) return;
      await askProduct(random() < 0.6 ? held : free, entity, queryOf(shape, rows));
      asked += 1;
    }
  };
  await Promise.all(Array.from({ length: ASKING }, one));
  let made = -1;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, LOOKS_MS);
    });
    const now = (await servers.following()).filter(({ isMade }) => isMade).length;
    if (now === made) break;
    made = now;
  }
  return asked;
}

/** ms of processor time of the creation of one record by `client`, like those that are there. */
export async function costOfCreation({ entity, servers }: Bench, client: Client): Promise<number> {
  const { body: page } = await client.get<ListAnswer>(`/api/${entity.id}?size=100&page=30`);
  const bodies = await accepted(
    client,
    entity,
    page.items.map((item) => likeOne(entity, item)),
  );
  const product = watched(servers.product.pid());
  const spent = (): number => product.cpu() + (servers.database?.cpu() ?? 0);
  let created = 0;
  const create = async (): Promise<void> => {
    const body = bodies[(created += 1) % bodies.length];
    const { status, body: answer } = await client.send('POST', `/api/${entity.id}`, body);
    if (status !== 201) throw new Error(`a record could not be created: ${JSON.stringify(answer)}`);
  };
  // after a start the program is slow at first
  for (let turn = 0; turn < WARM_UP; turn += 1) await create();
  await whenQuiet(product, servers.database);
  const before = spent();
  for (let turn = 0; turn < CREATED; turn += 1) await create();
  return (spent() - before) / CREATED;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Those of these bodies that are accepted: a record that is there may have a value that nobody may enter today. Each is tried once more
 * without the values that were refused.
 */
async function accepted(client: Client, entity: Entity, bodies: readonly Body[]): Promise<readonly Body[]> {
  const refusals: unknown[] = [];
  const found: Body[] = [];
  const isAccepted = async (body: Body): Promise<boolean> => {
    const { status, body: answer } = await client.send<ProblemAnswer>('POST', `/api/${entity.id}`, body);
    if (status === 201) found.push(body);
    else refusals.push(answer);
    return status === 201;
  };
  for (const body of bodies) {
    if (await isAccepted(body)) continue;
    const refused = new Set((refusals.at(-1) as ProblemAnswer).errors.map(({ path }) => path)); // it was pushed just now
    await isAccepted(Object.fromEntries(Object.entries(body).filter(([name]) => !refused.has(name))));
  }
  if (found.length > 0) return found;
  throw new Error(`no record like those that are there could be created: ${JSON.stringify(refusals[0])}`);
}

/** What a person would enter for a record like this one. */
function likeOne(entity: Entity, record: RecordValue): Body {
  const entered = Object.values(entity.fields).flatMap((field) => {
    const value = record[field.id];
    const isEntered = isGivable(field) && !field.unique && (isTruth(field.type) || typeof value !== 'boolean');
    if (!isEntered || value === null || value === undefined) return [];
    return [[field.id, typeof value === 'object' && 'id' in value ? value['id'] : value]];
  });
  return Object.fromEntries(entered);
}
