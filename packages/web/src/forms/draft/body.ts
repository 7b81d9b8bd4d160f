import { idOf, isGivable, isLines, isReference, memberOf, type Field, type Wire } from '@ninefold/model';

type Body = Readonly<Record<string, Wire>>;

/** A value as it is sent: references by id, lines without what nobody gives. */
export function sentValue(field: Field, value: Wire): Wire {
  if (isReference(field)) return Array.isArray(value) ? value.map(sentReference) : sentReference(value);
  if (isLines(field)) return Array.isArray(value) ? value.map((line: Wire) => sentLine(field.fields, line)) : value;
  return value === '' ? null : value;
}

function sentReference(value: Wire): Wire {
  return idOf(value) ?? value;
}

function sentLine(fields: Readonly<Record<string, Field>>, line: Wire): Wire {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return line;
  const own = Object.values(fields).filter((field) => isGivable(field) && Object.hasOwn(line, field.id));
  const id = idOf(line);
  return {
    ...(id === null ? {} : { id }),
    ...Object.fromEntries(own.map((field) => [field.id, sentValue(field, memberOf(line, field.id) ?? null)])),
  };
}

/** The body of a write: the given values of these fields, in canonical form. */
export function bodyOf(fields: readonly Field[], values: Body, normal: (field: Field, value: Wire) => Wire): Body {
  const given = fields.filter((field) => Object.hasOwn(values, field.id));
  return Object.fromEntries(
    given.map((field) => [field.id, sentValue(field, normal(field, values[field.id] ?? null))]),
  );
}
