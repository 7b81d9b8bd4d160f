import {
  type Effect,
  type EffectKind,
  type EffectValue,
  type Expression,
  type Field,
  type FieldValue,
  isDrawn,
  isLines,
  type NotifyBy,
} from '@ninefold/model';
import type { Located, LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import type { Shapes } from '../entities/entities.ts';
import { expressionOf, type ExpressionPlace } from '../reading/expressions.ts';
import { valueOf } from '../entities/fields.ts';
import { KEYS } from '../reading/keys.ts';
import { outRequest } from './out-requests.ts';
import {
  get,
  knownKeys,
  mapOf,
  mapsAt,
  nameAt,
  namesAt,
  required,
  things,
  unknown,
  type Name,
} from '../reading/read.ts';
import { own } from '../reading/tree.ts';

/** Where effects are written: their entity, and the names that their expressions may use. */
export interface EffectsPlace {
  readonly entity: string;
  readonly shapes: Shapes;
  readonly place: ExpressionPlace;
  /** Key of the texts of the transition or reaction. */
  readonly textKey: string;
}

type ReadEffects = (ctx: Context, map: LocatedMap, at: EffectsPlace) => readonly Effect[];

/** How each kind of effect is read from the key of its name. */
const EFFECTS: Readonly<Record<EffectKind, ReadEffects>> = {
  create: (ctx, map, at) => mapsAt(ctx, map, 'create').flatMap((each) => createsOf(ctx, each, at)),
  fire: (ctx, map, at) => mapsAt(ctx, map, 'fire').flatMap((each) => fireOf(ctx, each, at) ?? []),
  notify: (ctx, map, at) =>
    mapsAt(ctx, map, 'notify').flatMap(
      (each, index) => notifyOf(ctx, each, { ...at, textKey: textOf(at, index) }) ?? [],
    ),
  call: (ctx, map, at) => namesAt(ctx, map, 'call').flatMap((name) => callOf(ctx, name, at)),
};

/** The kinds of effects, by the keys that say them. */
export const EFFECT_KINDS = Object.keys(EFFECTS) as readonly EffectKind[]; // the keys of the table

/** The effects of a transition or reaction, in the written order of their keys and of the lists under them. */
export function effectsOf(ctx: Context, map: LocatedMap, at: EffectsPlace): readonly Effect[] {
  const written = [...map.entries.keys()].flatMap((key) => EFFECT_KINDS.find((kind) => kind === key) ?? []);
  return written.flatMap((kind) => EFFECTS[kind](ctx, map, at));
}

/** The key of what is said to people: of the first there is no number. */
function textOf({ textKey }: EffectsPlace, index: number): string {
  return index === 0 ? `${textKey}.notify` : `${textKey}.notify_${String(index + 1)}`;
}

function createsOf(ctx: Context, map: LocatedMap, at: EffectsPlace): readonly Effect[] {
  const each = expressionOf(ctx, get(map, 'each'), at.place);
  const place = withEach(at.place, each);
  return things(map).flatMap(([entity, { keySpot, value }]): readonly Effect[] => {
    if (entity === 'each') return [];
    const shape = own(at.shapes, entity);
    if (!shape) unknown(ctx, 'NF0201', { text: entity, spot: keySpot }, Object.keys(at.shapes));
    const values = shape ? effectValues(ctx, mapOf(ctx, value), shape.fields, place) : [];
    return shape ? [{ effect: 'create', entity, each, values }] : [];
  });
}

/** The item of `each` in the values made for it. */
function withEach(place: ExpressionPlace, each: Expression | null): ExpressionPlace {
  if (each === null) return place;
  const item = each.type.kind === 'list' ? each.type.of : each.type;
  return { ...place, variables: { ...place.variables, each: item } };
}

/** Values for the fields of a record that an effect or a call makes; lines are a list of maps, or of lines as they are. */
export function effectValues(
  ctx: Context,
  map: LocatedMap | null,
  fields: Readonly<Record<string, Field>>,
  place: ExpressionPlace,
): readonly EffectValue[] {
  return things(map).flatMap(([id, { keySpot, value }]): readonly EffectValue[] => {
    const field = settable(ctx, id, keySpot, fields);
    if (field === null || value.kind === 'open') return [];
    if (!isLines(field)) return valuesOf(ctx, field, value, place);
    if (value.kind === 'scalar') {
      const lines = expressionOf(ctx, value, { ...place, expects: 'list' });
      return lines === null ? [] : [{ field: id, value: lines }];
    }
    const items = value.kind === 'list' ? value.items : [value];
    const lines = items.map((item) => lineValues(ctx, mapOf(ctx, item), field.fields, place));
    return [{ field: id, lines }];
  });
}

function lineValues(
  ctx: Context,
  map: LocatedMap | null,
  fields: Readonly<Record<string, Field>>,
  place: ExpressionPlace,
): readonly FieldValue[] {
  return things(map).flatMap(([id, { keySpot, value }]) => {
    const field = settable(ctx, id, keySpot, fields);
    return field === null ? [] : valuesOf(ctx, field, value, place);
  });
}

function valuesOf(ctx: Context, field: Field, node: Located, place: ExpressionPlace): readonly FieldValue[] {
  const value = node.kind === 'open' ? null : valueOf(ctx, node, place, field);
  return value === null ? [] : [{ field: field.id, value }];
}

function settable(
  ctx: Context,
  id: string,
  spot: LocatedMap['spot'],
  fields: Readonly<Record<string, Field>>,
): Field | null {
  const field = own(fields, id);
  if (!field) unknown(ctx, 'NF0202', { text: id, spot }, Object.keys(fields));
  else if (field.cycle !== undefined) ctx.report('NF0428', spot, { name: id, cycle: field.cycle });
  else if (field.computed !== null || isDrawn(field)) ctx.report('NF0406', spot, { name: id });
  else return field;
  return null;
}

function fireOf(ctx: Context, map: LocatedMap, at: EffectsPlace): Effect | null {
  knownKeys(ctx, map, KEYS.fire, 'fire');
  const each = required(ctx, map, 'each') ? expressionOf(ctx, get(map, 'each'), at.place) : null;
  const name = required(ctx, map, 'transition') ? nameAt(ctx, map, 'transition') : null;
  if (each === null || name === null) return null;
  const item = each.type.kind === 'list' ? each.type.of : each.type;
  if (item.kind !== 'record') {
    ctx.reportAny('NF0512', get(map, 'each')?.spot ?? map.spot, { expected: 'record', found: item.kind });
    return null;
  }
  const cycles = [item.entity, ...ctx.names.stateFields(item.entity).map((field) => `${item.entity}.${field}`)];
  const known = cycles.flatMap((key) => ctx.names.transitions(key)).filter((id) => id !== 'create');
  if (!known.includes(name.text)) unknown(ctx, 'NF0208', name, known);
  return { effect: 'fire', each, entity: item.entity, transition: name.text };
}

export const NOTIFY_BY: readonly NotifyBy[] = ['inbox', 'email'];

function notifyOf(ctx: Context, map: LocatedMap, at: EffectsPlace): Effect | null {
  knownKeys(ctx, map, KEYS.notify, 'notify');
  inlineText(ctx, at.textKey, get(map, 'text'));
  const by = namesAt(ctx, map, 'by').flatMap((name) => {
    const way = NOTIFY_BY.find((candidate) => candidate === name.text);
    if (way === undefined) unknown(ctx, 'NF0110', name, NOTIFY_BY);
    return way === undefined ? [] : [way];
  });
  const said = get(map, 'to');
  if (said !== null) ctx.spots.set(`notify ${at.textKey}`, said.spot);
  const to = required(ctx, map, 'to') ? peopleOf(ctx, get(map, 'to'), at.place) : null;
  return to === null ? null : { effect: 'notify', to, by: by.length === 0 ? NOTIFY_BY : by, text: at.textKey };
}

/** One user or a list of users. */
export function peopleOf(ctx: Context, node: Located | null, place: ExpressionPlace): Expression | null {
  const role = node?.kind === 'scalar' && ctx.schema !== null ? roleMeant(ctx, node.text, place) : null;
  if (role !== null && node?.kind === 'scalar') {
    ctx.reportAny('NF0503', node.spot, { name: node.text, nearest: `users_with(${role})` });
    return null;
  }
  const people = expressionOf(ctx, node, { ...place, of: 'user' });
  if (people === null || node === null) return null;
  const item = people.type.kind === 'list' ? people.type.of : people.type;
  if (item.kind === 'record' || item.kind === 'null') return people;
  ctx.reportAny('NF0512', node.spot, { expected: 'user', found: item.kind });
  return null;
}

/** The role whose people are meant by its name alone. */
function roleMeant(ctx: Context, text: string, { variables }: ExpressionPlace): string | null {
  const [, name = ''] = /^\s*=?\s*(?:roles?\.)?["']?([a-z][a-z0-9_]*)["']?\s*$/.exec(text) ?? [];
  return ctx.names.roles.includes(name) && !Object.hasOwn(variables, name) && name !== 'user' ? name : null;
}

function callOf(ctx: Context, name: Name, at: EffectsPlace): readonly Effect[] {
  const map = ctx.names.outCall(name.text);
  if (!ctx.names.outCalls.includes(name.text)) unknown(ctx, 'NF0209', name, ctx.names.outCalls);
  const fields = own(at.shapes, at.entity)?.fields ?? {};
  const request = map === null ? null : outRequest(ctx, map, { place: at.place, fields });
  return request === null ? [] : [{ effect: 'call', call: name.text, request }];
}
