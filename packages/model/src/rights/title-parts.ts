import { isDrawn, isTruth, isProse } from '../field-types/traits.ts';
import type { Entity, TitlePart } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import { objectOf } from '../values/parts.ts';

/** What the title of a record is made of. Without a written one: the key, else the first line of text. */
export function titleParts(entity: Entity): readonly TitlePart[] {
  if (entity.title.length > 0) return entity.title;
  const first = Object.values(entity.fields).find(
    (one) => objectOf(one.id) === null && (isProse(one.type, 'line') || isDrawn(one)),
  );
  const field = entity.key ?? first?.id;
  return field === undefined ? [] : [{ field }];
}

/** Whether a record may be without a title: nothing of it stands in each one, as a number that is drawn later. */
export function mayBeNameless(entity: Entity): boolean {
  return !titleParts(entity).some((part) =>
    'text' in part ? part.text.trim() !== '' : isAlways(entity.fields[part.field]),
  );
}

function isAlways(field: Field | undefined): boolean {
  if (field === undefined) return true; // what every record has
  if (field.visibleWhen !== null) return false;
  return isDrawn(field) ? field.given === null : field.required || isTruth(field.type);
}
