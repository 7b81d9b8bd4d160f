import {
  cycleOf,
  cyclesOf,
  type Cycle,
  type Entity,
  type Lifecycle,
  type Model,
} from '../../packages/model/src/index.ts';
import type { Caller, Records } from '../../packages/server/src/records/context/records.ts';
import { createRecords } from '../../packages/server/src/records/create-records.ts';
import { migrate } from '../../packages/server/src/records/migrate.ts';
import { openTestDatabase } from '../../packages/server/src/testing/test-database.ts';
import type { ExampleStep, Verdict } from '../../packages/spec/src/index.ts';
import { attempt } from './replay.ts';
import { bring, build, callerFor, giving, lawless, PLAIN, ruler, wholeBody, type World } from './surroundings.ts';
import { thingsIn, type Thing } from './world.ts';

/** A server on a database of its own, in which a record can be put whatever the rules say of it. */
interface Stage {
  readonly model: Model;
  readonly records: Records;
  readonly world: World;
  readonly thing: Thing;
  /** Puts the record of the example into a state of a life cycle, with its values; answers its id. */
  readonly place: (field: string, state: string | undefined) => Promise<string>;
  readonly wait: (moment: string) => void;
}

/** Replays the example of a verdict; answers what went otherwise than it is told, or null. */
export type Replay = (model: Model, verdict: Verdict) => Promise<string | null>;

async function onStage(
  written: Model,
  { entity, step }: { readonly entity: string; readonly step: ExampleStep },
  run: (stage: Stage) => Promise<string | null>,
): Promise<string | null> {
  const db = await openTestDatabase();
  const model = giving(written);
  let now = '2026-03-05T09:00:00.000Z';
  try {
    await migrate(db, model);
    const records = createRecords(db, model, () => now);
    const world = await build(
      model,
      createRecords(db, lawless(model, true), () => now),
      thingsIn(model, entity, [step]),
      new Map(),
    );
    const own = Object.entries(step.values).filter(([path]) => path.startsWith('record.'));
    const thing = { entity, values: new Map(own.map(([path, value]) => [path.slice('record.'.length), value])) };
    const place = async (field: string, state: string | undefined): Promise<string> => {
      const god = await ruler(world);
      const { id } = await world.records.create(god, entity, await wholeBody(world, god, thing), PLAIN);
      const at = { entity, values: new Map(state === undefined ? [] : [[field, state]]) };
      await bring(world, god, at, id);
      return id;
    };
    return await run({ model, records, world, thing, place, wait: (moment) => void (now = moment) });
  } finally {
    await db.close();
  }
}

function entityWith(model: Model, has: (entity: Entity) => boolean): Entity {
  const found = Object.values(model.entities).find(has);
  if (!found) throw new Error('no such entity');
  return found;
}

/** The entity and the life cycle of the transition of this name. */
function movedBy(model: Model, name: string): { readonly entity: Entity; readonly cycle: Cycle } {
  const entity = entityWith(model, (one) => cycleOf(one, name) !== null);
  const cycle = cycleOf(entity, name);
  if (!cycle) throw new Error('no such transition');
  return { entity, cycle };
}

function stepOf({ id, steps = [] }: Verdict): ExampleStep {
  const [step] = steps;
  if (!step) throw new Error(`${id} has no step`);
  return step;
}

/** Rules that nothing meets: a record with the values of the example is refused by one of them. */
const refusedByRules: Replay = (model, verdict) => {
  const named = [verdict.params['name'], verdict.params['other']];
  const entity = entityWith(model, ({ rules }) => rules.some(({ id }) => id === named[0]));
  const errors: readonly string[] = entity.rules.filter(({ id }) => named.includes(id)).map(({ error }) => error);
  return onStage(model, { entity: entity.id, step: stepOf(verdict) }, async ({ records, world, thing }) => {
    const god = await ruler(world);
    const body = await wholeBody(world, god, thing);
    const refused = await attempt(
      async () => (await records.create(god, entity.id, body, PLAIN)).id,
      () => undefined,
    );
    const codes = refused?.problems.map(({ code }) => code) ?? [];
    return codes.some((code) => errors.includes(code)) ? null : `not refused by ${errors.join()}: ${codes.join()}`;
  });
};

/** A rule that refuses every new record with blank fields: such a record is refused by it. */
export const refusesBlanks: Replay = (model, verdict) => {
  const names = (verdict.params['field'] ?? '').split(', ');
  const values = Object.fromEntries(names.map((name) => [`record.${name}`, null]));
  return refusedByRules(withoutAsking(model), { ...verdict, steps: [{ name: 'create', actor: 'user 1', values }] });
};

/** A model whose fields ask for no values and offer all records: rules alone refuse. */
function withoutAsking(model: Model): Model {
  const entities = Object.entries(model.entities).map(([id, entity]): readonly [string, Entity] => {
    const fields = Object.entries(entity.fields).map(([name, field]) => {
      const free = { ...field, requiredWhen: null };
      return [name, 'where' in free ? { ...free, where: null } : free] as const;
    });
    return [id, { ...entity, fields: Object.fromEntries(fields) }];
  });
  return { ...model, entities: Object.fromEntries(entities) };
}

/** A field that a state requires: who brings a record there without it is refused. */
const refusedInState: Replay = (model, verdict) => {
  const { name = '', state = '' } = verdict.params;
  const step = stepOf(verdict);
  const entity = entityWith(model, (one) => Object.hasOwn(one.fields, name) && cyclesOf(one).length > 0);
  const cycle = cyclesOf(entity).find(({ field }) => step.values[`record.${field}`] === state);
  const ways = Object.values(cycle?.lifecycle.transitions ?? {}).filter(({ to }) => to === state);
  return onStage(model, { entity: entity.id, step }, async ({ records, world, thing, place }) => {
    const god = await ruler(world);
    const [way] = ways;
    const from = way?.from[0];
    const body = await wholeBody(world, god, thing);
    const id = cycle && from !== undefined ? await place(cycle.field, from) : '';
    const refused = await attempt(
      async () =>
        way && from !== undefined
          ? (await records.transition(god, entity.id, { idOrKey: id, transition: way.id, body: {} }, PLAIN)).id
          : (await records.create(god, entity.id, body, PLAIN)).id,
      () => undefined,
    );
    const isTold = refused?.problems.some(({ code, path }) => code === 'required' && path === name) === true;
    return isTold ? null : `went into ${state} without ${name}: ${refused?.code ?? 'no refusal'}`;
  });
};

/** A comparison that a blank opens: the step goes through although the field is blank. */
const opensWithBlank: Replay = (model, verdict) => {
  const { name = '' } = verdict.params;
  const step = stepOf(verdict);
  const isOwn = (one: Entity): boolean =>
    Object.hasOwn(one.fields, name) && (isPlain(step.name) || cycleOf(one, step.name) !== null);
  const entity = entityWith(model, isOwn);
  const cycle = cycleOf(entity, step.name);
  const from = cycle?.lifecycle.transitions[step.name]?.from[0];
  return onStage(model, { entity: entity.id, step }, async ({ records, world, thing, place }) => {
    const god = await ruler(world);
    const take = async (): Promise<string> => {
      if (step.name === 'create')
        return (await records.create(god, entity.id, await wholeBody(world, god, thing), PLAIN)).id;
      const id = await place(cycle?.field ?? 'state', from);
      if (step.name === 'read') return (await records.get(await reader(world), entity.id, id)).id;
      return (await records.transition(god, entity.id, { idOrKey: id, transition: step.name, body: {} }, PLAIN)).id;
    };
    const refused = await attempt(take, () => undefined);
    return refused === null ? null : `${step.name} with a blank ${name}: ${refused.code}`;
  });
};

function isPlain(name: string): boolean {
  return name === 'create' || name === 'read';
}

/** Somebody with every role, and no more than the specification grants. */
async function reader(world: World): Promise<Caller> {
  const { records, model } = world;
  const roles = Object.keys(model.roles).filter((role) => model.roles[role]?.members !== 'everyone');
  world.ids.set(
    'reader',
    await records.addUser({ name: 'reader', email: 'reader@example.test', language: null, roles }),
  );
  return callerFor(world, 'reader');
}

const ROUND = { mostMs: 60_000, isEnding: () => false, log: () => undefined };
/** Later than what timers of examples wait for. */
const LATER = '2027-03-05T09:00:00.000Z';

/** Two timers that are due together: each of them fires where the other is not there. */
const bothFire: Replay = async (model, verdict) => {
  const { name = '', other = '' } = verdict.params;
  const { entity, cycle } = movedBy(model, name);
  const all = cycle.lifecycle.transitions;
  const from = all[name]?.from.find((state) => all[other]?.from.includes(state));
  for (const [fires, away] of [
    [name, other],
    [other, name],
  ] as const) {
    const { [away]: _away, ...transitions } = all;
    const alone = { ...model, entities: { ...model.entities, [entity.id]: withCycle(entity, cycle, transitions) } };
    const went = await onStage(alone, { entity: entity.id, step: stepOf(verdict) }, async (stage) => {
      const id = await stage.place(cycle.field, from);
      stage.wait(LATER);
      await stage.records.fireTimers(ROUND);
      const { [cycle.field]: state } = await stage.records.get(await ruler(stage.world), entity.id, id);
      return state === all[fires]?.to ? null : `${fires} did not fire: ${String(state)}`;
    });
    if (went !== null) return went;
  }
  return null;
};

function withCycle(entity: Entity, { field, lifecycle }: Cycle, transitions: Lifecycle['transitions']): Entity {
  const changed = { ...lifecycle, transitions };
  if (field === 'state') return { ...entity, lifecycle: changed };
  return { ...entity, lifecycles: { ...entity.lifecycles, [field]: changed } };
}

/** An approval for which nobody may be asked: a press on such a record is refused for that. */
const asksTooFew: Replay = (model, verdict) => {
  const { name = '' } = verdict.params;
  const { entity, cycle } = movedBy(model, name);
  const from = cycle.lifecycle.transitions[name]?.from[0];
  return onStage(model, { entity: entity.id, step: stepOf(verdict) }, async ({ records, world, place }) => {
    const god = await ruler(world);
    const id = await place(cycle.field, from);
    const refused = await attempt(
      async () => (await records.transition(god, entity.id, { idOrKey: id, transition: name, body: {} }, PLAIN)).id,
      () => undefined,
    );
    const codes = [refused?.code, ...(refused?.problems.map(({ code }) => code) ?? [])];
    return codes.includes('too_few_approvers') ? null : `pressed: ${codes.join()}`;
  });
};

/** How the example of each check is replayed. Those of promises and of values that are read have more than one step. */
export const REPLAYS: Readonly<Record<string, Replay>> = {
  NF0318: refusedInState,
  NF0412: bothFire,
  NF0423: asksTooFew,
  NF0527: opensWithBlank,
  NF0604: refusedByRules,
  NF0605: refusedByRules,
};
