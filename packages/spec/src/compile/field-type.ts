import type { Field, Type } from '@ninefold/model';
import { typeOfField } from '../expressions/schema-of.ts';

/** Type of a field's value inside an expression, for fields whose type does not depend on where they stand. */
export function fieldType(field: Field): Type {
  return typeOfField(field, { entity: '', field: field.id });
}
