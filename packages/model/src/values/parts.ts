import type { Wire } from '../wire/answers.ts';
import { memoizedWeakly } from './memo.ts';
import { isList, isMap, memberOf } from './value.ts';

// An object is a group of fields. Each of its parts is a field of the record by itself, whose id holds the names of both:
// `address.city`. A part that is a group itself has a name more: `address.holder.team`, `address.street.ja`. In JSON the parts
// stand inside of the object.

type Values = Readonly<Record<string, Wire | undefined>>;

/** The id of a part: `address`, `city` → `address.city`. */
export function partId(object: string, part: string): string {
  return `${object}.${part}`;
}

/** The outermost group that a field is a part of; null for every other field, and for the list of who fired a transition (`did.approve`). */
export function objectOf(field: string): string | null {
  const at = field.indexOf('.');
  return at === -1 || field.startsWith(DID) ? null : field.slice(0, at);
}

const DID = 'did.';

/** The names that an id consists of: of a part those of its groups and its own, of any other field its id. */
export function splitId(field: string): readonly string[] {
  return objectOf(field) === null ? [field] : field.split('.');
}

const NO_GROUPS: readonly string[] = [];

/** Every group that a field is a part of, the outermost first: `address`, `address.holder`. */
export function groupsAbove(field: string): readonly string[] {
  if (!field.includes('.')) return NO_GROUPS;
  const names = splitId(field);
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('.'));
}

/** The group that a field is a part of itself: of `address.holder.team` it is `address.holder`; null for every other field. */
export function parentOf(field: string): string | null {
  return groupsAbove(field).at(-1) ?? null;
}

/** The last name of an id: of a part its own, of any other field its id. */
export function ownName(field: string): string {
  return splitId(field).at(-1) ?? field;
}

/** What is asked of a field to know what it belongs to. */
interface Member {
  readonly id: string;
  readonly language?: string | null;
  readonly translates?: string;
  /** Of lines the fields of each. */
  readonly fields?: Fields;
}

type Fields = Readonly<Record<string, Member>>;

/** Whether a field is a part of this group, or of one in it, or holds the text of this translated field in some language. */
export function isWithin(field: Member, group: string): boolean {
  return groupsAbove(spokenId(field)).includes(group);
}

/** The name of a field within its group: of a part its own, of a translated text its language, of any other field its id. */
export function nameInGroup(field: Member): string {
  return ownName(spokenId(field));
}

/** The id under which texts name a field: of a translated field with the language that it is in, of any other its own. */
export function spokenId(field: Member): string {
  return isTranslated(field) ? partId(field.id, field.language) : field.id;
}

/** Whether it is a translated field itself, which holds the text in the source language. */
export function isTranslated<F extends Member>(field: F): field is F & { readonly language: string } {
  return field.language !== null && field.language !== undefined && field.translates === undefined;
}

/** Whether it holds a translated text in a further language, beside the field itself. */
export function isTranslation(field: Member): boolean {
  return field.translates !== undefined;
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
  return [field, ...Object.values(fields).filter(({ translates }) => translates === field.id)];
}

/** Fields of one group; `object` is null where they are in none. */
export interface FieldGroup<F> {
  readonly object: string | null;
  readonly fields: readonly F[];
}

/**
 * The fields in their order, parts by their objects and languages by their field. Whatever is of no group stands alone. Those of
 * one group, `above`, stand by the groups inside of it.
 */
export function grouped<F extends Member>(fields: readonly F[], above: string | null = null): readonly FieldGroup<F>[] {
  const depth = above === null ? 0 : splitId(above).length;
  const groups: { readonly object: string | null; readonly fields: F[] }[] = [];
  for (const field of fields) {
    const object = groupsAbove(spokenId(field))[depth] ?? null;
    const group = object === null ? undefined : groups.find((one) => one.object === object);
    if (group) group.fields.push(field);
    else groups.push({ object, fields: [field] });
  }
  return groups;
}

/** The ids of the fields in each object among these fields, and in each group inside of one. A translated field is no object: it has a value. */
export const partsOf: (fields: Readonly<Record<string, object>>) => ReadonlyMap<string, readonly string[]> =
  memoizedWeakly((fields) => {
    const parts = new Map<string, string[]>();
    for (const id of Object.keys(fields))
      for (const object of groupsAbove(id))
        if (!Object.hasOwn(fields, object)) parts.set(object, [...(parts.get(object) ?? []), id]);
    return parts;
  });

/** What stands inside of one member of JSON, by the names in there: the id of a field, or what stands inside of a group. */
type Members = ReadonlyMap<string, string | Members>;

/** The objects and the translated fields among these fields, by their names. */
const groupsOf: (fields: Fields) => ReadonlyMap<string, Members> = memoizedWeakly((fields) => {
  const found = grouped(Object.values(fields)).flatMap(({ object, fields: own }) =>
    object === null ? [] : [[object, membersOf(own, object)] as const],
  );
  return new Map(found);
});

function membersOf(fields: readonly Member[], above: string): Members {
  return new Map(
    grouped(fields, above).flatMap(({ object, fields: own }): readonly (readonly [string, string | Members])[] =>
      object === null
        ? own.map((field) => [nameInGroup(field), field.id])
        : [[ownName(object), membersOf(own, object)]],
    ),
  );
}

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
    const [first = '', ...below] = splitId(id);
    found[first] = withMember(Object.hasOwn(found, first) ? found[first] : undefined, below, value, source);
  }
  return found;
}

/** What stands at a place once a value is put in below it, under these names. A text that stands there is that of the source language. */
function withMember(own: Wire | undefined, [name, ...below]: readonly string[], value: Wire, source: string): Wire {
  if (name === undefined) return own === undefined ? value : { ...(isMap(own) ? own : {}), [source]: value };
  const members = own === undefined ? {} : isMap(own) ? own : { [source]: own };
  return { ...members, [name]: withMember(memberOf(members, name), below, value, source) };
}

/** The same, in lines too. */
export function nestedInLines(values: Values, source: string): Readonly<Record<string, Wire>> {
  const line = (item: Wire): Wire => (isMap(item) ? nested(item, source) : item);
  const entries = Object.entries(nested(values, source));
  return Object.fromEntries(entries.map(([id, value]) => [id, isList(value) ? value.map(line) : value]));
}

type Flat = readonly (readonly [id: string, value: Wire])[];

/**
 * The same values with each part and each language under its own id; the opposite of `nestedInLines`. A blank object is one with
 * blank parts. A text in the place of a translated field is that of the source language. What is no object stays where it is.
 * The same holds in lines.
 */
export function flat(values: Values, fields: Fields): Readonly<Record<string, Wire>> {
  const groups = groupsOf(fields);
  const members = Object.entries(values).flatMap(([id, whole]): Flat => {
    if (whole === undefined) return [];
    const lines = Object.hasOwn(fields, id) ? fields[id]?.fields : undefined;
    const value = lines && isList(whole) ? whole.map((line) => (isMap(line) ? flat(line, lines) : line)) : whole;
    return flatWithin(id, value, groups.get(id));
  });
  return Object.fromEntries(members);
}

/** The values in a member with this id; `own` is what may stand in it, where it is a group. */
function flatWithin(id: string, value: Wire, own: Members | undefined): Flat {
  if (own === undefined) return [[id, value]];
  if (value === null) return idsIn(own).map((part) => [part, null]);
  if (!isMap(value)) return [[id, value]];
  const members: readonly (readonly [string, Wire | undefined])[] = Object.entries(value);
  return members.flatMap(([name, inner]): Flat => {
    if (inner === undefined) return [];
    const at = own.get(name);
    if (typeof at === 'string') return [[at, inner]];
    // A name with a dot is one name, and no id.
    return flatWithin(partId(id, name.includes('.') ? JSON.stringify(name) : name), inner, at);
  });
}

function idsIn(own: Members): readonly string[] {
  return [...own.values()].flatMap((at) => (typeof at === 'string' ? [at] : idsIn(at)));
}

/**
 * A value of an answer with the parts of its objects and the languages of its texts, and those of the records in it, inside of
 * them. An object whose parts are all blank is null.
 */
export function answered(value: Wire | undefined, source: string): Wire {
  if (value === undefined) return null;
  if (isList(value)) return value.map((item) => answered(item, source));
  if (!isMap(value) || isPlainMap(value)) return value;
  const groups = new Set<string>();
  for (const name of Object.keys(value)) for (const group of groupsAbove(name)) groups.add(group);
  return answeredIn(groups.size === 0 ? value : nested(value, source), null, { groups, source });
}

/** Most maps of an answer are references: they have neither parts nor anything in them. */
function isPlainMap(members: Values): boolean {
  for (const name of Object.keys(members)) {
    const inner = members[name];
    if (inner === undefined || (inner !== null && typeof inner === 'object') || name.includes('.')) return false;
  }
  return true;
}

function answeredIn(
  members: Values,
  above: string | null,
  of: { readonly groups: ReadonlySet<string>; readonly source: string },
): Wire {
  const entries: [name: string, value: Wire][] = [];
  for (const name of Object.keys(members)) {
    const inner = members[name];
    if (inner !== undefined)
      entries.push([name, memberAnswered(inner, above === null ? name : partId(above, name), of)]);
  }
  return Object.fromEntries(entries);
}

function memberAnswered(inner: Wire, id: string, of: Parameters<typeof answeredIn>[2]): Wire {
  if (!of.groups.has(id) || !isMap(inner)) return answered(inner, of.source);
  const object = answeredIn(inner, id, of);
  return isBlankObject(object) ? null : object;
}

function isBlankObject(object: Wire): boolean {
  return isMap(object) && Object.values(object).every((part) => part === null || part === false);
}
