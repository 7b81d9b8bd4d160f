import {
  FIELD_TYPES,
  isTruth,
  type Expression,
  type Field,
  type FieldType,
  isLines,
  isReference,
  isSecret,
  partId,
  PLAIN_FIELD,
  type Type,
} from '@ninefold/model';
import type { Located, LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import {
  conditionOf,
  expressionOf,
  isWrittenAsExpression,
  type ExpressionPlace,
  type Variables,
} from '../reading/expressions.ts';
import { aboveOf, formerGroup, inputsOf, KEY_SETS, variablesIn, type FieldPlace } from '../field-types/field-place.ts';
import { currencyOf } from '../../expressions/schema/types.ts';
import { typeIn } from '../reading/field-type.ts';
import { noteDropped, noteWas, wasOf } from '../reading/former.ts';
import { referenceType } from '../field-types/reference.ts';
import { definitionOf, TYPE_KEYS } from '../field-types/registry.ts';
import { LONGEST_ID } from '../../expressions/schema/ids.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { boundLiteral, isCounted, literalOf } from './literals.ts';
import { LATER_TYPES } from '../kinds/later-types.ts';
import { OBJECT, WRITTEN_TYPES } from '../kinds/written-types.ts';
import { buildLineReference, hasLineTarget } from './line-references.ts';
import { buildObject } from './objects.ts';
import { buildTargets, hasTargets } from './targets.ts';
import { withLanguages } from './translations.ts';
import { OTHER_TYPE_NAMES } from '../kinds/other-names.ts';
import { NOT_YET_KEYS, NOT_YET_TYPES } from '../reading/not-yet.ts';
import {
  flagAt,
  get,
  isOpen,
  knownKeys,
  knownNames,
  mapOf,
  nameAt,
  namesAt,
  things,
  unknownWord,
  wordAt,
  type Name,
} from '../reading/read.ts';
import { own } from '../reading/tree.ts';

const USER: Variables = { user: { kind: 'record', entity: 'user' } };

/** The fields of a map, in written order. A field that cannot be built is reported and compiled as a text. */
export function buildFields(ctx: Context, map: LocatedMap | null, at: FieldPlace): Readonly<Record<string, Field>> {
  const fields: Record<string, Field> = {};
  for (const [id, { keySpot, value }] of things(map)) {
    if (!isId(ctx, 'field', { text: id, spot: keySpot })) continue;
    const place = {
      ...at,
      id: at.object ? partId(at.object.id, id) : id,
      textKey: `${at.textKey}.${id}`,
      ...(at.kind === 'input' ? { inputs: { ...at.inputs, ...fields } } : {}),
    };
    // The id of a part begins with the id of its object, and the whole of it names a column.
    if (place.id.length > LONGEST_ID) ctx.report('NF0107', keySpot, { name: place.id });
    ctx.spots.set(spotKey(place), keySpot);
    const node = value.kind === 'open' ? emptyMap(value.spot) : mapOf(ctx, value, meantField(value));
    if (node !== null && isObject(ctx, node, place)) Object.assign(fields, buildObject(ctx, node, place));
    else if (node !== null && hasTargets(node, place)) Object.assign(fields, buildTargets(ctx, node, place));
    else if (node !== null && hasLineTarget(node, place))
      Object.assign(fields, buildLineReference(ctx, node, place) ?? { [id]: brokenField(ctx, place, value) });
    else {
      const field = (node === null ? null : buildField(ctx, node, place)) ?? brokenField(ctx, place, value);
      for (const one of withLanguages(ctx, node, field, place)) fields[one.id] = one;
    }
  }
  return fields;
}

/** Whether a field is a group of fields. Where none may stand, it is refused as any other type is. */
function isObject(ctx: Context, map: LocatedMap, at: FieldPlace): boolean {
  return at.kind === 'entity' && nameAt(ctx, map, 'type')?.text === OBJECT;
}

/** A field that cannot be read keeps its names known, and fits everywhere: one mistake is one error. */
function brokenField(ctx: Context, place: FieldPlace, written: Located): Field {
  const field: Field = { ...PLAIN_FIELD, id: place.id, type: 'string', format: null, pattern: null };
  ctx.broken.add(spotKey(place)).add(field);
  ctx.broken.add(`inverse ${inverseIn(place, written) ?? `${place.entity}_by_${place.id}`}`);
  return field;
}

/**
 * The name of the other direction, also where the key stands among the fields by mistake, or where the value before it has
 * swallowed it, as in `to: asset; inverse: tickets`; null where none is written.
 */
function inverseIn({ id }: FieldPlace, written: Located): string | null {
  const inverse =
    written.kind === 'map' ? written.entries.get('inverse')?.value : id === 'inverse' ? written : undefined;
  if (inverse?.kind === 'scalar') return inverse.text;
  const { source, start, end } = written.spot;
  return /[;\s]inverse: ?([a-z_][a-z0-9_]*)/.exec(source.text.slice(start, end))?.[1] ?? null;
}

function emptyMap(spot: LocatedMap['spot']): LocatedMap {
  return { kind: 'map', entries: new Map(), spot };
}

/** Dotted place of a field: `ticket.subject`, `ticket.lines.qty`. */
function spotKey({ kind, entity, lines, id, textKey }: FieldPlace): string {
  if (kind === 'input') return textKey;
  return `field ${entity}.${lines === null ? '' : `${lines}.`}${id}`;
}

const ALL_TYPE_KEYS: readonly string[] = Object.values(TYPE_KEYS).flat();

/** The keys that say what values a field has. */
const SHAPING = ['type', 'to', 'options', 'fields'];

function isLost(map: LocatedMap, key: string): boolean {
  const value = map.entries.get(key)?.value;
  return value?.kind === 'open' && value.isLost === true;
}

function buildField(ctx: Context, map: LocatedMap, at: FieldPlace): Field | null {
  const type = typeOf(ctx, map, at);
  if (!map.entries.has('type')) knownKeys(ctx, map, [...KEYS[KEY_SETS[at.kind]], ...ALL_TYPE_KEYS], KEY_SETS[at.kind]);
  if (type === null || SHAPING.some((key) => isLost(map, key))) return null;
  const place = at.kind === 'line' ? { ...at, variables: variablesIn(at) } : at;
  const keys = KEY_SETS[at.kind];
  knownKeys(ctx, map, [...KEYS[keys], ...typeKeys(ctx, map, type, at)], keys);
  for (const key of ['label', 'hint', 'example']) inlineText(ctx, `${place.textKey}.${key}`, get(map, key));
  const specific = definitionOf(type).build(ctx, map, place);
  if (specific === null) {
    readConditions(ctx, map, place); // what is wrong in them is so whatever the field is
    return null;
  }
  checkNames(ctx, map, place);
  const flags = readFlags(ctx, map, type);
  const former = formerIdOf(ctx, place, map);
  const bare = {
    id: place.id,
    ...former,
    type,
    language: null,
    ...flags,
    ...NO_EXPRESSIONS,
    ...specific,
  } as unknown as Field; // each builder gives the part of its type
  const later = laterType(ctx, map, place);
  if (later !== null) ctx.laterTypes.set(bare, later);
  const field = { ...bare, ...readExpressions(ctx, map, place, bare) };
  if (later !== null) for (const key of [field, spotKey(place).replace(/^field /, '')]) ctx.laterTypes.set(key, later);
  return field;
}

/** The type of a field in expressions, where the running version has another type for it. */
function laterType(ctx: Context, map: LocatedMap, { entity, id }: FieldPlace): Type | null {
  const written = nameAt(ctx, map, 'type')?.text ?? '';
  if (written === 'reference') return referenceType(ctx, map);
  return own(LATER_TYPES, written)?.type({ entity, id }) ?? null;
}

/** Names of other things: former ids, and names in keys that the running version does not read yet. */
function checkNames(ctx: Context, map: LocatedMap, place: FieldPlace): void {
  if (place.kind !== 'input') {
    const path = [...aboveOf(place), place.id];
    if (place.object) notePartWas(ctx, place, map);
    else noteWas(ctx, 'field', path, map);
    noteDropped(ctx, 'option', path, map);
  }
  const given = nameAt(ctx, map, 'given');
  if (given !== null) knownNames(ctx, 'NF0208', [given], ctx.names.transitions(place.entity));
  if (flagAt(ctx, map, 'discloses')) ctx.spots.set(`discloses ${place.entity}.${place.id}`, map.spot);
  checkAccepted(ctx, map);
}

/** What `checkNames` has noted of the former id of a field or a part. */
function formerIdOf(ctx: Context, place: FieldPlace, map: LocatedMap): Pick<Field, 'was'> {
  if (place.kind === 'input') return writtenFormerId(ctx, map);
  const was = wasOf(ctx, 'field', [...aboveOf(place), place.id]);
  return was === null ? {} : { was };
}

/** The former id as it is written, for a dialog that is open and in which an input is filled in. */
function writtenFormerId(ctx: Context, map: LocatedMap): Pick<Field, 'was'> {
  const name = nameAt(ctx, map, 'was');
  return name !== null && isId(ctx, 'field', name) ? { was: name.text } : {};
}

/** A part was another one where it had another id, or its object had. */
function notePartWas(ctx: Context, place: FieldPlace, map: LocatedMap): void {
  const own = nameAt(ctx, map, 'was');
  if (own !== null && !isId(ctx, 'field', own)) return;
  const former = formerGroup(place, own);
  if (former === null) return;
  const { text: was, spot } = former;
  ctx.former.renamed.push({ kind: 'field', path: [...aboveOf(place), place.id], was, spot });
}

/** A media type, or all subtypes of one: `application/pdf`, `image/*`. */
const MEDIA = /^(?:application|audio|font|image|model|text|video)\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/;

function checkAccepted(ctx: Context, map: LocatedMap): void {
  const seen = new Set<string>();
  for (const { text, spot } of namesAt(ctx, map, 'accept')) {
    if (!MEDIA.test(text) || seen.has(text)) ctx.report('NF0324', spot, { name: text });
    seen.add(text);
  }
}

/** The keys of the written type that run at this place. */
function typeKeys(ctx: Context, map: LocatedMap, type: FieldType, { kind }: FieldPlace): readonly string[] {
  const notYet: readonly string[] = kind === 'entity' ? [] : NOT_YET_KEYS[KEY_SETS[kind]];
  return writtenKeys(ctx, map, type).filter((key) => !notYet.includes(key));
}

/** The keys of the written type, also where the field is compiled as a `string`. */
function writtenKeys(ctx: Context, map: LocatedMap, type: FieldType): readonly string[] {
  if (isOpen(map, 'type')) return Object.values(TYPE_KEYS).flat();
  const written = nameAt(ctx, map, 'type')?.text ?? '';
  const later = own(LATER_TYPES, written);
  return later ? later.keys : [...(TYPE_KEYS[type] ?? []), ...(own(TYPE_KEYS, written) ?? [])];
}

/** The type of the field; `string` where the type, the target of a reference or the options of a choice are not shown. */
function typeOf(ctx: Context, map: LocatedMap, at: FieldPlace): FieldType | null {
  const name = nameAt(ctx, map, 'type');
  if (name === null) {
    if (isOpen(map, 'type') || map.entries.size === 0) return 'string';
    if (!map.entries.has('type')) ctx.report('NF0109', map.spot, { key: 'type' });
    return null;
  }
  if (NOT_YET_TYPES.includes(name.text)) ctx.report('NF0901', name.spot, { name: `type: ${name.text}` });
  const type = FIELD_TYPES.find((candidate) => candidate === name.text);
  if (type === undefined && name.text === OBJECT) {
    ctx.report('NF0312', name.spot, { name: OBJECT });
    return null;
  }
  if (type === undefined) {
    const later = own(LATER_TYPES, name.text);
    if (later) return at.kind === 'entity' || later.as !== 'lines' ? later.as : 'string'; // refused already
    unknownType(ctx, name);
    return null;
  }
  const { within, needs } = definitionOf(type);
  const isUndetermined = needs !== null && isOpen(map, needs);
  if (at.kind === 'entity' || at.isTarget === true || within[at.kind]) return isUndetermined ? 'string' : type;
  ctx.report('NF0312', name.spot, { name: type });
  return null;
}

/** A field that is written as its type alone, as it is meant. */
function meantField(written: Located): string {
  const word = written.kind === 'scalar' ? written.text.toLowerCase() : '';
  const type = own(OTHER_TYPE_NAMES, word) ?? word;
  return WRITTEN_TYPES.includes(type) ? `{ type: ${type} }` : '';
}

/** A word that another product has for a type is answered with what is written for it here. */
function unknownType(ctx: Context, name: Name): void {
  const types = [...WRITTEN_TYPES, ...NOT_YET_TYPES];
  const meant = own(OTHER_TYPE_NAMES, name.text.toLowerCase()) ?? null;
  if (meant === null) return unknownWord(ctx, name, types, WRITTEN_TYPES);
  const found = types.includes(meant) ? { nearest: meant } : { nearest: '', expected: meant };
  ctx.report('NF0110', name.spot, { name: name.text, words: WRITTEN_TYPES.join(', '), ...found });
}

function readFlags(ctx: Context, map: LocatedMap, type: FieldType): Record<string, boolean> {
  return {
    required: flagAt(ctx, map, 'required') && !isTruth(type),
    unique: flagAt(ctx, map, 'unique'),
    index: flagAt(ctx, map, 'index'),
    search: flagAt(ctx, map, 'search'),
    readOnly: flagAt(ctx, map, 'read_only'),
    immutable: flagAt(ctx, map, 'immutable'),
    noCopy: flagAt(ctx, map, 'no_copy'),
    closed: flagAt(ctx, map, 'closed'),
    sensitive: flagAt(ctx, map, 'sensitive'),
    editableWhenLocked: flagAt(ctx, map, 'editable_when_locked'),
    personal: flagAt(ctx, map, 'personal'),
  };
}

const NO_EXPRESSIONS = {
  sortBy: null,
  requiredWhen: null,
  visibleWhen: null,
  editableWhen: null,
  default: null,
  min: null,
  max: null,
  computed: null,
  copy: null,
} as const;

type Expressions = Pick<Field, keyof typeof NO_EXPRESSIONS>;

/** The conditions of a field, which do not depend on its type. */
function readConditions(
  ctx: Context,
  map: LocatedMap,
  place: FieldPlace,
): Pick<Expressions, 'requiredWhen' | 'visibleWhen' | 'editableWhen'> {
  const variables = { ...place.variables, ...creatingOf(place) };
  const input = inputsOf(place);
  const withUser = { variables: { ...variables, ...USER }, ...input };
  const before = { ...withUser, variables: { ...withUser.variables, ...beforeOf(place) } };
  return {
    requiredWhen: conditionOf(ctx, get(map, 'required_when'), withUser),
    visibleWhen: conditionOf(ctx, get(map, 'visible_when'), { variables, ...input }),
    editableWhen: conditionOf(ctx, get(map, 'editable_when'), before),
  };
}

/** `live` is decided once all fields are known (see `markLive`). */
function readExpressions(ctx: Context, map: LocatedMap, place: FieldPlace, field: Field): Expressions {
  const { variables } = place;
  const withUser = { variables: { ...variables, ...USER }, ...inputsOf(place) };
  const computed = expressionOf(ctx, get(map, 'computed'), { variables, ...expected(ctx, field) });
  const copy = expressionOf(ctx, get(map, 'copy'), { variables, ...expected(ctx, field) });
  const sortBy = nameAt(ctx, map, 'sort_by');
  for (const key of ['sort_by', 'min', 'default']) {
    const node = get(map, key);
    if (node !== null) ctx.spots.set(spotKey(place).replace(/^field/, key), node.spot);
  }
  return {
    sortBy: sortBy?.text ?? null,
    ...readConditions(ctx, map, place),
    default: defaultOf(ctx, map, withUser, field),
    min: boundOf(ctx, map, { key: 'min', place: withUser, field }),
    max: boundOf(ctx, map, { key: 'max', place: withUser, field }),
    computed: computed === null ? null : { expression: computed, live: false },
    copy: copy === null ? null : { expression: copy, ifBlank: wordAt(ctx, map, 'copy_if', ['blank']) === 'blank' },
  };
}

/** Whether the record is being made: of records and their lines, not of the form of a transition. */
function creatingOf({ kind }: FieldPlace): Variables {
  return kind === 'input' ? {} : { creating: { kind: 'boolean' } };
}

function beforeOf(place: FieldPlace): Variables {
  return place.kind === 'input' ? {} : { before: { kind: 'record', entity: place.entity } };
}

function expected(ctx: Context, field: Field): Pick<ExpressionPlace, 'expects' | 'of' | 'currency'> {
  if (isLines(field)) return {};
  const of = isReference(field) ? { of: field.to } : {};
  const type = typeIn(ctx, field);
  if (type.kind === 'null') return {};
  const currency = currencyOf(type);
  return { expects: type.kind, ...(type.kind === 'line' ? {} : of), ...(currency === null ? {} : { currency }) };
}

function defaultOf(ctx: Context, map: LocatedMap, place: ExpressionPlace, field: Field): Expression | null {
  const node = get(map, 'default');
  return node === null ? null : valueOf(ctx, node, place, field);
}

/** An expression that says only that there is no value. */
function isNothing(node: Located): boolean {
  return node.kind === 'scalar' && /^\s*=\s*null\s*$/.test(node.text);
}

/** A value for a field: a literal of its type or, after `=`, an expression. */
export function valueOf(ctx: Context, node: Located, place: ExpressionPlace, field: Field): Expression | null {
  if (ctx.broken.has(field)) return null;
  if (isSecret(field) && !isNothing(node)) {
    ctx.report('NF0329', node.spot, { name: field.id });
    return null;
  }
  return isWrittenAsExpression(node)
    ? expressionOf(ctx, node, { ...place, ...expected(ctx, field) })
    : literalOf(ctx, node, field);
}

function boundOf(
  ctx: Context,
  map: LocatedMap,
  { key, place, field }: { readonly key: 'min' | 'max'; readonly place: ExpressionPlace; readonly field: Field },
): Expression | null {
  const node = get(map, key);
  if (node === null) return null;
  if (!isWrittenAsExpression(node)) return boundLiteral(ctx, node, field);
  const own = expected(ctx, field);
  const isSize = isCounted(field.type) && own.expects !== 'duration';
  return expressionOf(ctx, node, { ...place, ...own, ...(isSize ? { expects: 'number' } : {}) });
}
