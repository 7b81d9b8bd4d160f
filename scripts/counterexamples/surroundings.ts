import {
  cyclesOf,
  rightsFor,
  targets,
  type Entity,
  type Field,
  type Lifecycle,
  type Model,
  type Transition,
  type Wire,
} from '../../packages/model/src/index.ts';
import type { Caller, Records } from '../../packages/server/src/records/context/records.ts';
import { OPEN_WORK } from '../../packages/server/src/records/writing/judging/open-work.ts';
import { APPROVALS_WAIT } from '../../packages/server/src/records/writing/judging/waiting-approvals.ts';
import type { ExampleStep } from '../../packages/spec/src/index.ts';
import { anyValue, idsOf, type Thing } from './world.ts';

export const PLAIN = { version: null, confirm: [] } as const;

export interface World {
  readonly model: Model;
  readonly records: Records;
  /** Ids in the database by the names of the example. */
  readonly ids: Map<string, string>;
  /** Records that the example says nothing of, by entity: a required reference needs one. */
  readonly spares: Map<string, string>;
}

/** The roles that each person of an example has as they first act in it. */
export function rolesOf(model: Model, steps: readonly ExampleStep[]): ReadonlyMap<string, readonly string[]> {
  const roles = new Map<string, readonly string[]>();
  for (const step of steps)
    if (step.actor !== 'system' && !roles.has(step.actor)) roles.set(step.actor, rolesIn(model, step) ?? []);
  return roles;
}

/** The roles that somebody has at a step, without those that everybody has; null where the step does not say. */
function rolesIn(model: Model, { values }: ExampleStep): readonly string[] | null {
  const held = values['user.roles'];
  if (!Array.isArray(held)) return null;
  return held.map(String).filter((role) => model.roles[role]?.members !== 'everyone');
}

/** A model in which every role may give every role: who gives roles between two steps is not part of an example. */
export function giving(model: Model): Model {
  const all = Object.keys(model.roles);
  const roles = Object.fromEntries(Object.entries(model.roles).map(([id, role]) => [id, { ...role, gives: all }]));
  return { ...model, roles };
}

/**
 * The same tables without anything that refuses values or moves by itself: what an example rests on is put there by nobody, and
 * whoever brings it into a state may do so. `isTimed`: its timers run.
 */
export function lawless(model: Model, isTimed = false): Model {
  const by = Object.keys(model.roles);
  const change = (one: Transition): Transition => {
    const bare = { ...one, timer: isTimed ? one.timer : null, approvals: null };
    return { ...bare, by, set: [], effects: [] };
  };
  const entities = Object.entries(model.entities).map(([id, entity]): readonly [string, Entity] => {
    const fields = Object.entries(entity.fields).map(([name, field]) => {
      const free = { ...field, requiredWhen: null, readOnly: false };
      return [name, 'where' in free ? { ...free, where: null } : free] as const;
    });
    const lifecycles = Object.entries(entity.lifecycles).map(([field, one]) => [field, opened(one, change)] as const);
    const bare = { ...entity, rules: [], reactions: [], fields: Object.fromEntries(fields) };
    const lifecycle = entity.lifecycle && opened(entity.lifecycle, change);
    return [id, { ...bare, lifecycle, lifecycles: Object.fromEntries(lifecycles) }];
  });
  return { ...model, entities: Object.fromEntries(entities) };
}

/** Gives the person who acts the roles that the step says they have then. */
export async function giveRoles(world: World, step: ExampleStep): Promise<void> {
  const { model, records, ids } = world;
  const roles = rolesIn(model, step);
  const id = ids.get(step.actor) ?? '';
  const now = (await records.me(id))?.roles.filter((role) => model.roles[role]?.members !== 'everyone') ?? [];
  if (roles === null || [...roles].sort().join() === [...now].sort().join()) return;
  const confirmed = { ...PLAIN, confirm: [OPEN_WORK, APPROVALS_WAIT] }; // what the steps before have left to them
  await records.update(await ruler(world), 'user', { idOrKey: id, body: { roles } }, confirmed);
}

export async function build(
  model: Model,
  records: Records,
  things: ReadonlyMap<string, Thing>,
  roles: ReadonlyMap<string, readonly string[]>,
): Promise<World> {
  const world: World = { model, records, ids: new Map(), spares: new Map() };
  const god = await ruler(world);
  for (const [name, { entity }] of things) {
    if (entity !== 'user') continue;
    const email = `${name.replaceAll(' ', '.')}@example.test`;
    world.ids.set(name, await records.addUser({ name, email, language: null, roles: roles.get(name) ?? [] }));
  }
  const making = new Set<string>();
  const make = async (name: string): Promise<void> => {
    const thing = things.get(name);
    if (!thing || world.ids.has(name) || making.has(name)) return;
    making.add(name);
    for (const value of thing.values.values()) for (const id of idsOf(value)) await make(id);
    const made = await records.create(god, thing.entity, await wholeBody(world, god, thing), PLAIN);
    world.ids.set(name, made.id);
    await bring(world, god, thing, made.id);
  };
  for (const name of things.keys()) await make(name);
  for (const [name, { entity, values }] of things) {
    if (entity !== 'user') continue;
    const own = [...values].filter(([id]) => Object.hasOwn(model.entities['user']?.fields ?? {}, id) && id !== 'roles');
    const body = Object.fromEntries(own.map(([id, value]) => [id, named(world, value)]));
    if (own.length > 0) await records.update(god, 'user', { idOrKey: world.ids.get(name) ?? '', body }, PLAIN);
  }
  return world;
}

/** What the example says of a record, and what every such record needs. */
export async function wholeBody(world: World, god: Caller, { entity, values }: Thing): Promise<Record<string, Wire>> {
  const of = world.model.entities[entity];
  const body: Record<string, Wire> = {};
  for (const field of Object.values(of?.fields ?? {})) {
    const to = needed(field);
    const value = values.has(field.id) ? named(world, values.get(field.id) ?? null) : of && anyValue(of, field.id);
    const isOpen = field.computed === null && !field.readOnly && field.type !== 'sequence';
    if (value !== undefined && isOpen) body[field.id] = value;
    if (value === undefined && to !== null) body[field.id] = await spare(world, god, to);
  }
  return body;
}

/** The entity of a reference that has to be given. */
export function needed(field: Field | undefined): string | null {
  const isNeeded = field?.type === 'reference' && field.required && !field.copy && !field.default;
  return isNeeded ? field.to : null;
}

/** A record of which the example says nothing. */
export async function spare(world: World, god: Caller, entity: string): Promise<string> {
  const found = world.spares.get(entity);
  if (found !== undefined) return found;
  const { model, records, spares } = world;
  const of = model.entities[entity];
  const body: Record<string, Wire> = {};
  for (const field of Object.values(of?.fields ?? {})) {
    const to = needed(field);
    const value = to === null ? of && anyValue(of, field.id) : await spare(world, god, to);
    if (value !== undefined) body[field.id] = value;
  }
  const person = { name: 'spare', email: 'spare@example.test', language: null, roles: [] };
  const id = entity === 'user' ? await records.addUser(person) : (await records.create(god, entity, body, PLAIN)).id;
  spares.set(entity, id);
  return id;
}

/** The same life cycle where nothing is asked and each transition leads to one state: records can be put into any of them. */
export function opened(lifecycle: Lifecycle, change: (one: Transition) => Transition): Lifecycle {
  const { initial, transitions } = lifecycle;
  const plain = Object.entries(transitions).flatMap(([name, one]): readonly (readonly [string, Transition])[] => {
    const free = change({ ...one, when: null, branches: [] });
    if (one.branches.length === 0) return [[name, free]];
    if (name === 'create') return [[name, { ...free, to: initial }]];
    return one.branches.map(({ to }, index) => [
      `${name}_${String(index)}`,
      { ...free, id: `${name}_${String(index)}`, to },
    ]);
  });
  return { ...lifecycle, transitions: Object.fromEntries(plain.filter(([, { to }]) => to !== 'previous')) };
}

/** Through the life cycle to the state that the example says. */
export async function bring(
  { model, records }: World,
  god: Caller,
  { entity, values }: Thing,
  id: string,
): Promise<void> {
  const held = model.entities[entity];
  for (const { field, lifecycle } of held ? cyclesOf(held) : []) {
    const wanted = values.get(field);
    if (typeof wanted !== 'string') continue;
    const ways = new Map<string, readonly string[]>([[lifecycle.initial, []]]);
    for (const [state, way] of ways) {
      for (const transition of Object.values(lifecycle.transitions)) {
        for (const to of transition.from.includes(state) ? targets(transition, state, []) : [])
          if (!ways.has(to)) ways.set(to, [...way, transition.id]);
      }
    }
    for (const transition of ways.get(wanted) ?? []) {
      await records.transition(god, entity, { idOrKey: id, transition, body: {} }, PLAIN);
    }
  }
}

/** Somebody who may do everything, whatever the specification grants: the example does not say who made its surroundings. */
export async function ruler({ model, records }: World): Promise<Caller> {
  const roles = Object.keys(model.roles);
  const email = 'ruler@example.test';
  const known = await records.userByEmail(email);
  const id = known ?? (await records.addUser({ name: 'ruler', email, language: null, roles: [] }));
  const me = await records.me(id);
  if (!me) throw new Error('nobody rules');
  const all = (entity: string): ReturnType<Caller['rights']['grants']> => {
    const fields = Object.keys(model.entities[entity]?.fields ?? {});
    const verbs = Object.fromEntries(
      (['read', 'refer', 'create', 'update', 'delete'] as const).map((verb) => [verb, true]),
    );
    const right = { create: true, read: true, update: true };
    const open = Object.fromEntries(fields.map((field) => [field, right]));
    const plain = { within: null, access: null, discloses: false };
    return [{ id: `ruler.${entity}`, role: 'ruler', entity, verbs, updateTo: true, fields: open, ...plain }];
  };
  const rights = { ...rightsFor(model, roles), roles, grants: all, seen: (_entity: string, scope: never) => scope };
  return {
    me: { ...me, roles },
    rights: rights as Caller['rights'],
    via: 'screen',
    usersWith: await records.usersWith(),
  };
}

export async function callerFor({ model, records, ids }: World, actor: string): Promise<Caller> {
  const me = await records.me(ids.get(actor) ?? '');
  if (!me) throw new Error(`nobody is ${actor}`);
  return { me, rights: rightsFor(model, me.roles), via: 'screen', usersWith: await records.usersWith() };
}

/** A value with the ids of the database in it. */
export function named({ ids }: World, value: Wire): Wire {
  if (Array.isArray(value))
    return value.map((one: Wire) => (typeof one === 'object' ? named({ ids } as World, one) : one));
  if (typeof value !== 'object' || value === null || !('id' in value)) return value;
  const id = ids.get(String(value.id));
  if (id !== undefined) return id;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'id'));
}
