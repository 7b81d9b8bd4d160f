import { type Entity, type Field, isOneReference, objectOf } from '@ninefold/model';
import type { Located, LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { conditionOf, type Variables } from '../reading/expressions.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, knownNames, nameAt, namesAt, namesOf, unknown, type Name } from '../reading/read.ts';
import { own } from '../reading/tree.ts';

/** A list of lists of fields, or of `{ fields }`; one flat list is one constraint. */
export function uniqueOf(
  ctx: Context,
  id: string,
  {
    map,
    fields,
    record,
  }: { readonly map: LocatedMap; readonly fields: Readonly<Record<string, Field>>; readonly record: Variables },
): Entity['unique'] {
  const node = get(map, 'unique');
  if (node === null) return [];
  const nested = node.kind === 'list' && node.items.some((item) => item.kind !== 'scalar');
  const items = nested ? node.items : [node];
  return items.map((item, index) => {
    const written = item.kind === 'map' ? item : null;
    if (written) knownKeys(ctx, written, KEYS.uniqueness, 'uniqueness');
    const names = written ? namesAt(ctx, written, 'fields') : namesOf(ctx, item);
    const condition = written && get(written, 'when');
    noteColumns(ctx, `unique ${id} ${index}`, item, names);
    if (condition) ctx.spots.set(`unique ${id} ${index} when`, condition.spot);
    return {
      fields: knownNames(ctx, 'NF0202', names, Object.keys(fields)),
      when: conditionOf(ctx, condition, { variables: record }),
    };
  });
}

function noteColumns(ctx: Context, place: string, item: Located, names: readonly Name[]): void {
  if (names.length === 0 && item.kind !== 'open') ctx.report('NF0109', item.spot, { key: 'fields' });
  for (const { text, spot } of names) ctx.spots.set(`${place} ${text}`, spot);
}

/** System fields that an index may hold. */
const SYSTEM_COLUMNS = ['created_at', 'created_by', 'changed_at', 'changed_by'];

/** Compound indexes: lists of fields. */
export function indexesOf(
  ctx: Context,
  id: string,
  map: LocatedMap,
  fields: Readonly<Record<string, Field>>,
): Entity['indexes'] {
  const node = get(map, 'index');
  const items = node?.kind === 'list' ? node.items : [];
  if (node !== null && node.kind !== 'list') ctx.report('NF0117', node.spot);
  const state = ctx.names.states(id).length > 0 ? ['state'] : [];
  return items.map((item, index) => {
    const names = namesOf(ctx, item);
    noteColumns(ctx, `index ${id} ${index}`, item, names);
    return knownNames(ctx, 'NF0202', names, [...Object.keys(fields), ...state, ...SYSTEM_COLUMNS]);
  });
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
  else if (!isOneReference(field) || field.to !== id || objectOf(field.id) !== null)
    ctx.report('NF0312', name.spot, { name: field.type });
  else if (field.visibleWhen !== null) ctx.report('NF0312', name.spot, { name: 'visible_when' });
  return field ? name.text : null;
}
