import {
  rolesWith,
  type Entity,
  type Field,
  type Grant,
  type Lifecycle,
  type Model,
  type State,
  type Transition,
} from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { decide, type Answer } from '../reasoning/decide.ts';
import { targets } from '../reasoning/targets.ts';
import { conclude, neverSo } from './conclude.ts';
import { goal } from './conditions.ts';
import { isGivenByItself } from './screens/making.ts';

/**
 * Reports fields that a state requires and nobody can have filled, and states whose own roles may not write or see the
 * record.
 */
export function checkRequiredInStates(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    const { lifecycle } = entity;
    if (lifecycle === null || lifecycle.derived.length > 0) continue;
    for (const state of Object.values(lifecycle.states)) checkEditors(ctx, model, entity, state);
    for (const field of Object.values(entity.fields)) checkField(ctx, model, { entity, lifecycle, field });
  }
}

function grantsOf(model: Model, entity: string, roles: readonly string[] | null): readonly Grant[] {
  const held = roles === null ? Object.keys(model.roles) : roles;
  const grants = held.flatMap((role) => rolesWith(model, [role]).flatMap((each) => model.roles[each]?.grants ?? []));
  return grants.filter((grant) => grant.entity === entity);
}

/** Roles that alone may update in a state need the verbs `read` and `update`. */
function checkEditors(ctx: Context, model: Model, entity: Entity, { id, editableBy }: State): void {
  const spot = ctx.spots.get(`state ${entity.id}.${id}`);
  for (const role of editableBy ?? []) {
    const grants = grantsOf(model, entity.id, [role]);
    const may = (['read', 'update'] as const).every((verb) => grants.some(({ verbs }) => verbs[verb] !== undefined));
    if (!may && spot) ctx.report('NF0414', spot, { name: role, state: id });
  }
}

/** What is asked of one field: can it have a value where a state requires it? */
interface Required {
  readonly entity: Entity;
  readonly lifecycle: Lifecycle;
  readonly field: Field;
}

function checkField(ctx: Context, model: Model, required: Required): void {
  const { entity, lifecycle, field } = required;
  if (field.requiredWhen === null || field.computed !== null || isGivenByItself(field)) return;
  for (const state of Object.values(lifecycle.states)) {
    const params = { name: field.id, state: state.id };
    const claim = { id: 'NF0318', place: `field ${entity.id}.${field.id}`, params, mistake: 'refuted' } as const;
    const judged = neverSo(requiredIn(model, required, state));
    const filling = judged.verdict === 'proved' ? 'possible' : fillable(model, required, state);
    if (filling === 'possible') conclude(ctx, claim, { verdict: 'proved', example: '', reason: null });
    else conclude(ctx, claim, filling === 'impossible' ? judged : neverSo(filling));
  }
}

/** Whether a record can come into the state with the field filled, on any path through the life cycle. */
function fillable(
  model: Model,
  { entity, lifecycle, field }: Required,
  state: State,
): 'possible' | 'impossible' | Extract<Answer, { readonly verdict: 'undecided' }> {
  const path = statesTo(lifecycle, state.id);
  if (!path.has(lifecycle.initial)) return 'possible'; // no record is ever in the state
  const isGiven = grantsOf(model, entity.id, null).some((grant) => gives(grant, 'create', field.id));
  if (isGiven || isSetInto(lifecycle, path, field.id)) return 'possible';
  let open: Extract<Answer, { readonly verdict: 'undecided' }> | null = null;
  for (const id of path) {
    const one = lifecycle.states[id];
    for (const answer of one ? writableIn(model, entity, field, one) : []) {
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
function requiredIn(model: Model, { entity, lifecycle, field }: Required, { id }: State): Answer {
  const born = lifecycle.transitions['create']?.to ?? lifecycle.initial;
  const fixed = { 'record.state': [id], ...(id === born ? {} : { creating: [false] }) };
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

function gives({ verbs, fields }: Grant, verb: 'create' | 'update', field: string): boolean {
  return verbs[verb] !== undefined && fields[field]?.[verb] === true;
}

/** For each grant that gives the field, whether it can hold in the state. */
function writableIn(model: Model, entity: Entity, field: Field, state: State): readonly Answer[] {
  if (field.readOnly || (state.locked && !field.editableWhenLocked)) return [];
  return grantsOf(model, entity.id, state.editableBy).flatMap((grant) => {
    const condition = grant.verbs.update;
    if (condition === undefined || !gives(grant, 'update', field.id)) return [];
    const goals = condition === true ? [] : goal(condition);
    return [decide({ model, entity: entity.id, goals, fixed: { 'record.state': [state.id] } })];
  });
}
