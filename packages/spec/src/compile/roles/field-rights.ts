import type { Entity, Expression, Field, FieldRight } from '@ninefold/model';
import type { Located, LocatedMap, Spot } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import type { Shapes } from '../entities/entities.ts';
import { wholeNames, withParts } from '../entities/objects.ts';
import { rowCondition, type ExpressionPlace } from '../reading/expressions.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, namesOf, things, unknown } from '../reading/read.ts';
import { own } from '../reading/tree.ts';
import { GRANT_ONLY } from '../entities/user-entity.ts';

type Shape = Shapes[string];
/** What is done with a field. */
export type Right = 'create' | 'read' | 'update';

/** A condition that stands in the place of `true`, and where. */
export interface RightCondition {
  readonly when: Expression;
  readonly spot: Spot;
}

/** The rights on a field as they are written; one with a condition counts as given. */
export interface WrittenRight extends FieldRight {
  readonly conditions?: Readonly<Partial<Record<Right, RightCondition>>>;
}

const NONE: FieldRight = { create: false, read: false, update: false };
const READ: FieldRight = { create: false, read: true, update: false };
export const WRITE: FieldRight = { create: true, read: true, update: true };
const WORDS: Readonly<Record<string, FieldRight>> = { none: NONE, read: READ, write: WRITE };

/** The rights on a field that one word says. */
export const FIELD_RIGHT_WORDS: readonly string[] = Object.keys(WORDS);

/** The rights that the verbs of the grant give on every field that is not `closed`. */
export function openFields(entity: Shape, right: WrittenRight): Record<string, WrittenRight> {
  const open = Object.values(entity.fields).filter((field: Field) => !field.closed);
  return Object.fromEntries(open.map((field) => [field.id, right]));
}

/** A field named by itself wins over its group; both win over `others`. An object stands for all of its parts. */
export function fieldRightsOf(
  ctx: Context,
  map: LocatedMap | null,
  entity: Shape,
  place: ExpressionPlace,
): Readonly<Record<string, WrittenRight>> {
  if (map === null) return openFields(entity, WRITE);
  const given = new Map<string, WrittenRight>();
  for (const [id, { keySpot, value }] of things(map)) {
    const known = [...wholeNames(entity.fields), ...Object.keys(entity.groups), 'others'];
    if (!known.includes(id)) unknown(ctx, 'NF0202', { text: id, spot: keySpot }, known);
    else given.set(id, rightOf(ctx, value, place));
  }
  const rights = openFields(entity, given.get('others') ?? WRITE);
  for (const [group, fields] of Object.entries(entity.groups)) {
    const right = given.get(group);
    if (right) for (const field of fields) rights[field] = right;
  }
  for (const [id, right] of given)
    for (const field of withParts([id], entity.fields)) if (Object.hasOwn(entity.fields, field)) rights[field] = right;
  for (const { id, cycle } of Object.values(entity.fields)) {
    const right = cycle === undefined || given.has(id) ? undefined : rights[cycle];
    if (right) rights[id] = right; // whoever may not know the state is not told since when it is, nor that it is final
  }
  return inOrder(entity, rights);
}

function inOrder(
  entity: Pick<Entity, 'fields'>,
  rights: Readonly<Record<string, WrittenRight>>,
): Record<string, WrittenRight> {
  const known = Object.keys(entity.fields).flatMap((id) => (rights[id] ? [[id, rights[id]] as const] : []));
  return Object.fromEntries(known);
}

function rightOf(ctx: Context, node: Located, place: ExpressionPlace): WrittenRight {
  if (node.kind === 'open') return NONE;
  if (node.kind === 'map') return detailedRight(ctx, node, place);
  const [name] = namesOf(ctx, node);
  const right = name === undefined ? undefined : own(WORDS, name.text);
  if (name !== undefined && right === undefined) unknown(ctx, 'NF0110', name, Object.keys(WORDS));
  return right ?? NONE;
}

function detailedRight(ctx: Context, map: LocatedMap, place: ExpressionPlace): WrittenRight {
  const conditions: Partial<Record<Right, RightCondition>> = {};
  knownKeys(ctx, map, KEYS.fieldRight, 'fieldRight');
  const flag = (key: Right): boolean => {
    const node = get(map, key);
    if (node === null) return false;
    const when = rowCondition(ctx, node, place);
    if (when === null || when === true) return when === true;
    conditions[key] = { when, spot: node.spot };
    return true;
  };
  const right = { create: flag('create'), read: flag('read'), update: flag('update') };
  return Object.keys(conditions).length === 0 ? right : { ...right, conditions };
}

/** Roles, activity and e-mail address of users are written through `grant` only. */
export function guarded(
  entity: Shape,
  rights: Readonly<Record<string, WrittenRight>>,
  gives: boolean,
): Readonly<Record<string, WrittenRight>> {
  if (entity.id !== 'user') return rights;
  const changed = Object.entries(rights).map(([id, right]) => {
    if (!GRANT_ONLY.includes(id)) return [id, right] as const;
    return [id, { create: gives, read: right.read || gives, update: gives }] as const;
  });
  return Object.fromEntries(changed);
}
