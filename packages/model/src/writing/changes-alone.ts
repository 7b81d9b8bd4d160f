import type { Entity } from '../ir/entity.ts';
import type { Expression } from '../ir/expression.ts';
import { findOf } from '../field-types/traits.ts';
import type { Field } from '../ir/field.ts';
import { objectOf, isTranslated } from '../values/parts.ts';
import { stepsOf } from '../values/paths.ts';
import { derivedWhens, whereReads } from './paths-read.ts';

/**
 * Whether a field can be changed by itself, beside its name: its value alone decides about no other field (whether it is seen,
 * asked for or open, what it copies or offers) and about no derived state. The parts of an object and the languages of a text
 * belong together.
 */
export function changesAlone(entity: Entity, { id }: Field): boolean {
  const field = entity.fields[id];
  if (field === undefined || objectOf(id) !== null || isTranslated(field)) return false;
  const others = Object.values(entity.fields).filter((other) => other.id !== id);
  const decided = [...others.flatMap(decidingReads), ...derivedWhens(entity).flatMap(({ reads }) => reads)];
  return !decided.some((path) => {
    const [root, name] = stepsOf(path);
    return root === 'record' && name === id;
  });
}

/** What is read to find out whether a field is seen, asked for or open, and what it copies or offers. */
function decidingReads(field: Field): readonly string[] {
  const conditions: readonly (Expression | null | undefined)[] = [
    field.visibleWhen,
    field.requiredWhen,
    field.editableWhen,
    field.copy?.expression,
    findOf(field),
  ];
  return [...conditions.flatMap((condition) => condition?.reads ?? []), ...whereReads(field)];
}
