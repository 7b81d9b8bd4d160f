import type { Field, Model } from '@ninefold/model';

/** Ids of changed records by entity, as `/_/live` tells them; null where they are many. */
export type Changed = Readonly<Record<string, readonly string[] | null>>;

/** Adds what was changed later. */
export function together(first: Changed, second: Changed): Changed {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [a, b] = [first[name], second[name]];
      return [name, a === null || b === null ? null : [...new Set([...(a ?? []), ...(b ?? [])])]];
    }),
  );
}

/** Entities whose lists may show something of these: they themselves, and those that refer to them by title. */
export function shownIn(model: Model, changed: Changed): readonly string[] {
  const named = withTitles(model, new Set(Object.keys(changed)));
  return Object.values(model.entities).flatMap((entity) =>
    named.has(entity.id) || Object.values(entity.fields).some((field) => refersTo(field, named)) ? [entity.id] : [],
  );
}

/** And those whose own titles show titles of these. */
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
  if (field.type === 'reference' || field.type === 'references') return [field.to];
  return field.type === 'lines' ? Object.values(field.fields).flatMap(targetsOf) : [];
}
