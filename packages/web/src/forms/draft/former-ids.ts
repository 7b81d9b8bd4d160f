import { isLines, type Field, type Wire } from '@ninefold/model';

/** The values under the ids that the fields have now: what is held under a former id belongs to the field that got another one. */
export function underPresentIds<V>(
  fields: readonly Field[],
  values: Readonly<Record<string, V>>,
): Readonly<Record<string, V>> {
  const ids = new Set(fields.map(({ id }) => id));
  const moved = fields.flatMap(({ id, was }) => {
    const isMoved = was !== undefined && !ids.has(was) && Object.hasOwn(values, was) && values[id] === undefined;
    return isMoved ? [[id, values[was] as V] as const] : []; // it has that one
  });
  return moved.length === 0 ? values : { ...values, ...Object.fromEntries(moved) };
}

/** A value of a field as it is now: in lines, what each holds under a former id belongs to the field that got another one. */
export function withPresentIds(field: Field, value: Wire): Wire {
  if (!isLines(field) || !Array.isArray(value)) return value;
  const lines = value.map((line: Wire) => lineUnderPresentIds(Object.values(field.fields), line));
  return lines.every((line, index) => line === value[index]) ? value : lines;
}

function lineUnderPresentIds(fields: readonly Field[], line: Wire): Wire {
  return isLine(line) ? underPresentIds(fields, line) : line;
}

function isLine(value: Wire): value is Readonly<Record<string, Wire>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
