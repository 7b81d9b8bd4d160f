import type { Field } from '../ir/field.ts';
import { isOneReference } from '../field-types/traits.ts';
import { objectOf, partId } from '../values/parts.ts';

/**
 * The ids of the parts beside this one; none of a field that is no such part. A reference to one of several entities has a part for
 * each of them (`whom.user`, `whom.team`), of which one at most is filled.
 */
export function otherTargets(field: Field): readonly string[] {
  if (!isOneReference(field)) return [];
  const whole = objectOf(field.id);
  return whole === null ? [] : field.alsoTo.map((entity) => partId(whole, entity));
}
