import {
  normalValue,
  settleInput,
  validateInput,
  visibleFields,
  type BulkBody,
  type Entity,
  type Field,
  type Scope,
  type Transition,
} from '@ninefold/model';
import { bodyOf } from '../form/body.ts';
import type { DraftPlan, Values } from '../form/use-draft.ts';
import type { BulkAction } from './actions.ts';

/** The form of an action on many records: its own answers are judged here, what they make of each record on the server. */
export function bulkPlan(entity: Entity, action: BulkAction, field: Field | null, scope: Scope): DraftPlan {
  if (action.kind === 'transition') return inputPlan(entity, action.transition, scope);
  return fieldPlan(entity, action.kind === 'update' ? field : null, scope);
}

function inputPlan(entity: Entity, transition: Transition, scope: Scope): DraftPlan {
  const fields = Object.values(transition.input);
  const inScope: Scope = { ...scope, transition: transition.id };
  const form = { ...entity, fields: transition.input };
  return {
    entity: entity.id,
    fields,
    prefix: 'input.',
    initial: {},
    scope: inScope,
    settle: (values) => settleInput(transition.input, values, inScope),
    visible: (input) => visibleFields(form, { ...inScope, input }),
    judge: (input) => validateInput(transition.input, entity.id, input, inScope),
    kept: () => new Set(),
  };
}

function fieldPlan(entity: Entity, field: Field | null, scope: Scope): DraftPlan {
  const fields = field === null ? [] : [field];
  return {
    entity: entity.id,
    fields,
    prefix: '',
    initial: {},
    scope,
    settle: (values) =>
      Object.fromEntries(fields.map(({ id }) => [id, normalValue(field as Field, values[id] ?? null)])),
    visible: () => new Set(fields.map(({ id }) => id)),
    judge: (settled) =>
      field?.required === true && (settled[field.id] ?? null) === null
        ? [{ path: field.id, code: 'required', params: {} }]
        : [],
    kept: () => new Set(),
  };
}

/** What is sent for an action, without the records that it is for. */
export function bulkBody(
  action: BulkAction,
  plan: DraftPlan,
  settled: Values,
): Pick<BulkBody, 'action' | 'transition' | 'input' | 'values' | 'mode'> {
  const given = bodyOf(plan.fields, settled, normalValue);
  if (action.kind === 'delete') return { action: 'delete', mode: 'each' };
  if (action.kind === 'update') return { action: 'update', mode: 'each', values: given };
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const input = plan.fields.length > 0 ? { input: filled } : {};
  return { action: 'transition', mode: 'each', transition: action.transition.id, ...input };
}
