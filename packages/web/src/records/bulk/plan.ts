import { normalValue, type BulkBody, type Entity, type Field, type Scope } from '@ninefold/model';
import { bodyOf } from '../../forms/draft/body.ts';
import { inputPlan } from '../../forms/draft/input-plan.ts';
import type { DraftPlan, Values } from '../../forms/draft/use-draft.ts';
import type { BulkAction } from './actions.ts';

/** The form of a bulk action. The browser judges its inputs; the server judges each record. */
export function bulkPlan(entity: Entity, action: BulkAction, field: Field | null, scope: Scope): DraftPlan {
  if (action.kind === 'transition') return inputPlan(entity, null, action.transition, scope);
  return fieldPlan(entity, action.kind === 'update' ? field : null, scope);
}

function fieldPlan(entity: Entity, field: Field | null, scope: Scope): DraftPlan {
  const fields = field === null ? [] : [field];
  return {
    entity: entity.id,
    fields,
    prefix: '',
    initial: {},
    scope,
    settle: (values) => Object.fromEntries(fields.map((each) => [each.id, normalValue(each, values[each.id] ?? null)])),
    visible: () => new Set(fields.map(({ id }) => id)),
    judge: (settled) =>
      field?.required === true && (settled[field.id] ?? null) === null
        ? [{ path: field.id, code: 'required', params: {} }]
        : [],
    satisfied: () => new Set(),
  };
}

/** The body of the call, without the targets. */
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
