import { type Entity, type Field, type Model } from '@ninefold/model';

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
  return Object.values(model.entities).flatMap((entity) =>
    Object.hasOwn(changed, entity.id) || refersTo(entity, changed) ? [entity.id] : [],
  );
}

function refersTo({ fields }: Entity, changed: Changed): boolean {
  return Object.values(fields).some((field) => targetsOf(field).some((to) => Object.hasOwn(changed, to)));
}

function targetsOf(field: Field): readonly string[] {
  if (field.type === 'reference' || field.type === 'references') return [field.to];
  return field.type === 'lines' ? Object.values(field.fields).flatMap(targetsOf) : [];
}
