import type { Field } from '@ninefold/model';

const NONE = {
  required: false,
  requiredWhen: null,
  visibleWhen: null,
  editableWhen: null,
  default: null,
  min: null,
  max: null,
  unique: false,
  index: false,
  search: false,
  readOnly: true,
  immutable: false,
  noCopy: true,
  closed: false,
  editableWhenLocked: false,
  computed: null,
  copy: null,
} as const;

/** Fields that every record has, as far as lists and records show them. */
export function systemField(id: string): Field | null {
  switch (id) {
    case 'created_at':
    case 'changed_at':
    case 'state_since':
      return { ...NONE, id, type: 'datetime' };
    case 'created_by':
    case 'changed_by':
      return { ...NONE, id, type: 'reference', to: 'user', inverse: '', onDelete: 'restrict', where: null };
    case 'state_final':
      return { ...NONE, id, type: 'boolean' };
    default:
      return null;
  }
}
