import {
  type Cycle,
  cyclesOf,
  reachOfAll,
  rolesWith,
  type Entity,
  type Expression,
  type Field,
  type Grant,
  type Lifecycle,
  type Model,
  type State,
  type Transition,
  statesOfBirth,
  targets,
  transitionsOf,
} from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { decide, goal, type Answer } from '../reasoning/decide.ts';
import { conclude, neverSo } from './conclude.ts';
import { isGivenByItself } from '../reasoning/lacking.ts';

/**
 * Reports fields that a state requires and nobody can have filled, and states whose own roles may not write or see the
 * record.
 */
export function checkRequiredInStates(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const cycle of cyclesOf(entity)) {
      if (cycle.lifecycle.derived.length > 0) continue;
      checkEditors(ctx, model, entity, cycle);
      for (const field of Object.values(entity.fields)) checkField(ctx, model, { entity, cycle, field });
    }
  }
}

function grantsOf(model: Model, entity: string, roles: readonly string[] | null): readonly Grant[] {
  const held = roles === null ? Object.keys(model.roles) : roles;
  const grants = held.flatMap((role) => rolesWith(model, [role]).flatMap((each) => model.roles[each]?.grants ?? []));
  return grants.filter((grant) => grant.entity === entity);
}

/** Roles that alone may update in a state need the verbs `read` and `update`. */
function checkEditors(ctx: Context, model: Model, entity: Entity, { field, lifecycle }: Cycle): void {
  const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
  for (const { id, editableBy } of Object.values(lifecycle.states)) {
    const spot = ctx.spots.get(`state ${key}.${id}`);
    for (const role of editableBy ?? []) {
      const grants = grantsOf(model, entity.id, [role]);
      const may = (['read', 'update'] as const).every((verb) => grants.some(({ verbs }) => verbs[verb] !== undefined));
      if (!may && spot) ctx.report('NF0414', spot, { name: role, state: id });
    }
  }
}

/** What is asked of one field: can it have a value where a state requires it? */
interface Required {
  readonly entity: Entity;
  readonly cycle: Cycle;
  readonly field: Field;
}

function checkField(ctx: Context, model: Model, required: Required): void {
  const { entity, cycle, field } = required;
  if (field.requiredWhen === null || field.computed !== null || isGivenByItself(field)) return;
  if (cycleAsked(entity, field.requiredWhen).field !== cycle.field) return;
  for (const state of Object.values(cycle.lifecycle.states)) {
    const params = { name: field.id, state: state.id };
    const claim = { id: 'NF0318', place: `field ${entity.id}.${field.id}`, params, mistake: 'refuted' } as const;
    const judged = neverSo(requiredIn(model, required, state));
    const filling = judged.verdict === 'proved' ? 'possible' : fillable(model, required, state);
    if (filling === 'possible') conclude(ctx, claim, { verdict: 'proved', example: '', reason: null });
    else conclude(ctx, claim, filling === 'impossible' ? judged : neverSo(filling));
  }
}

/** The life cycle whose states a condition reads, or else the first one. */
function cycleAsked(entity: Entity, { reads }: Expression): Pick<Cycle, 'field'> {
  const asked = cyclesOf(entity).filter(({ field }) => reads.includes(`record.${field}`));
  return asked[0] ?? { field: cyclesOf(entity)[0]?.field ?? 'state' };
}

/** Whether a record can come into the state with the field filled, on any path through the life cycle. */
function fillable(
  model: Model,
  { entity, cycle, field }: Required,
  state: State,
): 'possible' | 'impossible' | Extract<Answer, { readonly verdict: 'undecided' }> {
  const { lifecycle } = cycle;
  const path = statesTo(lifecycle, state.id);
  if (![lifecycle.initial, ...statesOfBirth(lifecycle)].some((state) => path.has(state))) return 'possible'; // no record is ever in the state
  const isGiven = grantsOf(model, entity.id, null).some((grant) => gives(grant, 'create', field.id));
  const left = [...transitionsOf(entity).values()].map(({ onRefusal }) => onRefusal);
  const beside = cyclesOf(entity).filter((one) => one.field !== cycle.field);
  const others = beside.flatMap((one) => Object.values(one.lifecycle.transitions).map(({ set }) => set));
  const isSetAside = [...entity.reactions.map(({ set }) => set), ...left, ...others].some((set) =>
    set.some((one) => one.field === field.id),
  );
  if (isSetAside || isGivenByEffect(model, entity.id, field.id)) return 'possible';
  if (isGiven || isSetInto(lifecycle, path, field.id)) return 'possible';
  let open: Extract<Answer, { readonly verdict: 'undecided' }> | null = null;
  for (const id of path) {
    const one = lifecycle.states[id];
    for (const answer of one ? writableIn(model, { entity, cycle, field }, one) : []) {
      if (answer.verdict === 'possible') return 'possible';
      if (answer.verdict === 'undecided') open ??= answer;
    }
  }
  return open ?? 'impossible';
}

/** The state and every other from which transitions lead to it, over any number of steps. */
function statesTo({ states, transitions }: Lifecycle, state: string): ReadonlySet<string> {
  const found = new Set([state]);
  const all = Object.keys(states);
  for (const id of found) {
    for (const transition of Object.values(transitions)) {
      for (const from of transition.from) if (targets(transition, from, all).includes(id)) found.add(from);
    }
  }
  return found;
}

/** Whether the state is what makes the field required: in other states it may be blank. */
function requiredIn(model: Model, { entity, cycle, field }: Required, { id }: State): Answer {
  const born = new Set([cycle.lifecycle.initial, ...statesOfBirth(cycle.lifecycle)]);
  const fixed = { [`record.${cycle.field}`]: [id], ...(born.has(id) ? {} : { creating: [false] }) };
  const goals = [...goal(field.requiredWhen), ...goal(field.visibleWhen)];
  return decide({ model, entity: entity.id, goals, fixed });
}

/** A transition into one of the states sets the field; the creation is one into the initial state. */
function isSetInto({ states, transitions }: Lifecycle, path: ReadonlySet<string>, field: string): boolean {
  const all = Object.keys(states);
  const leads = (one: Transition, from: string): boolean => targets(one, from, all).some((to) => path.has(to));
  return Object.values(transitions).some(
    (one) =>
      one.set.some((set) => set.field === field) &&
      (one.from.length === 0 ? leads(one, '') : one.from.some((from) => path.has(from) && leads(one, from))),
  );
}

/** An effect that makes such a record gives it the field. */
function isGivenByEffect(model: Model, entity: string, field: string): boolean {
  return reachOfAll(model).some(({ makes, gives }) => makes === entity && gives.some((one) => one.field === field));
}

function gives({ verbs, fields }: Grant, verb: 'create' | 'update', field: string): boolean {
  return verbs[verb] !== undefined && fields[field]?.[verb] === true;
}

/** For each grant that gives the field, whether it can hold in the state. */
function writableIn(model: Model, { entity, cycle, field }: Required, state: State): readonly Answer[] {
  if (field.readOnly || (state.locked && !field.editableWhenLocked)) return [];
  return grantsOf(model, entity.id, state.editableBy).flatMap((grant) => {
    const condition = grant.verbs.update;
    if (condition === undefined || !gives(grant, 'update', field.id)) return [];
    const goals = condition === true ? [] : goal(condition);
    return [decide({ model, entity: entity.id, goals, fixed: { [`record.${cycle.field}`]: [state.id] } })];
  });
}
