import type { Condition, Grant, Verb } from '@ninefold/model';
import type { Located, LocatedMap } from '../load/located.ts';
import { PLAIN_GRANT, VERBS } from './administrator.ts';
import type { Context } from './context.ts';
import type { Shapes } from './entities.ts';
import { rowCondition } from './expressions.ts';
import { fieldRightsOf, guarded, openFields, WRITE } from './field-rights.ts';
import { isId } from './ids.ts';
import { KEYS } from './keys.ts';
import { flagAt, knownKeys, mapAt, nameAt, things, unknown, wordAt } from './read.ts';
import { own } from './tree.ts';

type Shape = Shapes[string];

/** Whose grant it is; `number` where an entry is a list of grants. */
export interface GrantPlace {
  readonly role: string;
  readonly entity: Shape;
  readonly number: number | null;
}

/** One grant: these verbs on these rows with these fields. */
export function compileGrant(ctx: Context, place: GrantPlace, node: Located): Grant {
  const { role, entity, number } = place;
  const id = `${role}.${entity.id}${number === null ? '' : `.${String(number)}`}`;
  if (node.kind === 'scalar' && node.text === 'all') return wholeGrant(id, role, entity);
  const map = node.kind === 'map' ? node : null;
  if (map === null) {
    ctx.report('NF0102', node.spot);
    return { id, role, entity: entity.id, verbs: {}, updateTo: null, fields: {}, ...PLAIN_GRANT };
  }
  knownKeys(ctx, map, KEYS.grant, 'grant');
  if (entity.id !== 'user' && map.entries.has('grant')) ctx.report('NF0101', map.spot, { name: 'grant', nearest: '' });
  const named = namedConditions(ctx, map, entity.id);
  const verbs = verbsOf(ctx, map, { grant: id, entity: entity.id }, named);
  const updateTo = conditionAt(ctx, map, 'update_to', entity.id, named);
  if (updateTo !== null && verbs.update === undefined) ctx.report('NF0704', map.spot);
  const fields = fieldRightsOf(ctx, mapAt(ctx, map, 'fields'), entity, placeOf(entity.id));
  const gives = map.entries.has('grant');
  if (gives) verbs.create ??= true;
  return {
    id,
    role,
    entity: entity.id,
    verbs,
    updateTo: updateTo ?? verbs.update ?? null,
    fields: guarded(entity, fields, gives),
    via: viaOf(ctx, map, entity),
    access: wordAt(ctx, map, 'access', ['link']),
    discloses: flagAt(ctx, map, 'discloses'),
  };
}

function wholeGrant(id: string, role: string, entity: Shape): Grant {
  const verbs = Object.fromEntries(VERBS.map((verb) => [verb, true])) as Record<Verb, Condition>;
  if (entity.id === 'user') delete (verbs as Partial<Record<Verb, Condition>>).create;
  const fields = openFields(entity, WRITE);
  return { id, role, entity: entity.id, verbs, updateTo: true, fields: guarded(entity, fields, false), ...PLAIN_GRANT };
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

/** The reference on whose record the same role must have the verb. */
function viaOf(ctx: Context, map: LocatedMap, entity: Shape): string | null {
  const name = nameAt(ctx, map, 'via');
  if (name === null) return null;
  const field = own(entity.fields, name.text);
  if (!field) unknown(ctx, 'NF0202', name, Object.keys(entity.fields));
  else if (field.type !== 'reference') ctx.report('NF0312', name.spot, { name: field.type });
  return field?.type === 'reference' ? name.text : null;
}

function placeOf(entity: string): Parameters<typeof rowCondition>[2] {
  return { variables: { record: { kind: 'record', entity }, user: { kind: 'record', entity: 'user' } }, asRows: true };
}

function verbsOf(
  ctx: Context,
  map: LocatedMap,
  { grant, entity }: { readonly grant: string; readonly entity: string },
  named: ReadonlyMap<string, Condition>,
): Partial<Record<Verb, Condition>> {
  const verbs: Partial<Record<Verb, Condition>> = {};
  for (const verb of VERBS) {
    const entry = map.entries.get(verb);
    if (verb === 'import' && entry?.value.kind === 'map') {
      ctx.report('NF0901', entry.value.spot, { name: 'import: { states: true }' });
      continue;
    }
    const condition = conditionAt(ctx, map, verb, entity, named);
    if (condition === null) continue;
    if (entry) ctx.spots.set(`verb ${grant} ${verb}`, entry.value.spot);
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
