import type { Condition, Entity, Field, FieldRight, Grant, Role, RuntimeRight, Verb } from '@ninefold/model';
import type { Entry, Located, LocatedMap } from '../load/located.ts';
import { inlineText, type Context } from './context.ts';
import type { Shapes } from './entities.ts';
import { rowCondition } from './expressions.ts';
import { administrator, RUNTIME_RIGHTS, VERBS } from './administrator.ts';
import { isId } from './ids.ts';
import { KEYS } from './keys.ts';
import { NOT_YET_VALUES } from './not-yet.ts';
import { get, knownKeys, knownNames, mapAt, mapOf, nameAt, namesAt, namesOf, things, unknown, wordAt } from './read.ts';
import { own } from './tree.ts';
import { GRANT_ONLY } from './user-entity.ts';

/** Point 6. Every role carries its own grants and those of the roles it includes. */
export function compileRoles(ctx: Context, map: LocatedMap | null, shapes: Shapes): Readonly<Record<string, Role>> {
  const roles: Record<string, Role> = {};
  for (const [id, entry] of things(map)) {
    if (!isId(ctx, 'role', { text: id, spot: entry.keySpot })) continue;
    ctx.spots.set(`role ${id}`, entry.keySpot);
    const node = mapOf(ctx, entry.value);
    roles[id] = compileRole(ctx, id, node, shapes);
  }
  if (!Object.values(roles).some((role) => role.runtime.length > 0)) {
    const builtIn = administrator(shapes, Object.keys(roles).length > 0, ctx.names.roles);
    const written = roles['administrator'];
    roles['administrator'] = written ? { ...written, runtime: builtIn.runtime } : builtIn;
  }
  return withIncluded(ctx, roles);
}

function compileRole(ctx: Context, id: string, map: LocatedMap | null, shapes: Shapes): Role {
  const empty: Role = { id, includes: [], members: null, grants: [], runtime: [], gives: [], apart: [] };
  if (map === null) return empty;
  knownKeys(ctx, map, [...KEYS.role, ...Object.keys(shapes)], 'role');
  inlineText(ctx, `roles.${id}.label`, get(map, 'label'));
  const entries = Object.values(shapes).flatMap((shape) => entriesOf(ctx, map, shape));
  return {
    ...empty,
    includes: knownNames(ctx, 'NF0203', namesAt(ctx, map, 'includes'), ctx.names.roles),
    members: membersOf(ctx, map),
    grants: entries.map(({ node, entity, number }) => compileGrant(ctx, { role: id, entity, number }, node)),
    runtime: runtimeOf(ctx, map),
    gives: [...new Set(entries.flatMap(({ node }) => givenBy(ctx, node)))],
    apart: knownNames(ctx, 'NF0203', namesAt(ctx, map, 'apart'), ctx.names.roles),
  };
}

type Shape = Shapes[string];
interface GrantEntry {
  readonly node: Located;
  readonly entity: Shape;
  /** Position in a list of grants; null where the entry is not a list. */
  readonly number: number | null;
}

function entriesOf(ctx: Context, map: LocatedMap, entity: Shape): readonly GrantEntry[] {
  const entry: Entry | undefined = map.entries.get(entity.id);
  if (!entry || entry.value.kind === 'open') return [];
  const { value } = entry;
  ctx.spots.set(`grant ${entity.id}`, entry.keySpot);
  if (value.kind !== 'list') return [{ node: value, entity, number: null }];
  return value.items.map((node, index) => ({ node, entity, number: index + 1 }));
}

function membersOf(ctx: Context, map: LocatedMap): Role['members'] {
  const name = nameAt(ctx, map, 'members');
  if (name !== null && NOT_YET_VALUES.members.some((word) => word === name.text)) {
    ctx.report('NF0901', name.spot, { name: `members: ${name.text}` });
    return null;
  }
  return wordAt(ctx, map, 'members', ['everyone']);
}

function runtimeOf(ctx: Context, map: LocatedMap): readonly RuntimeRight[] {
  const rights: RuntimeRight[] = [];
  for (const name of namesAt(ctx, map, 'runtime')) {
    const right = RUNTIME_RIGHTS.find((candidate) => candidate === name.text);
    if (right) rights.push(right);
    else unknown(ctx, 'NF0110', name, RUNTIME_RIGHTS);
  }
  return rights;
}

function givenBy(ctx: Context, node: Located): readonly string[] {
  if (node.kind !== 'map') return [];
  return knownNames(ctx, 'NF0203', namesAt(ctx, node, 'grant'), ctx.names.roles);
}

interface GrantPlace {
  readonly role: string;
  readonly entity: Shape;
  readonly number: number | null;
}

function compileGrant(ctx: Context, place: GrantPlace, node: Located): Grant {
  const { role, entity, number } = place;
  const id = `${role}.${entity.id}${number === null ? '' : `.${String(number)}`}`;
  if (node.kind === 'scalar' && node.text === 'all') return wholeGrant(id, role, entity);
  const map = node.kind === 'map' ? node : null;
  if (map === null) {
    ctx.report('NF0102', node.spot);
    return { id, role, entity: entity.id, verbs: {}, updateTo: null, fields: {} };
  }
  knownKeys(ctx, map, KEYS.grant, 'grant');
  if (entity.id !== 'user' && map.entries.has('grant')) ctx.report('NF0101', map.spot, { name: 'grant', nearest: '' });
  const named = namedConditions(ctx, map, entity.id);
  const verbs = verbsOf(ctx, map, entity.id, named);
  const updateTo = conditionAt(ctx, map, 'update_to', entity.id, named);
  if (updateTo !== null && verbs.update === undefined) ctx.report('NF0704', map.spot);
  const fields = fieldRightsOf(ctx, mapAt(ctx, map, 'fields'), entity);
  const gives = map.entries.has('grant');
  if (gives) verbs.create ??= true;
  return {
    id,
    role,
    entity: entity.id,
    verbs,
    updateTo: updateTo ?? verbs.update ?? null,
    fields: guarded(entity, fields, gives),
  };
}

function wholeGrant(id: string, role: string, entity: Shape): Grant {
  const verbs = Object.fromEntries(VERBS.map((verb) => [verb, true])) as Record<Verb, Condition>;
  if (entity.id === 'user') delete (verbs as Partial<Record<Verb, Condition>>).create;
  const fields = openFields(entity, WRITE);
  return { id, role, entity: entity.id, verbs, updateTo: true, fields: guarded(entity, fields, false) };
}

/** `own: record.requester == user`, used as `read: own`. */
function namedConditions(ctx: Context, map: LocatedMap, entity: string): ReadonlyMap<string, Condition> {
  const named = new Map<string, Condition>();
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'conditions'))) {
    if (!isId(ctx, 'limit', { text: id, spot: keySpot })) continue;
    const condition = rowCondition(ctx, value, placeOf(entity));
    if (condition !== null) named.set(id, condition);
  }
  return named;
}

function placeOf(entity: string): Parameters<typeof rowCondition>[2] {
  return { variables: { record: { kind: 'record', entity }, user: { kind: 'record', entity: 'user' } } };
}

function verbsOf(
  ctx: Context,
  map: LocatedMap,
  entity: string,
  named: ReadonlyMap<string, Condition>,
): Partial<Record<Verb, Condition>> {
  const verbs: Partial<Record<Verb, Condition>> = {};
  for (const verb of VERBS) {
    const condition = conditionAt(ctx, map, verb, entity, named);
    if (condition === null) continue;
    const entry = map.entries.get(verb);
    if (verb === 'create' && entity === 'user' && entry) ctx.report('NF0703', entry.keySpot, { name: 'create' });
    verbs[verb] = condition;
  }
  return verbs;
}

function conditionAt(
  ctx: Context,
  map: LocatedMap,
  key: string,
  entity: string,
  named: ReadonlyMap<string, Condition>,
): Condition | null {
  const node = map.entries.get(key)?.value;
  if (node === undefined) return null;
  const condition = node.kind === 'scalar' ? named.get(node.text) : undefined;
  return condition ?? rowCondition(ctx, node, placeOf(entity));
}

const NONE: FieldRight = { create: false, read: false, update: false };
const READ: FieldRight = { create: false, read: true, update: false };
const WRITE: FieldRight = { create: true, read: true, update: true };
const WORDS: Readonly<Record<string, FieldRight>> = { none: NONE, read: READ, write: WRITE };

/** What the verbs allow, for every field that is not `closed`. */
function openFields(entity: Shape, right: FieldRight): Record<string, FieldRight> {
  const open = Object.values(entity.fields).filter((field: Field) => !field.closed);
  return Object.fromEntries(open.map((field) => [field.id, right]));
}

/** Fields named one by one win over groups, and both over `others`. */
function fieldRightsOf(ctx: Context, map: LocatedMap | null, entity: Shape): Readonly<Record<string, FieldRight>> {
  if (map === null) return openFields(entity, WRITE);
  const given = new Map<string, FieldRight>();
  for (const [id, { keySpot, value }] of things(map)) {
    const known = id === 'others' || Object.hasOwn(entity.fields, id) || Object.hasOwn(entity.groups, id);
    if (!known)
      unknown(ctx, 'NF0202', { text: id, spot: keySpot }, [
        ...Object.keys(entity.fields),
        ...Object.keys(entity.groups),
        'others',
      ]);
    else given.set(id, rightOf(ctx, value));
  }
  const rights = openFields(entity, given.get('others') ?? WRITE);
  for (const [group, fields] of Object.entries(entity.groups)) {
    const right = given.get(group);
    if (right) for (const field of fields) rights[field] = right;
  }
  for (const [id, right] of given) if (Object.hasOwn(entity.fields, id)) rights[id] = right;
  return inOrder(entity, rights);
}

function inOrder(
  entity: Pick<Entity, 'fields'>,
  rights: Readonly<Record<string, FieldRight>>,
): Record<string, FieldRight> {
  const known = Object.keys(entity.fields).flatMap((id) => (rights[id] ? [[id, rights[id]] as const] : []));
  return Object.fromEntries(known);
}

function rightOf(ctx: Context, node: Located): FieldRight {
  if (node.kind === 'open') return NONE;
  if (node.kind === 'map') return detailedRight(ctx, node);
  const [name] = namesOf(ctx, node);
  const right = name === undefined ? undefined : own(WORDS, name.text);
  if (name !== undefined && right === undefined) unknown(ctx, 'NF0110', name, Object.keys(WORDS));
  return right ?? NONE;
}

/** A condition instead of true or false is not enforced yet. */
function detailedRight(ctx: Context, map: LocatedMap): FieldRight {
  knownKeys(ctx, map, KEYS.fieldRight, 'fieldRight');
  const flag = (key: keyof FieldRight): boolean => {
    const node = get(map, key);
    if (node === null) return false;
    if (node.kind === 'scalar' && (node.text === 'true' || node.text === 'false')) return node.text === 'true';
    ctx.report('NF0901', node.spot, { name: `fields: { ${key}: … }` });
    return false;
  };
  return { create: flag('create'), read: flag('read'), update: flag('update') };
}

/** Roles, activity and e-mail address of users are written through `grant` only. */
function guarded(
  entity: Shape,
  rights: Readonly<Record<string, FieldRight>>,
  gives: boolean,
): Readonly<Record<string, FieldRight>> {
  if (entity.id !== 'user') return rights;
  const changed = Object.entries(rights).map(([id, right]) => {
    if (!GRANT_ONLY.includes(id)) return [id, right] as const;
    return [id, { create: gives, read: right.read || gives, update: gives }] as const;
  });
  return Object.fromEntries(changed);
}

function withIncluded(ctx: Context, roles: Readonly<Record<string, Role>>): Readonly<Record<string, Role>> {
  const reach = (id: string, path: readonly string[]): readonly string[] => {
    const role = roles[id];
    if (!role) return [];
    if (path.includes(id)) {
      const spot = ctx.spots.get(`role ${id}`);
      if (spot) ctx.report('NF0701', spot, { name: [...path, id].join(' → ') });
      return [];
    }
    return [id, ...role.includes.flatMap((included) => reach(included, [...path, id]))];
  };
  const flattened = Object.values(roles).map((role) => {
    const grants = [...new Set(reach(role.id, []))].flatMap((id) => roles[id]?.grants ?? []);
    return [role.id, { ...role, grants }] as const;
  });
  return Object.fromEntries(flattened);
}
