import {
  cyclesOf,
  isReference,
  transitionsOf,
  type Entity,
  type Field,
  type HistoryCause,
  type Model,
  type RecordValue,
  type Rule,
  type Wire,
} from '../../packages/model/src/index.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import type { Caller, Records } from '../../packages/server/src/records/context/records.ts';
import { createRecords } from '../../packages/server/src/records/create-records.ts';
import { migrate } from '../../packages/server/src/records/migrate.ts';
import type { Database } from '../../packages/server/src/storage/database/database.ts';
import { openTestDatabase } from '../../packages/server/src/testing/test-database.ts';
import type { Refusal } from '../../packages/server/src/refusal.ts';
import { attempt } from './replay.ts';
import { callerFor, PLAIN, ruler, type World } from './surroundings.ts';
import { anyValue } from './world.ts';

/** What a walk saw. */
export interface Walked {
  /** How many calls were answered without a refusal, and how many were made. */
  readonly done: number;
  readonly asked: number;
  /** The codes for which alone something was refused, a timer, reaction or effect among it, each with the call that led to it first. */
  readonly refused: ReadonlyMap<string, string>;
  /** The states in which records were seen, as `thing.state = sent`. */
  readonly states: ReadonlySet<string>;
  /** The transitions and reactions that have fired, as `thing.send`. */
  readonly fired: ReadonlySet<string>;
  /** Promises that are true of a stored record, by their error, though nobody was refused for it. */
  readonly stored: ReadonlySet<string>;
}

interface Walking {
  readonly model: Model;
  readonly db: Database;
  readonly records: Records;
  /** The same without what is proved: what such a promise alone refuses is done by them. */
  readonly unpromised: Records;
  readonly world: World;
  readonly draw: <T>(items: readonly T[]) => T | undefined;
  readonly entities: readonly Entity[];
  /** Records by entity, as they were last seen. */
  readonly known: Map<string, string[]>;
  now: string;
  done: number;
  asked: number;
  readonly refused: Map<string, string>;
  readonly states: Set<string>;
  readonly fired: Set<string>;
  readonly stored: Set<string>;
}

const PEOPLE = ['ann', 'ben', 'cem', 'dee'];
const HOUR = 3_600_000;
const ROUND = { mostMs: 60_000, isEnding: () => false, log: () => undefined };
const STUCK = 'SELECT "transition", "stuck" FROM "_timer" WHERE "stuck" IS NOT NULL';

const FIRED = 'SELECT DISTINCT "entity", "transition" FROM "_history" WHERE "kind" = \'transition\'';
const CAUSES = 'SELECT DISTINCT "entity", "cause" FROM "_history" WHERE "cause" IS NOT NULL';

/**
 * So many random calls by random people on a server of its own, between which the clock moves and what is due happens: the same for
 * the same seed. What promises that are `proved` alone refuse is done; the others are kept, since proofs rest on them. `rules` are
 * promises of which it is asked too whether they are true of what is stored.
 */
export async function walk(
  model: Model,
  {
    seed,
    calls,
    proved,
    rules,
  }: { readonly seed: number; readonly calls: number } & Readonly<Record<'proved' | 'rules', readonly Rule[]>>,
): Promise<Walked> {
  const db = await openTestDatabase();
  try {
    await migrate(db, model);
    const random = seededRandom(seed);
    let walking: Walking | null = null;
    const records = createRecords(db, model, () => walking?.now ?? START);
    const unpromised = createRecords(db, without(proved, model), () => walking?.now ?? START);
    const world: World = { model, records, ids: new Map(), spares: new Map() };
    walking = {
      ...{ model, db, records, unpromised, world, known: new Map<string, string[]>(), now: START, done: 0, asked: 0 },
      draw: (items) => items[Math.floor(random() * items.length)],
      entities: Object.values(model.entities).filter(({ id }) => id !== 'user'),
      ...{
        refused: new Map<string, string>(),
        states: new Set<string>(),
        fired: new Set<string>(),
        stored: new Set<string>(),
      },
    };
    await people(walking);
    for (let call = 0; call < calls; call += 1) {
      await (walking.draw(WAYS) ?? passTime)(walking);
      if (call % 8 === 7 || call === calls - 1) await look(walking, rules);
    }
    return walking;
  } finally {
    await db.close();
  }
}

function without(promises: readonly Rule[], model: Model): Model {
  const entities = Object.entries(model.entities).map(([id, entity]): readonly [string, Entity] => [
    id,
    { ...entity, rules: entity.rules.filter((rule) => !promises.includes(rule)) },
  ]);
  return { ...model, entities: Object.fromEntries(entities) };
}

const START = '2026-03-02T07:30:00.000Z';

/** Two of them have every role, two have what everybody has; who is above whom goes round. */
async function people({ model, records, world, draw }: Walking): Promise<void> {
  const given = Object.values(model.roles).flatMap(({ id, members }) => (members === 'everyone' ? [] : [id]));
  for (const [index, name] of PEOPLE.entries()) {
    const roles = index % 2 === 0 ? [] : given;
    world.ids.set(name, await records.addUser({ name, email: `${name}@example.test`, language: null, roles }));
  }
  const god = await ruler(world);
  const user = model.entities['user'];
  for (const [index, name] of PEOPLE.entries()) {
    const next = world.ids.get(PEOPLE[(index + 1) % PEOPLE.length] ?? '') ?? null;
    const own = Object.values(user?.fields ?? {}).filter(({ id }) => ['manager', 'deputy', 'rank'].includes(id));
    const body = Object.fromEntries(own.map(({ id, type }) => [id, type === 'reference' ? draw([next, null]) : index]));
    await records.update(god, 'user', { idOrKey: world.ids.get(name) ?? '', body }, PLAIN);
  }
}

type Way = (walking: Walking) => Promise<void>;

/**
 * Makes a call, and notes what came of it. The rules of a record are judged before the effects of its transition: a promise
 * refuses a call alone where the call is done without it.
 */
async function call(walking: Walking, what: string, run: (records: Records) => Promise<unknown>): Promise<void> {
  walking.asked += 1;
  const made = async (records: Records): Promise<string> => {
    await run(records);
    return what;
  };
  const refusal = await attempt(
    () => made(walking.records),
    () => void (walking.done += 1),
  );
  if (refusal === null) return;
  const codes = codesOf(refusal);
  const promised = walking.entities.flatMap(({ rules }) => rules.filter(({ sense }) => sense === 'never'));
  const isPromise = promised.some(({ error }) => error === codes[0]);
  const isAlone =
    !isPromise ||
    (await attempt(
      () => made(walking.unpromised),
      () => undefined,
    )) === null;
  if (isAlone) note(walking, what, codes);
}

/** What is wrong; of what wraps it nothing is said. */
function codesOf({ code, problems }: Pick<Refusal, 'code' | 'problems'>): readonly string[] {
  return problems.length > 0 ? [...new Set(problems.map((problem) => problem.code))] : [code];
}

/** Of a refusal for several reasons nothing is noted: what one rule forbids another one may promise. */
function note({ refused }: Walking, what: string, codes: readonly string[]): void {
  const [code] = codes;
  if (codes.length === 1 && code !== undefined && !refused.has(code)) refused.set(code, what);
}

async function somebody({ world, draw }: Walking): Promise<Caller> {
  return callerFor(world, draw(PEOPLE) ?? '');
}

const make: Way = async (walking) => {
  const entity = walking.draw(walking.entities);
  if (!entity) return;
  const caller = await somebody(walking);
  const body = bodyOf(walking, caller, { entity, verb: 'create', share: 0.7 });
  await call(walking, `create ${entity.id} ${JSON.stringify(body)}`, async (records) => {
    const { id } = await records.create(caller, entity.id, body, PLAIN);
    walking.known.set(entity.id, [...(walking.known.get(entity.id) ?? []), id]);
  });
};

/** A record that is there, most often one of the latest. */
function one({ draw, entities, known }: Walking): { readonly entity: Entity; readonly id: string } | null {
  const entity = draw(entities.filter(({ id }) => (known.get(id) ?? []).length > 0));
  const ids = known.get(entity?.id ?? '') ?? [];
  const id = draw(draw([true, false]) === true ? ids.slice(-3) : ids);
  return entity && id !== undefined ? { entity, id } : null;
}

const change: Way = async (walking) => {
  const found = one(walking);
  if (!found) return;
  const { entity, id } = found;
  const caller = await somebody(walking);
  const body = bodyOf(walking, caller, { entity, verb: 'update', share: 0.2 });
  await call(walking, `update ${entity.id} ${JSON.stringify(body)}`, (records) =>
    records.update(caller, entity.id, { idOrKey: id, body }, PLAIN),
  );
};

const step: Way = async (walking) => {
  const found = one(walking);
  if (!found) return;
  const { entity, id } = found;
  const { records, draw, world } = walking;
  const seen: RecordValue | null = await records.get(await ruler(world), entity.id, id).catch(() => null);
  const open = cyclesOf(entity).flatMap(({ field, lifecycle }) =>
    Object.values(lifecycle.transitions).filter(({ from }) => from.includes(String(seen?.[field]))),
  );
  const transition = draw(open) ?? draw([...transitionsOf(entity).values()]);
  if (!transition) return;
  const caller = await somebody(walking);
  const isChanging = draw([true, false, false, false]) === true;
  const changes = isChanging ? bodyOf(walking, caller, { entity, verb: 'update', share: 0.15 }) : {};
  const sent = { idOrKey: id, transition: transition.id };
  if (transition.approvals !== null && draw([true, false, false, false, false]) === true)
    return call(walking, `withdraw ${transition.id}`, (by) => by.withdraw(caller, entity.id, sent, PLAIN));
  await call(walking, `${transition.id} ${JSON.stringify(changes)}`, (by) =>
    by.transition(caller, entity.id, { ...sent, body: { ...changes, input: {} } }, PLAIN),
  );
};

/** Whoever is awaited presses, as long as somebody is. */
const press: Way = async (walking) => {
  const found = one(walking);
  if (!found) return;
  const { entity, id } = found;
  for (const name of PEOPLE) {
    const caller = await callerFor(walking.world, name);
    const open = await walking.records.approvals(caller, entity.id, id).catch(() => []);
    for (const { transition } of open)
      await call(walking, `press ${transition}`, (records) =>
        records.transition(caller, entity.id, { idOrKey: id, transition, body: { input: {} } }, PLAIN),
      );
  }
};

const discard: Way = async (walking) => {
  const found = one(walking);
  if (!found) return;
  const { entity, id } = found;
  const caller = await somebody(walking);
  await call(walking, `delete ${entity.id}`, async (records) => {
    await records.remove(caller, entity.id, id, PLAIN);
    if (walking.draw([true, false]) === true) await records.restore(caller, entity.id, id, PLAIN);
  });
};

/** The clock goes on by hours or days, and what is due happens. */
async function passTime(walking: Walking): Promise<void> {
  const hours = walking.draw([1, 5, 24, 24, 31, 72]) ?? 1;
  for (let passed = 0; passed < hours; passed += 24) {
    const by = Math.min(24, hours - passed) * HOUR;
    walking.now = new Date(Date.parse(walking.now) + by).toISOString();
    await walking.records.fireTimers(ROUND);
  }
  for (const { transition, stuck } of await walking.db.read.all(STUCK, [])) {
    const reason = JSON.parse(String(stuck)) as Pick<Refusal, 'code' | 'problems'>; // as `reasonOf` writes it
    note(walking, `timer ${String(transition)}`, codesOf(reason));
  }
}

/** What is stored: the states, the records that effects have made, and promises that are true of a record. */
async function look(walking: Walking, rules: readonly Rule[]): Promise<void> {
  const { db, records, entities, known, states, fired, stored } = walking;
  for (const row of await db.read.all(FIRED, [])) fired.add(`${String(row['entity'])}.${String(row['transition'])}`);
  for (const row of await db.read.all(CAUSES, [])) {
    const { kind, name, entity = row['entity'] } = JSON.parse(String(row['cause'])) as HistoryCause; // as it was written
    if (kind === 'reaction') fired.add(`${String(entity)}.${name}`);
  }
  const god = await ruler(walking.world);
  for (const entity of entities) {
    const { items } = await records.list(god, entity.id, new URLSearchParams({ size: '100' }));
    known.set(
      entity.id,
      items.map((item) => String(item['id'])),
    );
    for (const { field } of cyclesOf(entity))
      for (const item of items) states.add(`${entity.id}.${field} = ${String(item[field])}`);
    for (const rule of entity.rules) {
      if (!rules.includes(rule)) continue;
      const where = new URLSearchParams({ where: rule.check.source, size: '1' });
      const found = await records.list(god, entity.id, where).catch(() => null);
      if (found !== null && found.items.length > 0) stored.add(rule.error);
    }
  }
}

/** Some of the fields that the caller may write, with values that often meet conditions; what has to be there is. */
function bodyOf(
  walking: Walking,
  caller: Caller,
  { entity, verb, share }: { readonly entity: Entity; readonly verb: 'create' | 'update'; readonly share: number },
): Record<string, Wire> {
  const open = Object.values(entity.fields).filter((field) => {
    const may = caller.rights.grants(entity.id).some(({ fields }) => fields[field.id]?.[verb] === true);
    return may && !field.computed && !field.readOnly && !(verb === 'update' && field.immutable);
  });
  const tenths = Array.from({ length: 10 }, (_, index) => index / 10);
  const body: Record<string, Wire> = {};
  for (const field of open) {
    const isDrawn = (walking.draw(tenths) ?? 1) < share;
    const needed = verb === 'create' ? anyValue(entity, field.id) : undefined;
    if (isDrawn) body[field.id] = valueFor(walking, field) ?? needed ?? null;
    else if (needed !== undefined) body[field.id] = needed;
  }
  return body;
}

function valueFor({ draw, known, world, now }: Walking, field: Field): Wire {
  if (isReference(field)) {
    const ids = field.to === 'user' ? PEOPLE.map((name) => world.ids.get(name) ?? '') : (known.get(field.to) ?? []);
    const [first, second] = [draw(ids), draw(ids)];
    if (field.type === 'reference') return draw([first, first, first, undefined]) ?? null;
    return [...new Set([first, second])].filter((id) => id !== undefined);
  }
  const day = draw([-48, -24, 0, 3, 24, 48]) ?? 0;
  const moment = new Date(Date.parse(now) + day * HOUR).toISOString();
  if ('options' in field) return draw([...field.options, null]) ?? null;
  const values: Readonly<Partial<Record<Field['type'], readonly Wire[]>>> = {
    integer: [0, 1, 2, 3, 4, 5, 6, 1000, null],
    string: ['x', 'high', null],
    boolean: [true, false],
    date: [moment.slice(0, 10)],
    datetime: [moment],
  };
  return draw(values[field.type] ?? []) ?? null;
}

/** In the order of nothing: each is drawn as often as it stands here. */
const WAYS: readonly Way[] = [
  make,
  make,
  make,
  change,
  change,
  change,
  step,
  step,
  step,
  step,
  step,
  press,
  passTime,
  passTime,
  discard,
];
