import { rolesWith, type Lifecycle, type Model } from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import type { CheckId } from '../issues/checks.ts';

/** States that cannot be reached or left, final states that are left, transitions that nobody may fire. */
export function checkLifecycles(ctx: Context, model: Model): void {
  for (const { id, lifecycle } of Object.values(model.entities)) {
    if (lifecycle === null) continue;
    checkReach(ctx, id, lifecycle);
    checkFinal(ctx, id, lifecycle);
    checkCreate(ctx, id, lifecycle);
    checkActors(ctx, model, id, lifecycle);
  }
}

function tell(ctx: Context, place: string, id: CheckId, params: Readonly<Record<string, string>>): void {
  const spot = ctx.spots.get(place);
  if (spot) ctx.report(id, spot, params);
}

function checkReach(ctx: Context, entity: string, { initial, states, transitions }: Lifecycle): void {
  const reached = new Set([initial]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of Object.values(transitions)) {
      if (to !== 'same' && from.some((state) => reached.has(state))) reached.add(to);
    }
  }
  for (const id of Object.keys(states)) {
    if (!reached.has(id)) tell(ctx, `state ${entity}.${id}`, 'NF0402', { name: id });
  }
}

function checkFinal(ctx: Context, entity: string, { states, transitions }: Lifecycle): void {
  const left = new Set<string>();
  for (const { id, from, to } of Object.values(transitions)) {
    for (const state of from) {
      if (to !== 'same' && to !== state) left.add(state);
      if (states[state]?.final === true) tell(ctx, `transition ${entity}.${id}`, 'NF0405', { name: id, state });
    }
  }
  for (const { id, final } of Object.values(states)) {
    if (!final && !left.has(id)) tell(ctx, `state ${entity}.${id}`, 'NF0403', { name: id });
  }
}

function checkCreate(ctx: Context, entity: string, { initial, transitions }: Lifecycle): void {
  const create = transitions['create'];
  if (create && create.to !== initial) {
    tell(ctx, `transition ${entity}.create`, 'NF0407', { name: create.to, initial });
  }
}

/** Somebody needs the role and must be able to read the record; for `create`, the verb. */
function checkActors(ctx: Context, model: Model, entity: string, { transitions }: Lifecycle): void {
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
    if (!able) tell(ctx, `by ${entity}.${id}`, 'NF0404', { name: id });
  }
}
