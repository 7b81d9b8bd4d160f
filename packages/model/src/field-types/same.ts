import type { Field, FieldType } from '../ir/field.ts';
import type { Wire } from '../wire/answers.ts';

/** Whether two normalised values of a field are the same: references by id, lines in order and field by field, blank and missing alike. */
export function sameValue(field: Field, a: Wire | undefined, b: Wire | undefined): boolean {
  const compare = COMPARE[field.type];
  return compare ? compare(field, a, b) : plain(a) === plain(b);
}

const COMPARE: Readonly<
  Partial<Record<FieldType, (field: Field, a: Wire | undefined, b: Wire | undefined) => boolean>>
> = {
  boolean: (_, a, b) => (a === true) === (b === true),
  reference: (_, a, b) => idOf(a) === idOf(b),
  references: (_, a, b) => sameList(a, b, (x, y) => idOf(x) === idOf(y)),
  choices: (_, a, b) => sameList(a, b, (x, y) => x === y),
  lines: (field, a, b) => sameList(a, b, (x, y) => sameLine(field, x, y)),
};

function sameLine(field: Field, a: Wire, b: Wire): boolean {
  if (field.type !== 'lines' || idOf(a) !== idOf(b)) return false;
  return Object.values(field.fields).every((inner) => sameValue(inner, member(a, inner.id), member(b, inner.id)));
}

function sameList(a: Wire | undefined, b: Wire | undefined, same: (x: Wire, y: Wire) => boolean): boolean {
  const left: readonly Wire[] = Array.isArray(a) ? a : [];
  const right: readonly Wire[] = Array.isArray(b) ? b : [];
  return left.length === right.length && left.every((item, index) => same(item, right[index] ?? null));
}

function plain(value: Wire | undefined): Wire {
  return value === undefined || value === '' ? null : value;
}

/** The id of a reference or line, null where it has none. */
export function idOf(value: Wire | undefined): string | null {
  const id = member(value, 'id');
  return typeof id === 'string' ? id : null;
}

function member(value: Wire | undefined, name: string): Wire | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as { readonly [name: string]: Wire })[name];
}
