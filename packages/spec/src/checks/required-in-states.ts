import {
  rolesWith,
  type Entity,
  type Field,
  type Grant,
  type Lifecycle,
  type Model,
  type State,
} from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import { decide, type Answer } from '../reasoning/decide.ts';
import { conclude, neverSo } from './conclude.ts';
import { goal } from './conditions.ts';

/** Fields that a state requires and nobody can have filled, and states whose own roles may not write or see the record. */
export function checkRequiredInStates(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    const { lifecycle } = entity;
    if (lifecycle === null || lifecycle.derived.length > 0) continue;
    for (const state of Object.values(lifecycle.states)) checkEditors(ctx, model, entity, state);
    for (const field of Object.values(entity.fields)) checkField(ctx, model, entity, lifecycle, field);
  }
}

function grantsOf(model: Model, entity: string, roles: readonly string[] | null): readonly Grant[] {
  const held = roles === null ? Object.keys(model.roles) : roles;
  const grants = held.flatMap((role) => rolesWith(model, [role]).flatMap((each) => model.roles[each]?.grants ?? []));
  return grants.filter((grant) => grant.entity === entity);
}

/** Roles that alone may update in a state need both verbs. */
function checkEditors(ctx: Context, model: Model, entity: Entity, { id, editableBy }: State): void {
  const spot = ctx.spots.get(`state ${entity.id}.${id}`);
  for (const role of editableBy ?? []) {
    const grants = grantsOf(model, entity.id, [role]);
    const may = (['read', 'update'] as const).every((verb) => grants.some(({ verbs }) => verbs[verb] !== undefined));
    if (!may && spot) ctx.report('NF0414', spot, { name: role, state: id });
  }
}

function checkField(ctx: Context, model: Model, entity: Entity, lifecycle: Lifecycle, field: Field): void {
  if (field.requiredWhen === null || field.computed !== null || field.copy !== null || field.default !== null) return;
  for (const state of Object.values(lifecycle.states)) {
    const params = { name: field.id, state: state.id };
    const claim = { id: 'NF0318', place: `field ${entity.id}.${field.id}`, params, mistake: 'refuted' } as const;
    const required = neverSo(requiredIn(model, entity, field, state));
    const before = [state, ...statesBefore(lifecycle, state.id)];
    const isGiven = required.verdict === 'proved' || isFilledBy(model, entity, lifecycle, field, state, before);
    const answers = isGiven ? [] : before.flatMap((one) => writableIn(model, entity, field, one));
    const open = answers.find(({ verdict }) => verdict === 'undecided');
    if (isGiven || answers.some(({ verdict }) => verdict === 'possible')) {
      conclude(ctx, claim, { verdict: 'proved', example: '', reason: null });
    } else conclude(ctx, claim, open ? neverSo(open) : required);
  }
}

/** Given with the creation, or set on the way into the state. */
function isFilledBy(
  model: Model,
  entity: Entity,
  lifecycle: Lifecycle,
  field: Field,
  state: State,
  before: readonly State[],
): boolean {
  const isMade = before.some(({ id }) => id === lifecycle.initial);
  const isGiven = isMade && grantsOf(model, entity.id, null).some((grant) => gives(grant, 'create', field.id));
  return isGiven || isSetInto(lifecycle, state.id, field.id);
}

function statesBefore({ states, transitions }: Lifecycle, state: string): readonly State[] {
  const from = Object.values(transitions).flatMap((one) => (one.to === state ? one.from : []));
  return from.flatMap((id) => states[id] ?? []);
}

/** The state is what requires it: elsewhere it may be blank. */
function requiredIn(model: Model, entity: Entity, { requiredWhen, visibleWhen }: Field, { id }: State): Answer {
  const fixed = { 'record.state': [id] };
  const goals = [...goal(requiredWhen), ...goal(visibleWhen)];
  return decide({ model, entity: entity.id, goals, fixed });
}

function isSetInto({ transitions }: Lifecycle, state: string, field: string): boolean {
  return Object.values(transitions).some((one) => one.to === state && one.set.some((set) => set.field === field));
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
