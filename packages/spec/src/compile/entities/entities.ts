import { FIELD_TYPES, type Entity, type Field, type Options } from '@ninefold/model';
import type { Entry, Located, LocatedMap, LocatedScalar } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { commentsOf } from './comments.ts';
import { indexesOf, treeOf, uniqueOf } from './entity-constraints.ts';
import { keyOf, titleOf, withUniqueKey } from './entity-title.ts';
import { conditionOf, type Variables } from '../reading/expressions.ts';
import { buildFields } from './fields.ts';
import { noOverlapsOf } from './no-overlaps.ts';
import { noteDropped, noteWas } from '../reading/former.ts';
import { flagAt, get, knownKeys, knownNames, mapAt, mapOf, namesOf, things, isOpen, unknown } from '../reading/read.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { marksOf, statesNamed } from '../field-types/options.ts';
import { definitionOf } from '../field-types/registry.ts';
import { wholeNames, withParts } from './objects.ts';
import { stateFields } from './state-fields.ts';
import { namesIn } from '../reading/tree.ts';
import { builtInUserFields } from './user-entity.ts';

/** Entities without their life cycles and rules, which points 4 and 5 add. */
export type Shapes = Readonly<Record<string, Omit<Entity, 'lifecycle' | 'lifecycles' | 'reactions' | 'rules'>>>;

/** Point 3, the built-in `user` first unless written elsewhere. */
export function compileEntities(ctx: Context, map: LocatedMap | null): Shapes {
  const shapes: Record<string, Shapes[string]> = {};
  const optionsOf = optionLookup(ctx, map);
  for (const [id, entry] of things(map)) {
    if (!isId(ctx, 'entity', { text: id, spot: entry.keySpot })) continue;
    ctx.spots.set(`entity ${id}`, entry.keySpot);
    const node = entry.value.kind === 'open' ? emptyMap(entry) : mapOf(ctx, entry.value);
    if (node !== null) shapes[id] = compileEntity(ctx, id, node, optionsOf);
  }
  if (shapes['user'] !== undefined) return shapes;
  return { ...shapes, user: compileEntity(ctx, 'user', null, optionsOf) };
}

function emptyMap(entry: Entry): LocatedMap {
  return { kind: 'map', entries: new Map(), spot: entry.value.spot };
}

const UNSAID = { tree: null, comments: null, history: true, trash: true } as const;

export type OptionsOf = (name: LocatedScalar) => Options | null;

function compileEntity(ctx: Context, id: string, map: LocatedMap | null, optionsOf: OptionsOf): Shapes[string] {
  const fields = fieldsOf(ctx, id, map, optionsOf);
  const empty = { id, fields, groups: {}, unique: [], indexes: [], noOverlaps: [], pick: null, ...UNSAID };
  if (map === null) return { ...empty, title: [{ field: 'name' }], key: 'email' };
  knownKeys(ctx, map, KEYS.entity, 'entity');
  for (const key of ['label', 'label_many', 'new', 'hint']) inlineText(ctx, `entities.${id}.${key}`, get(map, key));
  noteWas(ctx, 'entity', [id], map);
  noteDropped(ctx, 'field', [id], map);
  if (things(mapAt(ctx, map, 'fields')).length === 0 && id !== 'user') reportEmpty(ctx, id, map);
  const key = keyOf(ctx, id, map, fields);
  const record: Variables = { record: { kind: 'record', entity: id } };
  return {
    ...empty,
    title: titleOf(ctx, id, { map, fields, key }),
    key,
    fields: withUniqueKey(fields, key),
    pick: conditionOf(ctx, get(map, 'pick'), { variables: { ...record, user: { kind: 'record', entity: 'user' } } }),
    groups: groupsOf(ctx, id, map, fields),
    unique: uniqueOf(ctx, id, { map, fields, record }),
    indexes: indexesOf(ctx, id, map, fields),
    noOverlaps: noOverlapsOf(ctx, id, { map, fields, record }),
    tree: treeOf(ctx, id, map, fields),
    comments: commentsOf(ctx, id, map, fields),
    history: flagAt(ctx, map, 'history', true),
    trash: flagAt(ctx, map, 'trash', true),
  };
}

/** A field that is not shown is not a mistake of the author. */
function reportEmpty(ctx: Context, id: string, map: LocatedMap): void {
  const spot = ctx.spots.get(`entity ${id}`);
  if (spot && !isOpen(map, 'fields') && !map.entries.has('more')) ctx.report('NF0316', spot, { name: id });
}

function fieldsOf(
  ctx: Context,
  id: string,
  map: LocatedMap | null,
  optionsOf: OptionsOf,
): Readonly<Record<string, Field>> {
  const written = buildFields(ctx, map === null ? null : mapAt(ctx, map, 'fields'), {
    kind: 'entity',
    entity: id,
    lines: null,
    id: '',
    textKey: `entities.${id}.fields`,
    variables: { record: { kind: 'record', entity: id } },
    optionsOf,
    buildLines: buildFields,
  });
  const withStates = { ...written, ...stateFields(ctx, id, written) };
  if (id !== 'user') return withStates;
  const builtIn = builtInUserFields(ctx.names);
  for (const field of Object.keys(written)) {
    const spot = ctx.spots.get(`field user.${field}`);
    if (Object.hasOwn(builtIn, field) && spot) ctx.report('NF0306', spot, { name: field });
  }
  return { ...builtIn, ...withStates, ...builtIn };
}

/** The field's options as written, a list or the keys of a map, with their marks. */
export function optionLookup(ctx: Context, entities: LocatedMap | null): OptionsOf {
  return (name) => {
    const states = statesNamed(ctx, name.text);
    if (states !== null) return { options: states };
    const [entity = '', field = ''] = name.text.split('.');
    const node = [entity, 'fields', field, 'options'].reduce<LocatedMap | null>((map, key, index) => {
      const value = map?.entries.get(key)?.value;
      if (index === 3 && value?.kind === 'list') return { ...emptyOf(name), entries: listEntries(value.items) };
      return value?.kind === 'map' ? value : null;
    }, entities);
    if (node === null && !isChoice(namesIn.map(namesIn.map(namesIn.map(entities, entity), 'fields'), field)))
      unknown(ctx, 'NF0202', name, [...fieldsWithOptions(entities), ...entitiesWithStates(ctx)]);
    if (node === null) return null;
    const marks = marksOf(
      node,
      (option, key, words) => words.find((word) => namesIn.texts(option, key)?.[0] === word) ?? null,
    );
    return { options: [...node.entries.keys()], ...(marks !== null && { marks }) };
  };
}

/** Whether a field has options: where they are missing, that was reported. */
function isChoice(field: LocatedMap | null): boolean {
  const [written] = namesIn.texts(field, 'type') ?? [];
  return FIELD_TYPES.some((type) => type === written && definitionOf(type).needs === 'options');
}

/** `ticket.state` for each entity with a life cycle. */
function entitiesWithStates({ names }: Context): readonly string[] {
  return names.entities.filter((id) => names.states(id).length > 0).map((id) => `${id}.state`);
}

/** `ticket.priority` for each field that says its options itself. */
function fieldsWithOptions(entities: LocatedMap | null): readonly string[] {
  return things(entities).flatMap(([entity, { value }]) => {
    const fields = value.kind === 'map' ? value.entries.get('fields')?.value : undefined;
    return things(fields?.kind === 'map' ? fields : null).flatMap(([id, { value: field }]) => {
      const options = field.kind === 'map' ? field.entries.get('options')?.value.kind : undefined;
      return options === 'list' || options === 'map' ? [`${entity}.${id}`] : [];
    });
  });
}

function emptyOf(name: LocatedScalar): LocatedMap {
  return { kind: 'map', entries: new Map(), spot: name.spot };
}

function listEntries(items: readonly Located[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const item of items) if (item.kind === 'scalar') entries.set(item.text, { keySpot: item.spot, value: item });
  return entries;
}

function groupsOf(
  ctx: Context,
  id: string,
  map: LocatedMap,
  fields: Readonly<Record<string, Field>>,
): Entity['groups'] {
  const groups: Record<string, readonly string[]> = {};
  for (const [group, { keySpot, value }] of things(mapAt(ctx, map, 'groups'))) {
    if (!isId(ctx, 'group', { text: group, spot: keySpot })) continue;
    if (wholeNames(fields).includes(group)) ctx.report('NF0307', keySpot, { name: group });
    const node = value.kind === 'map' ? get(value, 'fields') : value;
    if (value.kind === 'map') {
      knownKeys(ctx, value, ['label', 'fields'], null);
      inlineText(ctx, `entities.${id}.groups.${group}.label`, get(value, 'label'));
    }
    groups[group] = withParts(knownNames(ctx, 'NF0202', namesOf(ctx, node), wholeNames(fields)), fields);
  }
  return groups;
}
