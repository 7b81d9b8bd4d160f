import {
  settleInput,
  validateInput,
  visibleFields,
  type Entity,
  type Holder,
  type Scope,
  type Transition,
} from '@ninefold/model';
import type { DraftPlan } from './use-draft.ts';

/**
 * The plan of a transition's form. The browser judges the inputs alone; the server judges the record after the
 * transition. `record`: what the transition is fired on; null: several records, none of which its expressions can read.
 */
export function inputPlan(entity: Entity, record: Holder | null, transition: Transition, scope: Scope): DraftPlan {
  const fields = transition.input;
  const own: Scope = { ...scope, ...(record && { record, before: record }), transition: transition.id };
  return {
    entity: entity.id,
    fields: Object.values(fields),
    prefix: 'input.',
    initial: {},
    scope: own,
    settle: (values) => settleInput(fields, values, own),
    visible: (input) => visibleFields({ ...entity, fields }, { ...own, input }),
    judge: (input) => validateInput(fields, entity.id, input, own),
    satisfied: () => new Set(),
  };
}
