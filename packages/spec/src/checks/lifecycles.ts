import { reachOfAll, rolesWith, type Lifecycle, type Model } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import type { CheckId } from '../issues/checks.ts';
import { targets } from '../reasoning/targets.ts';

/** States that cannot be reached or left, final states that are left, transitions that nobody may fire. */
export function checkLifecycles(ctx: Context, model: Model): void {
  const fired = new Set(reachOfAll(model).map(({ fires }) => fires ?? ''));
  for (const { id, lifecycle, lifecycles } of Object.values(model.entities)) {
    for (const [field, one] of [['', lifecycle] as const, ...Object.entries(lifecycles)]) {
      if (one === null || one.derived.length > 0) continue;
      const key = field === '' ? id : `${id}.${field}`;
      checkReach(ctx, key, one);
      checkFinal(ctx, key, one);
      checkCreate(ctx, key, one);
      checkActors(ctx, model, { key, entity: id, fired }, one);
    }
  }
}

function tell(ctx: Context, place: string, id: CheckId, params: Readonly<Record<string, string>>): void {
  const spot = ctx.spots.get(place);
  if (spot) ctx.report(id, spot, params);
}

function checkReach(ctx: Context, key: string, { initial, states, transitions }: Lifecycle): void {
  const reached = new Set([initial]);
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
  if (create && create.to !== initial) {
    tell(ctx, `transition ${entity}.create`, 'NF0407', { name: create.to, initial });
  }
}

interface ActorsPlace {
  readonly key: string;
  readonly entity: string;
  /** Transitions that effects fire, as `entity.transition`. */
  readonly fired: ReadonlySet<string>;
}

/** A role needs to fire the transition and to read the record (for `create`: the verb), or an effect fires it. */
function checkActors(ctx: Context, model: Model, at: ActorsPlace, { transitions }: Lifecycle): void {
  const { key, entity, fired } = at;
  const verbOf = (id: string): 'create' | 'read' => (id === 'create' ? 'create' : 'read');
  for (const { id, by } of Object.values(transitions)) {
    const able = Object.values(model.roles).some((role) => {
      const held = rolesWith(model, [role.id]);
      const grants = held.flatMap((each) => model.roles[each]?.grants ?? []);
      return (
        by.some((each) => held.includes(each)) &&
        grants.some((grant) => grant.entity === entity && grant.verbs[verbOf(id)] !== undefined)
      );
    });
    if (!able && !fired.has(`${key}.${id}`)) tell(ctx, `by ${key}.${id}`, 'NF0404', { name: id });
  }
}
