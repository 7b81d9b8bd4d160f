import { canEverRead, type Entity, type Field, isDrawn, isLines, isNamed, type Rights } from '@ninefold/model';
import { uniqueSets } from '../storage/schema/indexes.ts';

/**
 * The fields that an import may fill: those that these rights let write on whatever record. Computed, drawn and read-only
 * ones are left out, so that a file of an export can be imported as it is.
 */
export function fillable(entity: Entity, rights: Rights): readonly Field[] {
  const grants = rights.grants(entity.id);
  return Object.values(entity.fields).filter(
    (field) =>
      field.computed === null &&
      !field.readOnly &&
      !isDrawn(field) &&
      grants.some(({ verbs, fields }) => {
        const right = fields[field.id];
        return (verbs.create !== undefined && right?.create) || (verbs.update !== undefined && right?.update);
      }),
  );
}

/** Beside those, what a row can be found by: the numbers of an export, for one. */
export function findable(entity: Entity, rights: Rights): readonly Field[] {
  const names = new Set(uniqueSets(entity).flatMap(({ fields }) => fields));
  return Object.values(entity.fields).filter(({ id }) => names.has(id) && canEverRead(rights, entity, id));
}

/** Names by which a field is known: its id, and its labels in every language. */
export type NamesOf = (field: Field) => readonly string[];

/** The field that each column of a file fills: a field, `id`, or nothing. Lines are known by their id alone: under their label they are words for people. */
export function guessColumns(
  header: readonly string[],
  fields: readonly Field[],
  names: NamesOf,
): readonly (string | null)[] {
  const free = new Set(['id', ...fields.map(({ id }) => id)]);
  return header.map((title) => {
    const exact = free.has(title) ? title : undefined;
    const found =
      exact ?? fields.find((field) => free.has(field.id) && !isLines(field) && isNamed(title, names(field)))?.id;
    if (found !== undefined) free.delete(found);
    return found ?? null;
  });
}
