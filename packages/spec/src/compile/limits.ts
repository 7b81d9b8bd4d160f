import {
  fieldOfLimit,
  hasOptions,
  isListLimit,
  judgeLimit,
  PLAIN_LIMIT,
  readValue as readValueOf,
  RUNTIME_LIMITS,
  type Field,
  type LimitEntry,
  type LimitHeld,
  type LimitScalar,
  type LimitType,
  type LimitValues,
} from '@ninefold/model';
import type { Located, LocatedMap, LocatedScalar } from '../located.ts';
import { inlineText, type Context } from './reading/context.ts';
import { noteWas } from './reading/former.ts';
import { isId } from './reading/ids.ts';
import { KEYS } from './reading/keys.ts';
import { meantInstead } from './reading/meant-value.ts';
import {
  get,
  knownKeys,
  knownNames,
  mapOf,
  nameAt,
  namesAt,
  required,
  things,
  unknown,
  wholeAt,
  wordAt,
} from './reading/read.ts';
import { readOptions } from './field-types/options.ts';
import type { FieldPlace } from './field-types/field-place.ts';
import { definitionOf } from './field-types/registry.ts';
import { STRING_FORMATS } from './field-types/string.ts';
import { ALL_LIMIT_TYPES, isOfOtherLimits, LIMIT_TYPES, LIMITS, type LimitKey } from './kinds/limit-types.ts';

type OptionsOf = FieldPlace['optionsOf'];

/** Point 9: the written limits, and the limits of the runtime, whose values a specification may override. */
export function compileLimits(
  ctx: Context,
  map: LocatedMap | null,
  optionsOf: OptionsOf,
): Readonly<Record<string, LimitEntry>> {
  const limits: Record<string, LimitEntry> = {};
  for (const [id, { keySpot, value }] of things(map)) {
    if (!isId(ctx, 'limit', { text: id, spot: keySpot })) continue;
    ctx.spots.set(`limit ${id}`, keySpot);
    const limit = Object.hasOwn(RUNTIME_LIMITS, id) ? overridden(ctx, id, value) : written(ctx, id, value, optionsOf);
    if (limit !== null) limits[id] = limit;
    else ctx.broken.add(`limit ${id}`);
  }
  return { ...limits, ...withoutOverridden(limits) };
}

function withoutOverridden(limits: Readonly<Record<string, LimitEntry>>): Readonly<Record<string, LimitEntry>> {
  return Object.fromEntries(Object.entries(RUNTIME_LIMITS).filter(([id]) => !Object.hasOwn(limits, id)));
}

/** A limit of the runtime has one id for ever, and is read when a server starts. */
const OVERRIDING_KEYS = KEYS.limit.filter((key) => key !== 'was' && key !== 'editable_by');

/** `toast_ms: 8000`, or the long form with `value`. */
function overridden(ctx: Context, id: string, node: Located): LimitEntry | null {
  const runtime = RUNTIME_LIMITS[id];
  if (runtime === undefined || node.kind === 'open') return null;
  if (node.kind === 'map') knownKeys(ctx, node, OVERRIDING_KEYS, 'limit');
  const value = node.kind === 'map' ? get(node, 'value') : node;
  if (value === null) {
    ctx.report('NF0109', node.spot, { key: 'value' });
    return null;
  }
  const read = valueOf(ctx, value, runtime);
  if (typeof read === 'number' && read < 0) ctx.report('NF1004', value.spot, { name: id });
  return read === null ? null : { ...runtime, value: read, overridden: true };
}

function written(ctx: Context, id: string, node: Located, optionsOf: OptionsOf): LimitEntry | null {
  const common = { ...PLAIN_LIMIT, id };
  if (node.kind === 'open') return { ...common, type: 'string' };
  if (node.kind !== 'map') {
    ctx.report('NF0102', node.spot);
    return null;
  }
  const type = typeAt(ctx, node);
  checkKeys(ctx, node, type);
  noteWas(ctx, 'limit', [id], node);
  inlineText(ctx, `limits.${id}.note`, get(node, 'note'));
  inlineText(ctx, `limits.${id}.label`, get(node, 'label'));
  const values = type === null ? null : kindOf(ctx, id, node, { type, optionsOf });
  if (values === null) return null;
  const limit = { ...common, ...values, ...boundsOf(ctx, node, values) };
  const value = get(node, 'value');
  if (value === null && !node.entries.has('value') && !node.entries.has('values'))
    ctx.report('NF0109', node.spot, { key: 'value' });
  if (value !== null && node.entries.has('values'))
    ctx.report('NF0112', value.spot, { first: 'values', second: 'value' });
  const editableBy = knownNames(ctx, 'NF0203', namesAt(ctx, node, 'editable_by'), ctx.names.roles);
  const dated = datedOf(ctx, node, limit);
  const isLate = dated.length > 0 && (editableBy.length > 0 || limit.to !== null);
  return {
    ...limit,
    ...(value === null ? {} : heldBy(ctx, value, limit)),
    ...{ dated, editableBy, most: isLate ? Math.max(MOST_DAYS, dated.length) : 0 },
  };
}

/** How many days a limit may have values from whose days are set while the application runs. */
const MOST_DAYS = 24;

/** What its values are within, and the form of a text. */
function boundsOf(ctx: Context, map: LocatedMap, kind: LimitValues): Pick<LimitEntry, 'min' | 'max' | 'format'> {
  const bound = (key: 'min' | 'max'): LimitScalar | null => {
    const node = LIMITS[kind.type].keys.includes(key) ? get(map, key) : null;
    return node === null ? null : valueOf(ctx, node, LENGTHS[kind.type] ?? kind);
  };
  const hasFormat = LIMITS[kind.type].keys.includes('format');
  return {
    ...{ min: bound('min'), max: bound('max') },
    format: (hasFormat ? wordAt(ctx, map, 'format', STRING_FORMATS) : null) ?? null,
  };
}

/** What a written value is: of a reference the record as it is written, which the server finds. */
function heldBy(ctx: Context, node: Located, limit: Placed): Pick<LimitEntry, 'value' | 'named'> {
  if (limit.to !== null) return { value: null, named: node.kind === 'open' ? null : namedBy(ctx, node) };
  const value = isListLimit(limit) ? listOf(ctx, node, limit) : valueOf(ctx, node, limit);
  check(ctx, node, limit, value);
  return { value, named: null };
}

type Placed = Omit<LimitEntry, 'value' | 'dated' | 'editableBy' | 'most'>;

/** Holds a value to the bounds and the form of its limit. */
function check(ctx: Context, { spot }: Located, limit: Placed, value: LimitHeld): void {
  if (value === null) return;
  const place = { limits: {}, timeZone: 'UTC', currency: ctx.names.currency };
  const { problems } = judgeLimit({ ...limit, ...PLAIN_HELD }, { value }, place);
  const [problem] = problems;
  if (problem === undefined || problem.code === 'bad_option') return;
  if (problem.code.startsWith('too_')) ctx.report('NF1004', spot, { name: limit.id });
  else ctx.report('NF0301', spot, { type: limit.format ?? limit.type, form: 'value' });
}

const PLAIN_HELD = { value: null, dated: [], editableBy: [], most: 0 } as const;

/** The length of a text is a whole number. */
const LENGTH: LimitValues = { ...PLAIN_LIMIT, type: 'integer' };
const LENGTHS: Readonly<Partial<Record<LimitType, LimitValues>>> = { string: LENGTH, text: LENGTH };

/** The record that a limit names. Which one it is, the server finds out. */
function namedBy(ctx: Context, node: Located): string | null {
  if (node.kind === 'scalar') return node.text.normalize('NFC').trim();
  ctx.report('NF0301', node.spot, { type: 'reference', form: 'value' });
  return null;
}

/** A key of limits of other types says nothing here. */
function checkKeys(ctx: Context, map: LocatedMap, type: LimitType | null): void {
  const allowed = KEYS.limit.filter((key) => type === null || !isOfOtherLimits(key, type));
  knownKeys(ctx, map, allowed, 'limit');
}

/** What the values of a limit are; null where its options or its target are wrong (then reported). */
function kindOf(
  ctx: Context,
  id: string,
  map: LocatedMap,
  { type, optionsOf }: { readonly type: LimitType; readonly optionsOf: OptionsOf },
): LimitValues | null {
  const has = (key: LimitKey): boolean => LIMITS[type].keys.includes(key);
  const name = has('to') ? nameAt(ctx, map, 'to') : null;
  const [to = null] = name === null ? [] : knownNames(ctx, 'NF0201', [name], ctx.names.entities);
  if (has('to') && name === null) required(ctx, map, 'to');
  const place = { kind: 'input', entity: '', lines: null, id, textKey: `limits.${id}`, optionsOf } as const;
  const options = has('options') ? (readOptions(ctx, map, place)?.options ?? null) : [];
  const scale = has('scale') && get(map, 'scale') !== null ? wholeAt(ctx, map, SCALE) : null;
  const written = map.entries.get('to')?.value;
  const isLeftOpen = written?.kind === 'open' && written.isLost !== true;
  const isKnown = options !== null && (!has('to') || to !== null || isLeftOpen);
  return isKnown ? { type, to, options, scale } : null;
}

const SCALE = { key: 'scale', bounds: [0, 10], otherwise: 10 } as const;

function typeAt(ctx: Context, map: LocatedMap): LimitType | null {
  const name = nameAt(ctx, map, 'type');
  if (name === null) {
    const entry = map.entries.get('type')?.value;
    if (entry) return entry.kind === 'open' && entry.isLost !== true ? 'string' : null;
    ctx.report('NF0109', map.spot, { key: 'type' });
    return null;
  }
  const type = ALL_LIMIT_TYPES.find((candidate) => candidate === name.text);
  if (type === undefined) unknown(ctx, 'NF0110', name, LIMIT_TYPES);
  else if (LIMITS[type].later) ctx.report('NF0901', name.spot, { name: `type: ${name.text}` });
  return type ?? null;
}

/** Values from a day on. The days must ascend, so that one value holds on each day. */
function datedOf(ctx: Context, map: LocatedMap, limit: Placed): LimitEntry['dated'] {
  const node = get(map, 'values');
  if (node === null || node.kind === 'open') return [];
  if (node.kind === 'list' && node.items.length === 0) ctx.report('NF0109', node.spot, { key: 'value' });
  if (node.kind !== 'list') {
    ctx.report('NF0117', node.spot);
    return [];
  }
  let before = '';
  return node.items.flatMap((item) => {
    const entry = mapOf(ctx, item);
    if (entry === null) return [];
    knownKeys(ctx, entry, KEYS.dated, 'dated');
    const from = required(ctx, entry, 'from') ? get(entry, 'from') : null;
    const day = from === null ? null : valueOf(ctx, from, DAY);
    const value = required(ctx, entry, 'value') ? get(entry, 'value') : null;
    const held = value === null ? null : heldBy(ctx, value, limit);
    if (from === null || held === null || typeof day !== 'string') return [];
    if (held.value === null && held.named === null) return [];
    if (day <= before) ctx.report('NF1006', from.spot, { name: day });
    before = day;
    return [{ from: day, value: held.value, ...(held.named === null ? {} : { named: held.named }) }];
  });
}

type Value = LimitScalar;

const DAY: LimitValues = { ...PLAIN_LIMIT, type: 'date' };

/** Several values, each once; null where it is no list (then reported). One value alone is a list of one. */
function listOf(ctx: Context, node: Located, kind: LimitValues): readonly string[] | null {
  if (node.kind === 'open') return null;
  const items = node.kind === 'list' ? node.items : [node];
  const values = items.flatMap((item) => {
    const value = valueOf(ctx, item, kind);
    return typeof value === 'string' ? [value] : [];
  });
  return [...new Set(values)].toSorted();
}

/** In wire form: decimals are text. */
function valueOf(ctx: Context, node: Located, kind: LimitValues): Value | null {
  const field = fieldOfLimit({ ...kind, id: '' }, ctx.names.currency);
  if (hasOptions(field) && node.kind === 'scalar') return optionOf(ctx, node, field.options);
  const value = node.kind === 'scalar' ? readValue(node, field) : null;
  const meant = node.kind === 'scalar' ? meantInstead(node, field, 'value') : {};
  if (value === null) ctx.report('NF0301', node.spot, { type: kind.type, form: 'value', ...meant });
  return value;
}

/** While the options are not shown, the value may be anything. */
function optionOf(ctx: Context, node: LocatedScalar, options: readonly string[]): string | null {
  if (options.length === 0 || options.includes(node.text)) return node.text;
  unknown(ctx, 'NF0302', node, options);
  return null;
}

function readValue({ text, plain }: LocatedScalar, field: Field): Value | null {
  if (definitionOf(field.type).bare && !plain) return null;
  const value = readValueOf(field, text) ?? null;
  if (typeof value === 'string' && 'scale' in field) return decimalOf(text, value, field.scale);
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Where a limit may have as many decimals as a number can have, it keeps those that were written. */
const MOST_DECIMALS = 10;

/** A number with the decimals of its limit; null where more of them were written. */
function decimalOf(written: string, value: string, scale: number): string | null {
  if (scale === MOST_DECIMALS) return value.replace(/\.?0+$/, '');
  const decimals = written.trim().split('.')[1]?.replace(/0+$/, '') ?? '';
  return decimals.length > scale ? null : value;
}
