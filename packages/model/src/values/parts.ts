import type { Wire } from '../wire/answers.ts';
import { memoizedWeakly } from './memo.ts';
import { isList, isMap, memberOf } from './value.ts';

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

/** What is asked of a field to know what it belongs to. */
interface Member {
  readonly id: string;
  readonly language?: string | null;
  /** Of lines the fields of each. */
  readonly fields?: Fields;
}

type Fields = Readonly<Record<string, Member>>;

/** The object that a field is a part of, or the translated field whose text in one language it is; null for every other field. */
export function groupOf(field: Member): string | null {
  return isTranslated(field) ? field.id : objectOf(field.id);
}

/** The name of a field within its group: of a part its own, of a translated text its language, of any other field its id. */
export function nameInGroup(field: Member): string {
  return isTranslated(field) ? field.language : (splitId(field.id).at(-1) ?? '');
}

/** The id under which texts name a field: of a translated field with the language that it is in, of any other its own. */
export function spokenId(field: Member): string {
  return isTranslated(field) ? partId(field.id, field.language) : field.id;
}

/** Whether it is a translated field itself, which holds the text in the source language. */
export function isTranslated<F extends Member>(field: F): field is F & { readonly language: string } {
  return field.language !== null && field.language !== undefined && objectOf(field.id) === null;
}

/** Whether it holds a translated text in a further language, beside the field itself. */
export function isTranslation(field: Member): boolean {
  return field.language !== null && field.language !== undefined && objectOf(field.id) !== null;
}

/** The field with the text in this language; null where the field itself has it, or is not translated. */
export function fieldIn<F extends Member>(
  fields: Readonly<Record<string, F>>,
  field: Member,
  language: string | null | undefined,
): F | null {
  if (!isTranslated(field) || language === null || language === undefined) return null;
  const id = partId(field.id, language);
  return Object.hasOwn(fields, id) ? (fields[id] ?? null) : null;
}

/** A translated field and its texts in the further languages; any other field alone. */
export function allLanguages<F extends Member>(fields: Readonly<Record<string, F>>, field: F): readonly F[] {
  if (!isTranslated(field)) return [field];
  return [field, ...Object.values(fields).filter(({ id }) => objectOf(id) === field.id)];
}

/** The fields in their order, parts by their objects and languages by their field. Whatever is of no group stands alone. */
export function grouped<F extends Member>(
  fields: readonly F[],
): readonly { readonly object: string | null; readonly fields: readonly F[] }[] {
  const groups: { readonly object: string | null; readonly fields: F[] }[] = [];
  for (const field of fields) {
    const object = groupOf(field);
    const group = object === null ? undefined : groups.find((one) => one.object === object);
    if (group) group.fields.push(field);
    else groups.push({ object, fields: [field] });
  }
  return groups;
}

/** The ids of the parts of each object among these fields. A translated field is no object: it has a value. */
export const partsOf: (fields: Readonly<Record<string, object>>) => ReadonlyMap<string, readonly string[]> =
  memoizedWeakly((fields) => {
    const ids = Object.keys(fields).filter((id) => objectOf(id) !== null && !Object.hasOwn(fields, objectOf(id) ?? ''));
    return Map.groupBy(ids, (id) => objectOf(id) ?? '');
  });

/** What stands inside of one member of JSON: the ids of the fields by their names in there, of each object and translated field. */
export type Groups = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The objects and the translated fields among these fields. */
export const groupsOf: (fields: Readonly<Record<string, Member>>) => Groups = memoizedWeakly((fields) => {
  const members = Object.values(fields).filter((field) => groupOf(field) !== null);
  const byGroup = Map.groupBy(members, (field) => groupOf(field) ?? '');
  return new Map([...byGroup].map(([id, own]) => [id, new Map(own.map((field) => [nameInGroup(field), field.id]))]));
});

/** Whether there is an object or a translated field among these fields, or among those of their lines. */
export const haveGroups: (fields: Fields) => boolean = memoizedWeakly(
  (fields) =>
    groupsOf(fields).size > 0 || Object.values(fields).some((field) => field.fields && haveGroups(field.fields)),
);

/** Whether any of these entities has an object or a translated field. */
export const haveObjects: (entities: Readonly<Record<string, { readonly fields: Fields }>>) => boolean = memoizedWeakly(
  (entities) => Object.values(entities).some(({ fields }) => haveGroups(fields)),
);

/** Whether any of these entities has a text in several languages. */
export const haveTranslations: (
  entities: Readonly<Record<string, { readonly fields: Readonly<Record<string, Member>> }>>,
) => boolean = memoizedWeakly((entities) =>
  Object.values(entities).some(({ fields }) => Object.values(fields).some(isTranslated)),
);

/**
 * The same values with the parts inside of their objects, `address.city` → `address: { city }`, and the texts of a translated
 * field by their languages: `name`, `name.ja` → `name: { en, ja }`, where `source` is the source language.
 */
export function nested(values: Values, source: string): Readonly<Record<string, Wire>> {
  const found: Record<string, Wire> = {};
  for (const [id, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const [object = '', part] = splitId(id);
    if (part === undefined) {
      found[id] = Object.hasOwn(found, id) ? within(found[id], source, value) : value;
    } else found[object] = within(withSource(found[object], source), part, value);
  }
  return found;
}

/** The same, in lines too. */
export function nestedInLines(values: Values, source: string): Readonly<Record<string, Wire>> {
  const line = (item: Wire): Wire => (isMap(item) ? nested(item, source) : item);
  const entries = Object.entries(nested(values, source));
  return Object.fromEntries(entries.map(([id, value]) => [id, isList(value) ? value.map(line) : value]));
}

/** What stands in the place of an object so far; a text there is that of the source language. */
function withSource(own: Wire | undefined, source: string): Wire | undefined {
  return own === undefined || isMap(own) ? own : { [source]: own };
}

function within(own: Wire | undefined, name: string, value: Wire): Wire {
  return { ...(isMap(own) ? own : {}), [name]: value };
}

/**
 * The same values with each part and each language under its own id; the opposite of `nestedInLines`. A blank object is one with
 * blank parts. A text in the place of a translated field is that of the source language. What is no object stays where it is.
 * The same holds in lines.
 */
export function flat(values: Values, fields: Fields): Readonly<Record<string, Wire>> {
  const groups = groupsOf(fields);
  const members = Object.entries(values).flatMap(([id, whole]): readonly (readonly [string, Wire])[] => {
    const own = groups.get(id);
    if (whole === undefined) return [];
    const lines = Object.hasOwn(fields, id) ? fields[id]?.fields : undefined;
    const value = lines && isList(whole) ? whole.map((line) => (isMap(line) ? flat(line, lines) : line)) : whole;
    if (own !== undefined && value === null) return [...own.values()].map((part) => [part, null]);
    return own !== undefined && isMap(value) ? membersIn(id, value, own) : [[id, value]];
  });
  return Object.fromEntries(members);
}

function membersIn(
  object: string,
  values: object,
  own: ReadonlyMap<string, string>,
): readonly (readonly [string, Wire])[] {
  const members: readonly (readonly [string, Wire | undefined])[] = Object.entries(values);
  return members.flatMap(([name, value]) =>
    value === undefined ? [] : [[own.get(name) ?? partId(object, name), value] as const],
  );
}

/**
 * A value of an answer with the parts of its objects and the languages of its texts, and those of the records in it, inside of
 * them. An object whose parts are all blank is null.
 */
export function answered(value: Wire | undefined, source: string): Wire {
  if (value === undefined) return null;
  if (isList(value)) return value.map((item) => answered(item, source));
  if (!isMap(value)) return value;
  const whole = Object.keys(value).some((id) => objectOf(id) !== null) ? nested(value, source) : value;
  const members = Object.entries(whole).flatMap(([id, inner]): readonly (readonly [string, Wire])[] => {
    if (inner === undefined) return [];
    const isObject = whole !== value && inner !== memberOf(value, id);
    return [[id, isObject && isBlankObject(inner) ? null : answered(inner, source)]];
  });
  return Object.fromEntries(members);
}

function isBlankObject(object: Wire): boolean {
  return isMap(object) && Object.values(object).every((part) => part === null || part === false);
}
