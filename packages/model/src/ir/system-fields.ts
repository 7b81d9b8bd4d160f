import type { Entity } from './entity.ts';
import type { ChoiceField, Field } from './field.ts';
import { PLAIN_FIELD, PLAIN_REFERENCE } from './plain-field.ts';

/** The names under which a record with a life cycle carries its state. */
export const STATE_FIELDS: readonly string[] = ['state', 'state_since', 'state_final'];

const KEPT = { ...PLAIN_FIELD, readOnly: true, noCopy: true } as const;

/** The state of the records of an entity as a field; null where they have none. */
export function stateField({ lifecycle }: Pick<Entity, 'lifecycle'>): ChoiceField | null {
  if (lifecycle === null) return null;
  const options = Object.keys(lifecycle.states);
  return { ...KEPT, id: 'state', cycle: 'state', type: 'choice', options };
}

/** The field of this id that every record has, as far as lists, records and exports show it; null for any other id. */
export function systemField(id: string): Field | null {
  switch (id) {
    case 'created_at':
    case 'changed_at':
    case 'state_since':
    case 'trashed_at':
      return { ...KEPT, id, type: 'datetime', era: false };
    case 'created_by':
    case 'changed_by':
      return { ...PLAIN_REFERENCE, ...KEPT, id, type: 'reference', to: 'user', inverse: '' };
    case 'state_final':
      return { ...KEPT, id, type: 'boolean' };
    default:
      return null;
  }
}
