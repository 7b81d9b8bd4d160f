import { innerFields, isReference, type ChangedRecords, type Field, type Model } from '@ninefold/model';

/** Both sets of changes in one. */
export function together(first: ChangedRecords, second: ChangedRecords): ChangedRecords {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [a, b] = [first[name], second[name]];
      return [name, a === null || b === null ? null : [...new Set([...(a ?? []), ...(b ?? [])])]];
    }),
  );
}

/** Entities whose lists may show changed data: the changed ones, and those with references to them, whose titles they show. */
export function shownIn(model: Model, changed: ChangedRecords): readonly string[] {
  const named = withTitles(model, new Set(Object.keys(changed)));
  return Object.values(model.entities).flatMap((entity) =>
    named.has(entity.id) || Object.values(entity.fields).some((field) => refersTo(field, named)) ? [entity.id] : [],
  );
}

/** Adds the entities whose titles contain titles of the changed ones. */
function withTitles(model: Model, changed: ReadonlySet<string>): ReadonlySet<string> {
  const more = Object.values(model.entities).filter(({ id, title, fields }) => {
    const shown = title.flatMap((part) => ('field' in part ? (fields[part.field] ?? []) : []));
    return !changed.has(id) && shown.some((field) => refersTo(field, changed));
  });
  return more.length === 0 ? changed : withTitles(model, new Set([...changed, ...more.map(({ id }) => id)]));
}

function refersTo(field: Field, named: ReadonlySet<string>): boolean {
  return targetsOf(field).some((to) => named.has(to));
}

function targetsOf(field: Field): readonly string[] {
  return isReference(field) ? [field.to] : Object.values(innerFields(field)).flatMap(targetsOf);
}
