import type { Field, LineReferenceField, ReferenceField } from '../ir/field.ts';
import { parentOf, partId } from '../values/parts.ts';
import { isLineReference, isOneReference, isProse } from './traits.ts';

type Fields = Readonly<Record<string, Field>>;

/** Whether its value is one record of the entity `to`, or one line of one. */
export function isOneNamed(field: Field | null | undefined): field is ReferenceField {
  return isOneReference(field) || isLineReference(field);
}

/** The field by which a line is named beside its number: its first text that is always shown, else its first such reference. */
export function namingField(lines: Fields): Field | null {
  const shown = Object.values(lines).filter(({ visibleWhen }) => visibleWhen === null);
  return shown.find(({ type }) => isProse(type, 'line')) ?? shown.find((field) => isOneReference(field)) ?? null;
}

/** The id of the part that names the record of a line: of `row.rows`, with `to: order.rows`, it is `row.order`. */
export function recordBeside({ id, to }: LineReferenceField): string {
  return partId(parentOf(id) ?? '', to);
}

/** A part of a reference to a line with the part beside it; any other field alone. */
export function partsTogether(fields: Fields, field: Field): readonly string[] {
  if (isLineReference(field)) return [recordBeside(field), field.id];
  const line = isOneReference(field)
    ? Object.values(fields).find((other) => isLineReference(other) && recordBeside(other) === field.id)
    : undefined;
  return line === undefined ? [field.id] : [field.id, line.id];
}
