import type { Wire } from '../wire/answers.ts';
import { memoizedWeakly } from './memo.ts';
import { isList, isMap } from './value.ts';

// An object is a group of fields. Each of its parts is a field of the record by itself, whose id holds both names:
// `address.city`. In JSON the parts stand inside of the object.

type Values = Readonly<Record<string, Wire | undefined>>;

/** The id of a part: `address`, `city` → `address.city`. */
export function partId(object: string, part: string): string {
  return `${object}.${part}`;
}

/** The object that a field is a part of; null for every other field, and for the list of who fired a transition (`did.approve`). */
export function objectOf(field: string): string | null {
  const at = field.indexOf('.');
  return at === -1 || field.startsWith(DID) ? null : field.slice(0, at);
}

const DID = 'did.';

/** The names that an id consists of: of a part that of its object and its own, of any other field its id. */
export function splitId(field: string): readonly string[] {
  return objectOf(field) === null ? [field] : field.split('.');
}

/** The fields in their order, parts by their objects. Whatever is no part stands alone, its object is null. */
export function grouped<F extends { readonly id: string }>(
  fields: readonly F[],
): readonly { readonly object: string | null; readonly fields: readonly F[] }[] {
  const groups: { readonly object: string | null; readonly fields: F[] }[] = [];
  for (const field of fields) {
    const object = objectOf(field.id);
    const group = object === null ? undefined : groups.find((one) => one.object === object);
    if (group) group.fields.push(field);
    else groups.push({ object, fields: [field] });
  }
  return groups;
}

/** The ids of the parts of each object among these fields. */
export const partsOf: (fields: Readonly<Record<string, object>>) => ReadonlyMap<string, readonly string[]> =
  memoizedWeakly((fields) => {
    const ids = Object.keys(fields).filter((id) => objectOf(id) !== null);
    return Map.groupBy(ids, (id) => objectOf(id) ?? '');
  });

/** Whether any of these entities has an object. */
export const haveObjects: (
  entities: Readonly<Record<string, { readonly fields: Readonly<Record<string, object>> }>>,
) => boolean = memoizedWeakly((entities) => Object.values(entities).some(({ fields }) => partsOf(fields).size > 0));

/** The same values with the parts inside of their objects: `address.city` → `address: { city }`. */
export function nested(values: Values): Readonly<Record<string, Wire>> {
  const found: Record<string, Wire> = {};
  for (const [id, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const [object = '', part] = splitId(id);
    const own = found[object];
    if (part === undefined) found[id] = value;
    else found[object] = { ...(isMap(own) ? own : {}), [part]: value };
  }
  return found;
}

/**
 * The same values with each part under its own id; the opposite of `nested`. `parts` are the ids of the parts by object.
 * A blank object is one with blank parts. What is no object stays where it is.
 */
export function flat(values: Values, parts: ReadonlyMap<string, readonly string[]>): Readonly<Record<string, Wire>> {
  const members = Object.entries(values).flatMap(([id, value]): readonly (readonly [string, Wire])[] => {
    const own = parts.get(id);
    if (value === undefined) return [];
    if (own !== undefined && value === null) return own.map((part) => [part, null]);
    return own !== undefined && isMap(value) ? membersIn(id, value) : [[id, value]];
  });
  return Object.fromEntries(members);
}

function membersIn(object: string, values: object): readonly (readonly [string, Wire])[] {
  const members: readonly (readonly [string, Wire | undefined])[] = Object.entries(values);
  return members.flatMap(([name, value]) => (value === undefined ? [] : [[partId(object, name), value] as const]));
}

/** A value of an answer with the parts of its objects, and those of the records in it, inside of them. An object whose parts are all blank is null. */
export function answered(value: Wire | undefined): Wire {
  if (value === undefined) return null;
  if (isList(value)) return value.map(answered);
  if (!isMap(value)) return value;
  const whole = Object.keys(value).some((id) => objectOf(id) !== null) ? nested(value) : value;
  const members = Object.entries(whole).flatMap(([id, inner]): readonly (readonly [string, Wire])[] => {
    if (inner === undefined) return [];
    const isObject = whole !== value && !Object.hasOwn(value, id);
    return [[id, isObject && isBlankObject(inner) ? null : answered(inner)]];
  });
  return Object.fromEntries(members);
}

function isBlankObject(object: Wire): boolean {
  return isMap(object) && Object.values(object).every((part) => part === null || part === false);
}
