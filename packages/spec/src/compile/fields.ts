import { PLAIN_FIELD, type Expression, type Field, type FieldType, type Type } from '@ninefold/model';
import type { Located, LocatedMap } from '../load/located.ts';
import { inlineText, type Context } from './context.ts';
import {
  conditionOf,
  expressionOf,
  isWrittenAsExpression,
  type ExpressionPlace,
  type Variables,
} from './expressions.ts';
import type { FieldPlace } from './field-place.ts';
import { currencyOf } from '../expressions/types.ts';
import { typeIn } from './field-type.ts';
import { noteDropped, noteWas } from './former.ts';
import { referenceType, TYPE_BUILDERS } from './field-types.ts';
import { isId } from './ids.ts';
import { KEYS, TYPE_KEYS } from './keys.ts';
import { boundLiteral, COUNTED, literalOf } from './literals.ts';
import { LATER_TYPES } from './later-types.ts';
import { NOT_YET_TYPES } from './not-yet.ts';
import { flagAt, get, isOpen, knownKeys, knownNames, mapOf, nameAt, namesAt, things, unknown, wordAt } from './read.ts';
import { own } from './tree.ts';

const USER: Variables = { user: { kind: 'record', entity: 'user' } };

/** The fields of a map, in written order; those that cannot be built stay as texts (then reported). */
export function buildFields(ctx: Context, map: LocatedMap | null, at: FieldPlace): Readonly<Record<string, Field>> {
  const fields: Record<string, Field> = {};
  for (const [id, { keySpot, value }] of things(map)) {
    if (!isId(ctx, 'field', { text: id, spot: keySpot })) continue;
    const place = {
      ...at,
      id,
      textKey: `${at.textKey}.${id}`,
      ...(at.kind === 'input' ? { inputs: { ...fields } } : {}),
    };
    ctx.spots.set(spotKey(place), keySpot);
    const node = value.kind === 'open' ? emptyMap(value.spot) : mapOf(ctx, value);
    fields[id] = (node === null ? null : buildField(ctx, node, place)) ?? brokenField(ctx, place);
  }
  return fields;
}

/** A field that cannot be read keeps its name known, and fits everywhere: one mistake is one error. */
function brokenField(ctx: Context, place: FieldPlace): Field {
  const field: Field = { ...PLAIN_FIELD, id: place.id, type: 'string', format: null, pattern: null };
  ctx.broken.add(spotKey(place)).add(field);
  return field;
}

function emptyMap(spot: LocatedMap['spot']): LocatedMap {
  return { kind: 'map', entries: new Map(), spot };
}

/** Dotted place of a field: `ticket.subject`, `ticket.lines.qty`. */
function spotKey({ kind, entity, lines, id, textKey }: FieldPlace): string {
  if (kind === 'input') return textKey;
  return `field ${entity}.${lines === null ? '' : `${lines}.`}${id}`;
}

function buildField(ctx: Context, map: LocatedMap, at: FieldPlace): Field | null {
  const type = typeOf(ctx, map, at);
  if (type === null) return null;
  const place = at.kind === 'line' ? { ...at, variables: lineVariables(at) } : at;
  const keys = KEY_SETS[at.kind];
  knownKeys(ctx, map, [...KEYS[keys], ...typeKeys(ctx, map, type)], keys);
  for (const key of ['label', 'hint', 'example']) inlineText(ctx, `${place.textKey}.${key}`, get(map, key));
  const specific = TYPE_BUILDERS[type](ctx, map, place);
  if (specific === null) return null;
  checkNames(ctx, map, place);
  const flags = readFlags(ctx, map, type);
  const bare = { id: place.id, type, ...flags, ...NO_EXPRESSIONS, ...specific } as unknown as Field; // each builder gives the part of its type
  const later = laterType(ctx, map, place);
  if (later !== null) ctx.laterTypes.set(bare, later);
  const field = { ...bare, ...readExpressions(ctx, map, place, bare) };
  if (later !== null) for (const key of [field, spotKey(place).replace(/^field /, '')]) ctx.laterTypes.set(key, later);
  return field;
}

/** What a field is in an expression where the running version has another type for it. */
function laterType(ctx: Context, map: LocatedMap, { entity, id }: FieldPlace): Type | null {
  const written = nameAt(ctx, map, 'type')?.text ?? '';
  if (written === 'reference') return referenceType(ctx, map);
  return own(LATER_TYPES, written)?.type({ entity, id }) ?? null;
}

/** Names of other things: former ones, and those that keys of the running version do not read yet. */
function checkNames(ctx: Context, map: LocatedMap, place: FieldPlace): void {
  if (place.kind !== 'input') {
    const path = [place.entity, ...(place.lines === null ? [] : [place.lines]), place.id];
    noteWas(ctx, 'field', path, map);
    noteDropped(ctx, 'option', path, map);
  }
  const given = nameAt(ctx, map, 'given');
  if (given !== null) knownNames(ctx, 'NF0208', [given], ctx.names.transitions(place.entity));
  if (flagAt(ctx, map, 'discloses')) ctx.spots.set(`discloses ${place.entity}.${place.id}`, map.spot);
  checkAccepted(ctx, map);
}

/** A kind of media, or all of one type: `application/pdf`, `image/*`. */
const MEDIA = /^(?:application|audio|font|image|model|text|video)\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/;

function checkAccepted(ctx: Context, map: LocatedMap): void {
  const seen = new Set<string>();
  for (const { text, spot } of namesAt(ctx, map, 'accept')) {
    if (!MEDIA.test(text) || seen.has(text)) ctx.report('NF0324', spot, { name: text });
    seen.add(text);
  }
}

const KEY_SETS = { entity: 'field', line: 'lineField', input: 'inputField' } as const;

function lineVariables(at: FieldPlace): Variables {
  if (at.lines === null) return at.variables;
  return { ...at.variables, line: { kind: 'line', entity: at.entity, field: at.lines } satisfies Type };
}

const TYPES = Object.keys(TYPE_BUILDERS) as readonly FieldType[];
const NOT_IN_LINES: readonly string[] = ['lines', 'sequence', 'references', 'choices'];
const NOT_IN_INPUT: readonly string[] = ['lines', 'sequence', 'references'];

/** Keys of the type as written, also where it is taken for a `string` meanwhile. */
function typeKeys(ctx: Context, map: LocatedMap, type: FieldType): readonly string[] {
  if (isOpen(map, 'type')) return Object.values(TYPE_KEYS).flat();
  const written = nameAt(ctx, map, 'type')?.text ?? '';
  const later = own(LATER_TYPES, written);
  return later ? later.keys : [...(TYPE_KEYS[type] ?? []), ...(own(TYPE_KEYS, written) ?? [])];
}

/** Its type; `string` where that, the target of a reference or the options of a choice are not shown. */
function typeOf(ctx: Context, map: LocatedMap, at: FieldPlace): FieldType | null {
  const name = nameAt(ctx, map, 'type');
  if (name === null) {
    if (!isOpen(map, 'type') && map.entries.size > 0) ctx.report('NF0109', map.spot, { key: 'type' });
    return 'string';
  }
  if (NOT_YET_TYPES.includes(name.text)) ctx.report('NF0901', name.spot, { name: `type: ${name.text}` });
  const type = TYPES.find((candidate) => candidate === name.text);
  if (type === undefined) {
    const later = own(LATER_TYPES, name.text);
    if (later) return at.kind === 'entity' || later.as !== 'lines' ? later.as : 'string'; // refused already
    unknownType(ctx, name);
    return null;
  }
  const refused = at.kind === 'line' ? NOT_IN_LINES : at.kind === 'input' ? NOT_IN_INPUT : [];
  const isUndetermined = (type === 'reference' && isOpen(map, 'to')) || (type === 'choice' && isOpen(map, 'options'));
  if (!refused.includes(type)) return isUndetermined ? 'string' : type;
  ctx.report('NF0312', name.spot, { name: type });
  return null;
}

function unknownType(ctx: Context, name: { readonly text: string; readonly spot: LocatedMap['spot'] }): void {
  unknown(ctx, 'NF0110', name, [...TYPES, ...NOT_YET_TYPES]);
}

function readFlags(ctx: Context, map: LocatedMap, type: FieldType): Record<string, boolean> {
  return {
    required: flagAt(ctx, map, 'required') && type !== 'boolean',
    unique: flagAt(ctx, map, 'unique'),
    index: flagAt(ctx, map, 'index'),
    search: flagAt(ctx, map, 'search'),
    readOnly: flagAt(ctx, map, 'read_only'),
    immutable: flagAt(ctx, map, 'immutable'),
    noCopy: flagAt(ctx, map, 'no_copy'),
    closed: flagAt(ctx, map, 'closed'),
    sensitive: flagAt(ctx, map, 'sensitive'),
    editableWhenLocked: flagAt(ctx, map, 'editable_when_locked'),
    translated: flagAt(ctx, map, 'translated'),
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

/** `live` is decided once all fields are known (see `markLive`). */
function readExpressions(ctx: Context, map: LocatedMap, place: FieldPlace, field: Field): Expressions {
  const { variables } = place;
  const input = place.inputs ? { input: place.inputs } : {};
  const withUser = { variables: { ...variables, ...USER }, ...input };
  const before = { ...withUser, variables: { ...withUser.variables, ...beforeOf(place) } };
  const computed = expressionOf(ctx, get(map, 'computed'), { variables, ...expected(ctx, field) });
  const copy = expressionOf(ctx, get(map, 'copy'), { variables, ...expected(ctx, field) });
  const sortBy = nameAt(ctx, map, 'sort_by');
  for (const key of ['sort_by', 'min', 'default']) {
    const node = get(map, key);
    if (node !== null) ctx.spots.set(spotKey(place).replace(/^field/, key), node.spot);
  }
  return {
    sortBy: sortBy?.text ?? null,
    requiredWhen: conditionOf(ctx, get(map, 'required_when'), withUser),
    visibleWhen: conditionOf(ctx, get(map, 'visible_when'), { variables, ...input }),
    editableWhen: conditionOf(ctx, get(map, 'editable_when'), before),
    default: defaultOf(ctx, map, withUser, field),
    min: boundOf(ctx, map, 'min', withUser, field),
    max: boundOf(ctx, map, 'max', withUser, field),
    computed: computed === null ? null : { expression: computed, live: false },
    copy: copy === null ? null : { expression: copy, ifBlank: wordAt(ctx, map, 'copy_if', ['blank']) === 'blank' },
  };
}

function beforeOf(place: FieldPlace): Variables {
  return place.kind === 'entity' ? { before: { kind: 'record', entity: place.entity } } : {};
}

function expected(ctx: Context, field: Field): Pick<ExpressionPlace, 'expects' | 'of' | 'currency'> {
  if (field.type === 'lines') return {};
  const of = field.type === 'reference' || field.type === 'references' ? { of: field.to } : {};
  const type = typeIn(ctx, field);
  if (type.kind === 'null') return {};
  const currency = currencyOf(type);
  return { expects: type.kind, ...(type.kind === 'line' ? {} : of), ...(currency === null ? {} : { currency }) };
}

function defaultOf(ctx: Context, map: LocatedMap, place: ExpressionPlace, field: Field): Expression | null {
  const node = get(map, 'default');
  return node === null ? null : valueOf(ctx, node, place, field);
}

/** A value for a field: a literal of its type or, after `=`, an expression. */
export function valueOf(ctx: Context, node: Located, place: ExpressionPlace, field: Field): Expression | null {
  if (ctx.broken.has(field)) return null;
  return isWrittenAsExpression(node)
    ? expressionOf(ctx, node, { ...place, ...expected(ctx, field) })
    : literalOf(ctx, node, field);
}

function boundOf(
  ctx: Context,
  map: LocatedMap,
  key: 'min' | 'max',
  place: ExpressionPlace,
  field: Field,
): Expression | null {
  const node = get(map, key);
  if (node === null) return null;
  if (!isWrittenAsExpression(node)) return boundLiteral(ctx, node, field);
  const own = expected(ctx, field);
  const isCounted = COUNTED.has(field.type) && own.expects !== 'duration';
  return expressionOf(ctx, node, { ...place, ...own, ...(isCounted ? { expects: 'number' } : {}) });
}
