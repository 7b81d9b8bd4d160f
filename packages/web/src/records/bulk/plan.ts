import {
  isTruth,
  normalValue,
  type BulkBody,
  type Entity,
  type Field,
  type Rights,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { bodyOf } from '../../forms/draft/body.ts';
import { transitionPlan } from '../../forms/draft/transition-plan.ts';
import type { DraftPlan, Values } from '../../forms/draft/use-draft.ts';
import { type FormAction, changeableFields } from './actions.ts';

interface BulkPlanSource {
  readonly entity: Entity;
  readonly action: FormAction;
  /** The field that an update changes. */
  readonly field: Field | null;
  readonly scope: Scope;
  readonly rights: Rights;
}

/** The form of a bulk action. The browser judges its values; the server judges each record. */
export function bulkPlan({ entity, action, field, scope, rights }: BulkPlanSource): DraftPlan {
  if (action.kind !== 'transition') return fieldPlan(entity, action.kind === 'update' ? field : null, scope);
  const { transition } = action;
  const asked = changeableFields(entity, rights).filter(({ id }) => transition.asks.includes(id));
  return transitionPlan({ entity, transition, record: null, asked, scope, rights });
}

function fieldPlan(entity: Entity, field: Field | null, scope: Scope): DraftPlan {
  const fields = field === null ? [] : [field];
  return {
    entity: entity.id,
    fields,
    placeOf: () => ({ entity: entity.id }),
    initial: {},
    scope,
    seenWith: (record) => ({ ...scope, record }),
    settle: (values) => Object.fromEntries(fields.map((each) => [each.id, decided(each, values[each.id] ?? null)])),
    visible: () => new Set(fields.map(({ id }) => id)),
    judge: (settled) =>
      field !== null && (field.required || isTruth(field.type)) && (settled[field.id] ?? null) === null
        ? [{ path: field.id, code: 'required', params: {} }]
        : [],
    satisfied: () => new Set(),
  };
}

/** A value as it is sent. Yes or no that nobody has chosen stays blank, since no is a choice. */
function decided(field: Field, value: Wire): Wire {
  return value === null && isTruth(field.type) ? null : normalValue(field, value);
}

/** The body of the call, without the targets. */
export function bulkBody(
  action: FormAction,
  plan: DraftPlan,
  settled: Values,
): Pick<BulkBody, 'action' | 'transition' | 'input' | 'values' | 'mode'> {
  const given = bodyOf(plan.fields, settled, normalValue, null);
  if (action.kind === 'delete') return { action: 'delete', mode: 'each' };
  if (action.kind === 'update') return { action: 'update', mode: 'each', values: given };
  const isAnswer = (field: Field): boolean => plan.placeOf(field).transition !== undefined;
  const answers = plan.fields.filter(isAnswer);
  const values = filled(
    plan.fields.filter((field) => !isAnswer(field)),
    given,
  );
  return {
    action: 'transition',
    mode: 'each',
    transition: action.transition.id,
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(answers.length > 0 ? { input: filled(answers, given) } : {}),
  };
}

/** The values of these fields that are filled in: what is left blank changes nothing. */
function filled(fields: readonly Field[], given: Values): Values {
  const pairs = fields.map(({ id }) => [id, given[id] ?? null] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== null));
}
