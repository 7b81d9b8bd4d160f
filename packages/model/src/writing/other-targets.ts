import type { Field } from '../ir/field.ts';
import { isOneReference, isReference } from '../field-types/traits.ts';
import { parentOf, partId } from '../values/parts.ts';

/**
 * The ids of the parts of which none is filled where this one is; none of a field that is no such part. A reference to one of several
 * entities has a part for each of them (`whom.user`, `whom.team`), of which one at most is filled.
 */
export function otherTargets(field: Field): readonly string[] {
  return isOneReference(field) ? partsBeside(field) : [];
}

/** The ids of the parts beside this one of a reference, or of references, to several entities; none of any other field. */
export function partsBeside(field: Field): readonly string[] {
  if (!isReference(field)) return [];
  const whole = parentOf(field.id);
  return whole === null ? [] : field.alsoTo.map((entity) => partId(whole, entity));
}
