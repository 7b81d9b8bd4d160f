import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canEver,
  type Entity,
  type Facet,
  isOneReference,
  isReference,
  isTruth,
  optionsIn,
  type RecordValue,
  rightsFor,
} from '@ninefold/model';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../storage/database/database.ts';
import type { AskedShape } from '../../storage/indexes/asked-shape.ts';
import { createIndexFollower } from '../../storage/indexes/follow-use.ts';
import { readIndexRows } from '../../storage/indexes/index-rows.ts';
import type { ListWatch } from '../../storage/indexes/list-watch.ts';
import { openPlace, openTestDatabase, TEST_DIALECT, testPlace } from '../../testing/test-database.ts';
import type { Context } from '../context/context.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { callersOf, EXAMPLE_NAMES, openExample } from '../testing/examples.ts';
import { expectedFacet, expectedGroups, expectedList, inUnits, readableRecords } from '../testing/expected-list.ts';
import { seededRandom } from '../../costs/seeded-random.ts';
import { drawShape, type ListShape, namedFields, queryOf, type Random, textOf } from '../testing/list-shapes.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';

/** Both ways to a page are taken in turn, however long it takes. */
vi.mock('../views/noted-pace.ts', () => {
  let turn = 0;
  return { notedPace: () => ({ isSlow: (turn += 1) % 2 === 0, note: () => undefined }) };
});

const { NINEFOLD_PROVE_SEED: seed = String(Date.now() % 1e6), NINEFOLD_PROVE_LISTS: lists } = process.env;
const DRAWN = Number(lists ?? (TEST_DIALECT === 'postgres' ? '1' : '2'));
const LONG = { timeout: 300_000 };
const NOW = '2026-03-05T09:00:00.000Z';
const NAMES_NO_LIST = join(import.meta.dirname, '../../../../../bench/any/specification/app.yaml');
const ORDERS = 180;

/** Whether the order of a shape is that of readings, which are not in the answer. */
function goesByReading(context: Context, entity: Entity, shape: ListShape): boolean {
  const sorted = namedFields(entity, { ...shape, filters: [], group: null, sum: null });
  return sorted.some((field) => {
    const target = isOneReference(field) ? context.model.entities[field.to] : undefined;
    return [field, ...Object.values(target?.fields ?? {})].some(({ sortBy }) => sortBy !== null);
  });
}

/** Some fields that a list can be counted by and that the reader sees in some record. */
function facetsOf(entity: Entity, readable: readonly RecordValue[]): readonly string[] {
  const names = Object.values(entity.fields).flatMap((field) =>
    (isTruth(field.type) && field.computed?.live !== true) || optionsIn(field) !== null ? [field.id] : [],
  );
  const state = entity.lifecycle ? ['state'] : [];
  const references = Object.values(entity.fields).flatMap((field) => (isReference(field) ? [field.id] : []));
  return [...state, ...references.slice(0, 3), 'created_by', ...names]
    .filter((name) => readable.some((record) => record[name] !== undefined))
    .slice(0, 8);
}

function sortedFacets(facets: readonly Facet[]): readonly Facet[] {
  return facets.toSorted((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
}

interface Compared {
  readonly context: Context;
  readonly records: Records;
  readonly caller: Caller;
  readonly entity: Entity;
  /** What the caller may read, as the evaluator says. */
  readonly readable: readonly RecordValue[];
}

/** What a drawn list answers and what it should answer, in the same form; null where it names a field that the caller never reads. */
async function bothAnswers({ context, records, caller, entity, readable }: Compared, shape: ListShape) {
  const query = queryOf(shape, readable.length);
  const isClosed = namedFields(entity, shape).some(({ id }) => readable.every((record) => record[id] === undefined));
  try {
    if (shape.group === null) {
      const names = facetsOf(entity, readable);
      if (names.length > 0) query.set('facets', names.join());
      const { items, total, facets = {} } = await records.list(caller, entity.id, query);
      const counted = Object.entries(facets).map(([name, found]) => [name, sortedFacets(found)]);
      const wanted = names.map((name) => [name, sortedFacets(expectedFacet(entity, shape, name, readable))]);
      const expected = expectedList(entity, shape, readable, readable.length);
      const isOrdered = !goesByReading(context, entity, shape);
      const compared = (ids: readonly string[]) => (isOrdered ? ids : ids.length);
      // few rows are found with their total; without it the page is found as one of many
      query.set('total', 'none');
      const pages: (readonly string[])[] = [items.map(({ id }) => id)];
      for (let turn = 0; turn < 2; turn += 1)
        pages.push((await records.list(caller, entity.id, query)).items.map(({ id }) => id));
      return [
        { total, counted, ids: pages.map(compared) },
        { ...expected, counted: wanted, ids: pages.map(() => compared(expected.ids)) },
      ] as const;
    }
    const { items } = await records.group(caller, entity.id, query);
    const groups = items.map(({ by, count, sum }) => [
      textOf(by[shape.group ?? '']),
      count,
      shape.sum === null ? null : inUnits(entity, shape.sum, sum?.[shape.sum]),
    ]);
    const sorted = groups.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
    return [sorted, expectedGroups(entity, shape, readable)] as const;
  } catch (reason) {
    if (isClosed && reason instanceof Refusal && reason.code === 'bad_parameter') return null;
    throw reason;
  }
}

/** Draws lists of each caller and compares rows, order, totals and groups; says how many were compared. */
async function compareDrawn(
  context: Context,
  records: Records,
  callers: readonly Caller[],
  { entity, random, drawn = DRAWN }: { readonly entity: Entity; readonly random: Random; readonly drawn?: number },
): Promise<number> {
  const reading = callers.filter(({ rights }) => canEver(rights, entity.id, 'read'));
  const readable: (readonly RecordValue[])[] = []; // one caller after the other: so many at once would wait for a connection too long
  for (const caller of reading) readable.push(await readableRecords(context, records, caller, entity));
  const samples = readable.toSorted((one, other) => other.length - one.length)[0] ?? [];
  let compared = 0;
  for (const [at, caller] of reading.entries()) {
    const own = { context, records, caller, entity, readable: readable[at] ?? [] };
    for (let turn = 0; turn < drawn && samples.length > 0; turn += 1) {
      const shape = drawShape({ entity, samples, random });
      const both = await bothAnswers(own, shape);
      if (both === null) continue;
      const told = `seed ${seed}, ${caller.me.name}: ${entity.id}?${decodeURIComponent(String(queryOf(shape, own.readable.length)))}`;
      expect([told, both[0]]).toEqual([told, both[1]]);
      compared += 1;
    }
  }
  return compared;
}

test.each(EXAMPLE_NAMES)(
  `%s: drawn lists and groups answer what the evaluator says over all rows (seed ${seed})`,
  LONG,
  async (example) => {
    const { context, records, close } = await openExample(example);
    try {
      const callers = await callersOf(context, records);
      const random = seededRandom(Number(seed));
      let compared = 0;
      for (const entity of Object.values(context.model.entities))
        compared += await compareDrawn(context, records, callers, { entity, random });
      expect(compared).toBeGreaterThan(0);
    } finally {
      await close();
    }
  },
);

const CHANNELS = ['web', 'phone', 'mail', 'shop', 'partner'];
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
const WORDS = ['order', 'Stock', 'pallet', 'Valve', 'audit', 'repair', 'spare', 'Price'];

/** Lines whose texts are searched, one of them as far as the line shows it. */
const LINES = `      parts:
        type: lines
        fields:
          word: { type: string, required: true, search: true }
          mark: { type: string, search: true, visible_when: line.word != "Stock" }
`;

/** Records of the specification that the bench draws lists for, some of them in the trash, of two departments. */
async function openOrders(opened?: Database) {
  const written = readFileSync(NAMES_NO_LIST, 'utf8').replace('      paid: {', `${LINES}$&`);
  const { model } = applicationOf(written);
  const db = opened ?? (await openTestDatabase());
  await migrate(db, model);
  const follower = createIndexFollower({ db: ofManyRows(db), model, clock: () => NOW });
  // every list counts as one that costs much
  const watch: ListWatch = { ...follower.watch, asked: (shape) => askedOften(follower.watch, shape) };
  const records = createRecords(db, model, () => NOW, { watch });
  const random = seededRandom(Number(seed) + 1);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // none of these is empty
  const add = async (name: string, roles: readonly string[]): Promise<Caller> => {
    const id = await records.addUser({ name, email: `${name}@x.test`, language: null, roles });
    const me = await records.me(id);
    if (!me) throw new Error(name);
    return { me, rights: rightsFor(model, [...me.roles, 'clerk']), via: 'screen' };
  };
  const ada = await add('Ada', ['administrator']);
  const ids: string[] = [];
  for (const name of ['Sales', 'Quality']) ids.push((await records.create(ada, 'department', { name }, PLAIN)).id);
  const clerks = [await add('bo', []), await add('Cy', []), await add('di', [])];
  for (const [at, { me }] of clerks.entries())
    await records.update(ada, 'user', { idOrKey: me.id, body: { department: ids[at % 2] ?? null } }, PLAIN);
  const customers: string[] = [];
  for (const name of ['alpha', 'Beta', 'gamma', 'Delta'])
    customers.push((await records.create(ada, 'customer', { name }, PLAIN)).id);
  for (let turn = 0; turn < ORDERS; turn += 1) {
    const { id } = await records.create(
      ada,
      'order',
      {
        ...{ subject: `${pick(WORDS)} ${pick(WORDS)} ${String(turn)}`, details: pick([null, pick(WORDS)]) },
        ...{ channel: pick(CHANNELS), priority: pick(PRIORITIES), paid: pick([true, false]), gift: turn % 9 === 0 },
        ...{
          due: pick([null, '2026-03-01', '2026-03-05', '2026-04-01']),
          amount: pick([null, '0.00', '12.50', '7.05']),
        },
        ...{
          pieces: pick([null, 1, 2, 30]),
          discount: pick([null, '1.5', '10']),
          customer: pick([null, ...customers]),
        },
        assignee: pick([null, ...clerks.map(({ me }) => me.id)]),
        parts: pick([
          [],
          [{ word: pick(WORDS), mark: null }],
          [{ word: 'Valve' }, { word: 'repair', mark: pick(WORDS) }],
        ]),
      },
      PLAIN,
    );
    if (turn % 3 === 0) await records.transition(ada, 'order', { idOrKey: id, transition: 'pack', body: {} }, PLAIN);
    if (turn % 20 === 0) await records.remove(ada, 'order', id, PLAIN);
  }
  await db.tidy();
  const context: Context = { db, model, dialect: db.dialect, clock: () => NOW, watch };
  const callers = await Promise.all(
    [...clerks, ada].map(async (one) => ({ ...one, me: (await records.me(one.me.id)) ?? one.me })),
  );
  return { context, records, callers, round: () => follower.round('running'), close: () => db.close() };
}

/** A table of a few records says that it has so many that an index pays. */
function ofManyRows(db: Database): Database {
  const schema = { ...db.dialect.schema, rowsAbout: async () => 10_000 };
  return { ...db, dialect: { ...db.dialect, schema } };
}

function askedOften(watch: ListWatch, shape: AskedShape): void {
  for (let turn = 0; turn < 5; turn += 1) watch.asked(shape, watch.served(shape) === null ? 50 : 2);
}

test(
  `where no screen names a list, drawn lists and groups answer what the evaluator says over all rows (seed ${seed})`,
  LONG,
  async () => {
    const { context, records, callers, close } = await openOrders();
    try {
      const entity = context.model.entities['order'];
      if (!entity) throw new Error('order');
      const random = seededRandom(Number(seed));
      let compared = 0;
      for (let round = 0; round < 6; round += 1)
        compared += await compareDrawn(context, records, callers, { entity, random });
      expect(compared).toBeGreaterThan(6 * DRAWN);
    } finally {
      await close();
    }
  },
);

test(`lists that indexes follow answer the same before and after these are made (seed ${seed})`, LONG, async () => {
  const { context, records, callers, round, close } = await openOrders();
  try {
    const entity = context.model.entities['order'];
    if (!entity) throw new Error('order');
    for (let turn = 0; turn < 3; turn += 1) {
      // the same lists again, with the indexes that they were given
      for (const made of [false, true]) {
        const random = seededRandom(Number(seed) + turn);
        await compareDrawn(context, records, callers, { entity, random, drawn: 4 * DRAWN });
        if (!made) await round();
      }
    }
    const rows = await readIndexRows(context.db.read);
    expect(rows.filter(({ madeAt }) => madeAt !== null).length).toBeGreaterThan(1);
  } finally {
    await close();
  }
});

test(
  `lists that are asked again answer what the evaluator says, whoever writes between (seed ${seed})`,
  LONG,
  async () => {
    const place = await testPlace();
    const { context, records, callers, close } = await openOrders(await openPlace(place));
    const elsewhere = await openPlace(place);
    try {
      const { order: entity } = context.model.entities;
      const ada = callers.at(-1);
      if (!entity || !ada) throw new Error('order');
      const random = seededRandom(Number(seed) + 2);
      const samples = await readableRecords(context, records, ada, entity);
      const shapes = Array.from({ length: 3 * DRAWN }, () => drawShape({ entity, samples, random }));
      const writers = [records, createRecords(elsewhere, context.model, () => NOW)];
      for (let turn = 0; turn < 6; turn += 1) {
        for (const caller of callers) {
          const readable = await readableRecords(context, records, caller, entity);
          for (const shape of [...shapes, ...shapes]) {
            const both = await bothAnswers({ context, records, caller, entity, readable }, shape);
            if (both === null) continue;
            const told = `seed ${seed}, turn ${String(turn)}, ${caller.me.name}: ${decodeURIComponent(String(queryOf(shape, readable.length)))}`;
            expect([told, both[0]]).toEqual([told, both[1]]);
          }
        }
        await changeSome({ writer: writers[turn % 2] ?? records, ada, callers, samples, random });
      }
    } finally {
      await elsewhere.close();
      await close();
      await place.remove();
    }
  },
);

/** Writes by which lists of orders differ: of an order itself, and of the person by whom it is readable. */
async function changeSome({
  writer,
  ada,
  callers,
  samples,
  random,
}: {
  readonly writer: Records;
  readonly ada: Caller;
  readonly callers: readonly Caller[];
  readonly samples: readonly RecordValue[];
  readonly random: Random;
}): Promise<void> {
  const sample = samples[Math.floor(random() * samples.length)];
  if (sample === undefined) throw new Error('there is no order');
  const { items: departments } = await writer.list(ada, 'department', new URLSearchParams());
  const moved = callers[Math.floor(random() * (callers.length - 1))]?.me.id ?? '';
  switch (Math.floor(random() * 3)) {
    case 0:
      await writer.create(
        ada,
        'order',
        { subject: 'spare', channel: sample['channel'] ?? null, gift: true, assignee: moved },
        PLAIN,
      );
      return;
    case 1:
      await writer.update(
        ada,
        'order',
        { idOrKey: sample.id, body: { pieces: 2, gift: random() < 0.5, due: null } },
        PLAIN,
      );
      return;
    default: {
      const department = departments[Math.floor(random() * departments.length)]?.id ?? null;
      await writer.update(ada, 'user', { idOrKey: moved, body: { department } }, PLAIN);
    }
  }
}
