import type { Field } from '@ninefold/model';

/** The values under the ids that the fields have now: what is held under a former id belongs to the field that got another one. */
export function underPresentIds<V>(
  fields: readonly Field[],
  values: Readonly<Record<string, V>>,
): Readonly<Record<string, V>> {
  const ids = new Set(fields.map(({ id }) => id));
  const moved = fields.flatMap(({ id, was }) => {
    const isMoved = was !== undefined && !ids.has(was) && Object.hasOwn(values, was) && !Object.hasOwn(values, id);
    return isMoved ? [[id, values[was] as V] as const] : []; // it has that one
  });
  return moved.length === 0 ? values : { ...values, ...Object.fromEntries(moved) };
}
