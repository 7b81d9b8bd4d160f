import { PLAIN_FIELD, PLAIN_REFERENCE, type Field } from '@ninefold/model';

const KEPT = { ...PLAIN_FIELD, readOnly: true, noCopy: true } as const;

/** Fields that every record has, as far as lists and records show them. */
export function systemField(id: string): Field | null {
  switch (id) {
    case 'created_at':
    case 'changed_at':
    case 'state_since':
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
