import { sameValue, type Field, type Wire } from '@ninefold/model';
import type { Draft } from './use-draft.ts';

/** Whether a new record begins with the value that stands in this field: nobody typed it. */
export function isFilledIn({ plan, settled, values }: Draft, field: Field): boolean {
  const isDefault = plan.scope.creating === true && field.default !== null && field.type !== 'boolean';
  if (!isDefault || Object.hasOwn(values, field.id)) return false;
  return !sameValue(field, (settled[field.id] ?? null) as Wire, null);
}
