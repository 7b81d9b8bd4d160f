import { sameValue, type Wire } from '@ninefold/model';
import type { Draft, Values } from '../form/use-draft.ts';

/** What was typed into a form and differs from what stood there, hidden fields included. */
export function typedValues({ plan, values, stored }: Draft): Values {
  const typed = plan.fields.filter(
    (field) => Object.hasOwn(values, field.id) && !sameValue(field, values[field.id] ?? null, stored(field)),
  );
  return Object.fromEntries(typed.map((field) => [field.id, values[field.id] as Wire]));
}
