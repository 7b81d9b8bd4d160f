import type { Entity } from '../ir/entity.ts';
import type { Rights } from '../rights/rights.ts';
import type { RecordValue } from '../wire/answers.ts';

/** Whether people may change the record's fields in its state; fields with `editable_when_locked` stay open in a locked state. */
export function stateOf(entity: Entity, record: RecordValue, rights: Rights): 'open' | 'locked' | 'not_your_role' {
  const state = record.state === undefined ? undefined : entity.lifecycle?.states[record.state];
  if (!state) return 'open';
  if (state.locked) return 'locked';
  if (state.editableBy !== null && !state.editableBy.some((role) => rights.roles.includes(role)))
    return 'not_your_role';
  return 'open';
}
