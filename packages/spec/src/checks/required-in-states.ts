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
import { decide } from '../reasoning/decide.ts';
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
  const spot = ctx.spots.get(`field ${entity.id}.${field.id}`);
  for (const state of Object.values(lifecycle.states)) {
    const before = [state, ...statesBefore(lifecycle, state.id)];
    if (!isRequiredIn(model, entity, field, state) || isSetInto(lifecycle, state.id, field.id)) continue;
    const isInitial = before.some(({ id }) => id === lifecycle.initial);
    if (isInitial && grantsOf(model, entity.id, null).some((grant) => gives(grant, 'create', field.id))) continue;
    if (before.some((one) => isWritableIn(model, entity, field, one))) continue;
    if (spot) ctx.report('NF0318', spot, { name: field.id, state: state.id });
  }
}

function statesBefore({ states, transitions }: Lifecycle, state: string): readonly State[] {
  const from = Object.values(transitions).flatMap((one) => (one.to === state ? one.from : []));
  return from.flatMap((id) => states[id] ?? []);
}

/** The state is what requires it: elsewhere it may be blank. */
function isRequiredIn(model: Model, entity: Entity, { requiredWhen, visibleWhen }: Field, { id }: State): boolean {
  const fixed = { 'record.state': [id] };
  const goals = [...goal(requiredWhen), ...goal(visibleWhen)];
  return decide({ model, entity: entity.id, goals, fixed }).verdict === 'possible';
}

function isSetInto({ transitions }: Lifecycle, state: string, field: string): boolean {
  return Object.values(transitions).some((one) => one.to === state && one.set.some((set) => set.field === field));
}

function gives({ verbs, fields }: Grant, verb: 'create' | 'update', field: string): boolean {
  return verbs[verb] !== undefined && fields[field]?.[verb] === true;
}

/** Somebody's grant holds in the state, as far as that is known, and gives the field. */
function isWritableIn(model: Model, entity: Entity, field: Field, state: State): boolean {
  if (field.readOnly || (state.locked && !field.editableWhenLocked)) return false;
  return grantsOf(model, entity.id, state.editableBy).some((grant) => {
    const condition = grant.verbs.update;
    if (condition === undefined || !gives(grant, 'update', field.id)) return false;
    if (condition === true) return true;
    const fixed = { 'record.state': [state.id] };
    return decide({ model, entity: entity.id, goals: goal(condition), fixed }).verdict !== 'impossible';
  });
}
