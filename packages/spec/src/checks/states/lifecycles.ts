import {
  cyclesOf,
  reachOfAll,
  rolesWith,
  statesOfBirth,
  type Entity,
  type Lifecycle,
  type Model,
  targets,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { readsLive } from '../../compile/entities/live.ts';
import type { CheckId } from '../../issues/checks.ts';
import { checkReactions } from './reactions.ts';

/** States that cannot be reached or left, final states that are left, transitions that nobody may fire. */
export function checkLifecycles(ctx: Context, model: Model): void {
  const fired = new Set([
    ...reachOfAll(model).map(({ fires }) => fires ?? ''),
    ...Object.values(model.calls.in).map(({ entity, fires }) => `${entity}.${fires ?? ''}`),
  ]);
  for (const entity of Object.values(model.entities)) {
    const { id } = entity;
    checkReactions(ctx, model, entity);
    checkApart(ctx, entity);
    for (const { field, lifecycle: one } of cyclesOf(entity)) {
      const key = placeOf(id, field);
      if (one.derived.length > 0) {
        checkDerived(ctx, model, key, one);
        continue;
      }
      checkReach(ctx, key, one);
      checkFinal(ctx, key, one);
      checkCreate(ctx, key, one);
      checkActors(ctx, model, { key, entity: id, fired }, one);
    }
  }
}

/** The place of a life cycle, as its key is written: `ticket`, or `ticket.delivery`. */
function placeOf(entity: string, field: string): string {
  return field === 'state' ? entity : `${entity}.${field}`;
}

/** A transition is called by its name alone, and a record is created once: each name stands in one life cycle, `create` in the first. */
function checkApart(ctx: Context, entity: Entity): void {
  const first = new Map<string, string>();
  for (const { field, lifecycle } of cyclesOf(entity)) {
    const key = placeOf(entity.id, field);
    for (const name of Object.keys(lifecycle.transitions)) {
      const place = `transition ${key}.${name}`;
      const other = first.get(name);
      if (name === 'create' && field !== 'state') tell(ctx, place, 'NF0429', { key });
      else if (other !== undefined) tell(ctx, place, 'NF0427', { name, other });
      else first.set(name, key);
    }
  }
}

function tell(ctx: Context, place: string, id: CheckId, params: Readonly<Record<string, string>>): void {
  const spot = ctx.spots.get(place);
  if (spot) ctx.report(id, spot, params);
}

/** Derived states: each is in the list, and none changes without a write, because it is stored. */
function checkDerived(ctx: Context, model: Model, key: string, { derived, states }: Lifecycle): void {
  derived.forEach(({ to, when }, index) => {
    if (readsLive(when?.tree ?? null, model)) tell(ctx, `derived ${key}.${String(index)}`, 'NF0419', { name: to });
  });
  const reached = new Set(derived.map(({ to }) => to));
  for (const id of Object.keys(states)) if (!reached.has(id)) tell(ctx, `state ${key}.${id}`, 'NF0402', { name: id });
}

function checkReach(ctx: Context, key: string, lifecycle: Lifecycle): void {
  const { initial, states, transitions } = lifecycle;
  const reached = new Set([initial, ...statesOfBirth(lifecycle)]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const transition of Object.values(transitions)) {
      for (const from of transition.from) {
        if (!reached.has(from) || transition.to === 'previous') continue; // it was reached before
        for (const to of targets(transition, from, [])) reached.add(to);
      }
    }
  }
  for (const id of Object.keys(states)) {
    if (!reached.has(id)) tell(ctx, `state ${key}.${id}`, 'NF0402', { name: id });
  }
}

function checkFinal(ctx: Context, key: string, { states, transitions }: Lifecycle): void {
  const left = new Set<string>();
  for (const transition of Object.values(transitions)) {
    const { id, from } = transition;
    for (const state of from) {
      if (targets(transition, state, Object.keys(states)).some((to) => to !== state)) left.add(state);
      if (states[state]?.final === true) tell(ctx, `transition ${key}.${id}`, 'NF0405', { name: id, state });
    }
  }
  for (const { id, final } of Object.values(states)) {
    if (!final && !left.has(id)) tell(ctx, `state ${key}.${id}`, 'NF0403', { name: id });
  }
}

function checkCreate(ctx: Context, entity: string, { initial, transitions }: Lifecycle): void {
  const create = transitions['create'];
  if (create && create.branches.length === 0 && create.to !== initial) {
    tell(ctx, `transition ${entity}.create`, 'NF0407', { name: create.to, initial });
  }
}

interface ActorsPlace {
  readonly key: string;
  readonly entity: string;
  /** Transitions that effects and incoming calls fire, as `entity.transition`. */
  readonly fired: ReadonlySet<string>;
}

/** A role needs to fire the transition and to read the record (for `create`: the verb), or an effect or an incoming call fires it. */
function checkActors(ctx: Context, model: Model, at: ActorsPlace, { transitions }: Lifecycle): void {
  const { key, entity, fired } = at;
  const verbOf = (id: string): 'create' | 'read' => (id === 'create' ? 'create' : 'read');
  for (const { id, by } of Object.values(transitions)) {
    const able = Object.values(model.roles).some((role) => {
      const held = rolesWith(model, [role.id]);
      const grants = held.flatMap((each) => model.roles[each]?.grants ?? []);
      return (
        ((id === 'create' && by.length === 0) || by.some((each) => held.includes(each))) &&
        grants.some((grant) => grant.entity === entity && grant.verbs[verbOf(id)] !== undefined)
      );
    });
    if (!able && !fired.has(`${entity}.${id}`)) tell(ctx, `by ${key}.${id}`, 'NF0404', { name: id });
  }
}
