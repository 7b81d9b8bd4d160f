import type { Entity, Field } from '@ninefold/model';
import type { LocatedMap } from '../load/located.ts';
import type { Context } from './context.ts';
import { conditionOf, type Variables } from './expressions.ts';
import { KEYS } from './keys.ts';
import { get, knownKeys, knownNames, mapAt, nameAt, namesAt, namesOf, unknown } from './read.ts';
import { own } from './tree.ts';

/** A list of lists of fields, or of `{ fields }`; one flat list is one constraint. */
export function uniqueOf(
  ctx: Context,
  map: LocatedMap,
  fields: Readonly<Record<string, Field>>,
  record: Variables,
): Entity['unique'] {
  const node = get(map, 'unique');
  if (node === null) return [];
  const nested = node.kind === 'list' && node.items.some((item) => item.kind !== 'scalar');
  const items = nested ? node.items : [node];
  return items.map((item) => {
    if (item.kind === 'map') {
      knownKeys(ctx, item, KEYS.uniqueness, 'uniqueness');
      conditionOf(ctx, get(item, 'when'), { variables: record });
    }
    const names = item.kind === 'map' ? namesAt(ctx, item, 'fields') : namesOf(ctx, item);
    return knownNames(ctx, 'NF0202', names, Object.keys(fields));
  });
}

/** Compound indexes: lists of fields. */
export function checkIndex(ctx: Context, map: LocatedMap, fields: Readonly<Record<string, Field>>): void {
  const node = get(map, 'index');
  const items = node?.kind === 'list' ? node.items : [];
  if (node !== null && node.kind !== 'list') ctx.report('NF0117', node.spot);
  for (const item of items) knownNames(ctx, 'NF0202', namesOf(ctx, item), Object.keys(fields));
}

/** The reference of an entity to itself that makes it a tree. */
export function treeOf(
  ctx: Context,
  id: string,
  map: LocatedMap,
  fields: Readonly<Record<string, Field>>,
): string | null {
  const name = nameAt(ctx, map, 'tree');
  if (name === null) return null;
  const field = own(fields, name.text);
  if (!field) unknown(ctx, 'NF0202', name, Object.keys(fields));
  else if (field.type !== 'reference' || field.to !== id) ctx.report('NF0312', name.spot, { name: field.type });
  return field ? name.text : null;
}

/** Both ends are of one type: days, or moments. */
export function noOverlapOf(
  ctx: Context,
  map: LocatedMap,
  fields: Readonly<Record<string, Field>>,
  record: Variables,
): Entity['noOverlap'] {
  const node = mapAt(ctx, map, 'no_overlap');
  if (node === null) return null;
  knownKeys(ctx, node, KEYS.noOverlap, null);
  const from = timeField(ctx, node, 'from', fields);
  const to = timeField(ctx, node, 'to', fields);
  const per = knownNames(ctx, 'NF0202', namesAt(ctx, node, 'per'), Object.keys(fields));
  if (from === null || to === null) return null;
  const isRead = [fields[from], fields[to]].every((field) => field && !ctx.broken.has(field));
  if (isRead && fields[from]?.type !== fields[to]?.type)
    ctx.report('NF0312', node.spot, { name: fields[to]?.type ?? '' });
  return { from, to, per, when: conditionOf(ctx, get(node, 'when'), { variables: record }) };
}

function timeField(
  ctx: Context,
  map: LocatedMap,
  key: 'from' | 'to',
  fields: Readonly<Record<string, Field>>,
): string | null {
  const name = nameAt(ctx, map, key);
  if (name === null) {
    ctx.report('NF0109', map.spot, { key });
    return null;
  }
  const field = own(fields, name.text);
  if (!field) unknown(ctx, 'NF0202', name, Object.keys(fields));
  else if (!ctx.broken.has(field) && field.type !== 'date' && field.type !== 'datetime')
    ctx.report('NF0312', name.spot, { name: field.type });
  return field ? name.text : null;
}
