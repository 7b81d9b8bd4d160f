import { canEverRead, type Entity, type Field, isDrawn, isLines, isNamed, type Rights } from '@ninefold/model';
import { uniqueSets } from '../storage/schema/indexes.ts';

/**
 * The fields that an import may fill: those that these rights let write on whatever record, and the states that they may give. Computed, drawn and read-only
 * ones are left out, so that a file of an export can be imported as it is.
 */
export function fillable(entity: Entity, rights: Rights): readonly Field[] {
  const grants = rights.grants(entity.id);
  return Object.values(entity.fields).filter(
    (field) =>
      field.computed === null &&
      !field.readOnly &&
      !isDrawn(field) &&
      (isState(field) ||
        grants.some(({ verbs, fields }) => {
          const right = fields[field.id];
          return (verbs.create !== undefined && right?.create) || (verbs.update !== undefined && right?.update);
        })),
  );
}

/** One of the states that new records may be given. */
function isState({ id, cycle }: Field): boolean {
  return cycle === id;
}

/** Beside those, what a row can be found by: the numbers of an export, for one. */
export function findable(entity: Entity, rights: Rights): readonly Field[] {
  const names = new Set(uniqueSets(entity).flatMap(({ fields }) => fields));
  return Object.values(entity.fields).filter(({ id }) => names.has(id) && canEverRead(rights, entity, id));
}

/** What a field is called: in the language of the reader, and in every language of the application. */
export interface FieldNames {
  readonly own: readonly string[];
  readonly all: readonly string[];
}

/** What the columns of a file fill. */
export interface GuessedColumns {
  /** A field, `id` or nothing for each column. */
  readonly filled: readonly (string | null)[];
  readonly ambiguous: readonly { readonly column: string; readonly fields: readonly Field[] }[];
}

/**
 * The field that each column of a file fills: the one with that id, else with that label in the language of the reader, else
 * in another language. A heading that stands for several fields, or that several columns have, is ambiguous. Lines are known
 * by their id alone: under their label they are words for people.
 */
export function guessColumns(
  header: readonly string[],
  fields: readonly Field[],
  namesOf: (field: Field) => FieldNames,
): GuessedColumns {
  const ids = new Set(['id', ...fields.map(({ id }) => id)]);
  const taken = new Set(header.filter((title) => ids.has(title)));
  const labelled = fields.filter((field) => !isLines(field) && !taken.has(field.id));
  const meant = header.map((title): readonly (Field | string)[] => {
    if (ids.has(title)) return [title];
    const own = labelled.filter((field) => isNamed(title, namesOf(field).own));
    return own.length > 0 ? own : labelled.filter((field) => isNamed(title, namesOf(field).all));
  });
  const idOf = (one: Field | string | undefined): string | null => (typeof one === 'object' ? one.id : (one ?? null));
  const first = meant.map(([one]) => idOf(one));
  const isClear = (at: number): boolean =>
    (meant[at] ?? []).length === 1 && first.filter((one) => one !== null && one === first[at]).length === 1;
  const ambiguous = header.flatMap((column, at) => {
    const found = meant[at] ?? [];
    const named = found.flatMap((one) => (typeof one === 'object' ? [one] : fields.filter(({ id }) => id === one)));
    return found.length > 0 && !isClear(at) ? [{ column, fields: named }] : [];
  });
  return { filled: header.map((_, at) => (isClear(at) ? (first[at] ?? null) : null)), ambiguous };
}
