import type { Role, RuntimeRight } from '@ninefold/model';
import type { Entry, Located, LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import type { Shapes } from '../entities/entities.ts';
import { administrator, opensSomething, RUNTIME_RIGHTS } from './administrator.ts';
import { noteWas } from '../reading/former.ts';
import { compileGrant, isListOfVerbs, type WrittenGrant } from './grants.ts';
import { isId } from '../reading/ids.ts';
import { plainGrants } from './plain-grants.ts';
import { KEYS } from '../reading/keys.ts';
import { NOT_YET_VALUES } from '../reading/not-yet.ts';
import { get, knownKeys, knownNames, mapOf, nameAt, namesAt, things, unknown, wordAt } from '../reading/read.ts';

/** Point 6. Every role carries its own grants and those of the roles it includes. */
export function compileRoles(ctx: Context, map: LocatedMap | null, shapes: Shapes): Readonly<Record<string, Role>> {
  const roles: Record<string, Role> = {};
  const written = new Map<string, readonly WrittenGrant[]>();
  for (const [id, entry] of things(map)) {
    if (!isId(ctx, 'role', { text: id, spot: entry.keySpot })) continue;
    ctx.spots.set(`role ${id}`, entry.keySpot);
    const node = mapOf(ctx, entry.value);
    const entries = node === null ? [] : Object.values(shapes).flatMap((shape) => entriesOf(ctx, node, id, shape));
    roles[id] = compileRole(ctx, id, node, { entries, entities: Object.keys(shapes) });
    written.set(
      id,
      entries.map(({ node: grant, entity, number }) => compileGrant(ctx, { role: id, entity, number }, grant)),
    );
  }
  const grantsOf = plainGrants(ctx, roles, written);
  for (const role of Object.values(roles)) roles[role.id] = { ...role, grants: grantsOf(role.id) };
  if (!Object.values(roles).some((role) => role.runtime.length > 0)) {
    const builtIn = administrator(shapes, Object.keys(roles).length > 0, ctx.names.roles);
    const written = roles['administrator'];
    roles['administrator'] = written ? { ...written, runtime: builtIn.runtime } : builtIn;
  }
  return withIncluded(ctx, roles);
}

/** A role without its grants. */
function compileRole(
  ctx: Context,
  id: string,
  map: LocatedMap | null,
  { entries, entities }: { readonly entries: readonly GrantEntry[]; readonly entities: readonly string[] },
): Role {
  const empty: Role = { id, includes: [], members: null, grants: [], runtime: [], gives: [], apart: [], home: null };
  if (map === null) return empty;
  checkKeys(ctx, map, entities);
  inlineText(ctx, `roles.${id}.label`, get(map, 'label'));
  noteWas(ctx, 'role', [id], map);
  const home = nameAt(ctx, map, 'home');
  if (home !== null) ctx.spots.set(`home ${id}`, home.spot);
  return {
    ...empty,
    includes: knownNames(ctx, 'NF0203', namesAt(ctx, map, 'includes'), ctx.names.roles),
    members: membersOf(ctx, map),
    runtime: runtimeOf(ctx, map),
    gives: [...new Set(entries.flatMap(({ node }) => givenBy(ctx, node)))],
    apart: knownNames(ctx, 'NF0203', namesAt(ctx, map, 'apart'), ctx.names.roles),
    home: home?.text ?? null,
  };
}

/** What is written as a grant is read as one for an entity, known or not; every other key is one of the role. */
function checkKeys(ctx: Context, map: LocatedMap, entities: readonly string[]): void {
  const isGrant = ([key, { value }]: readonly [string, Entry]): boolean =>
    !KEYS.role.some((known) => known === key) &&
    (value.kind === 'map' || (value.kind === 'list' && value.items.some(({ kind }) => kind === 'map')) || isAll(value));
  const [grants = [], others = []] = [true, false].map((is) => [...map.entries].filter((one) => isGrant(one) === is));
  for (const [text, { keySpot: spot }] of grants)
    if (!entities.includes(text)) unknown(ctx, 'NF0201', { text, spot }, entities);
  knownKeys(ctx, { ...map, entries: new Map(others) }, [...KEYS.role, ...entities], 'role');
}

function isAll(node: Located): boolean {
  return node.kind === 'scalar' && node.text === 'all';
}

type Shape = Shapes[string];
interface GrantEntry {
  readonly node: Located;
  readonly entity: Shape;
  /** Position in a list of grants; null where the entry is not a list. */
  readonly number: number | null;
}

function entriesOf(ctx: Context, map: LocatedMap, role: string, entity: Shape): readonly GrantEntry[] {
  const entry: Entry | undefined = map.entries.get(entity.id);
  if (!entry || entry.value.kind === 'open') return [];
  const { value } = entry;
  ctx.spots.set(`grant ${role}.${entity.id}`, entry.keySpot);
  if (value.kind !== 'list' || isListOfVerbs(value)) return [{ node: value, entity, number: null }];
  return value.items.map((node, index) => ({ node, entity, number: index + 1 }));
}

function membersOf(ctx: Context, map: LocatedMap): Role['members'] {
  const name = nameAt(ctx, map, 'members');
  if (name !== null && NOT_YET_VALUES.members.some((word) => word === name.text)) {
    ctx.report('NF0901', name.spot, { name: `members: ${name.text}` });
    return 'public';
  }
  return wordAt(ctx, map, 'members', ['everyone']);
}

function runtimeOf(ctx: Context, map: LocatedMap): readonly RuntimeRight[] {
  const rights: RuntimeRight[] = [];
  for (const name of namesAt(ctx, map, 'runtime')) {
    const right = RUNTIME_RIGHTS.find((candidate) => candidate === name.text);
    if (right) rights.push(right);
    if (right && !opensSomething(right)) ctx.report('NF0715', name.spot, { name: right });
    if (!right) unknown(ctx, 'NF0110', name, RUNTIME_RIGHTS);
  }
  return rights;
}

function givenBy(ctx: Context, node: Located): readonly string[] {
  if (node.kind !== 'map') return [];
  return knownNames(ctx, 'NF0203', namesAt(ctx, node, 'grant'), ctx.names.roles);
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
