import {
  type Block,
  inversesOf,
  isSecret,
  keysOf,
  type Model,
  partsOf,
  type RelatedSection,
  type Screen,
  SCREEN_ICONS,
  type Section,
} from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import type { Shapes } from '../entities/entities.ts';
import { conditionOf, type ExpressionPlace } from '../reading/expressions.ts';
import { valueOf } from '../entities/fields.ts';
import { wholeNames, withParts } from '../entities/objects.ts';
import { groupedPart, trendAt } from './grouped-blocks.ts';
import { layoutsOf } from './layouts.ts';
import { isId } from '../reading/ids.ts';
import { KEYS, SCREEN_KEYS } from '../reading/keys.ts';

import {
  flagAt,
  get,
  knownKeys,
  knownNames,
  mapAt,
  mapOf,
  nameAt,
  namesAt,
  namesOf,
  things,
  unknown,
  wholeAt,
  wordAt,
  type Name,
} from '../reading/read.ts';
import { isPath, pathOf } from './screen-paths.ts';
import { noteWas, wasOf } from '../reading/former.ts';
import { own } from '../reading/tree.ts';

type Shape = Shapes[string];
type Common = Pick<Screen, 'id' | 'path' | 'formerPath' | 'roles' | 'icon' | 'written'>;

/** The fields that a list may show beside those of its entity, which come from point 4. */
export interface ScreenSurroundings {
  readonly shapes: Shapes;
  readonly hasStates: (entity: string) => boolean;
}

/** Point 2: the screens that are written, in their order. */
export function compileScreens(ctx: Context, map: LocatedMap | null, around: ScreenSurroundings): readonly Screen[] {
  const screens: Screen[] = [];
  for (const [id, { keySpot, value }] of things(map)) {
    if (id === 'menu') continue;
    if (!isId(ctx, 'screen', { text: id, spot: keySpot })) continue;
    ctx.spots.set(`screen ${id}`, keySpot);
    const node = mapOf(ctx, value);
    const screen = node === null ? null : compileScreen(ctx, id, node, around);
    if (screen !== null) screens.push(screen);
  }
  return screens;
}

const KINDS = keysOf(SCREEN_KEYS);

const RELATED_KEYS = KEYS.section.filter((key) => key !== 'fields');
const FIELDS_KEYS = [
  'label',
  'fields',
  'visible_when',
  'was',
] as const satisfies readonly (typeof KEYS.section)[number][];

const SCREEN_WORDS: readonly string[] = [...KEYS.screen, ...Object.values(SCREEN_KEYS).flat()];

function compileScreen(ctx: Context, id: string, map: LocatedMap, around: ScreenSurroundings): Screen | null {
  const kinds = KINDS.filter((kind) => map.entries.has(kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    if (kind === undefined) knownKeys(ctx, map, SCREEN_WORDS, 'screen');
    ctx.report('NF0803', map.spot, { words: KINDS.join(', ') });
    return null;
  }
  knownKeys(ctx, map, [...KEYS.screen, ...SCREEN_KEYS[kind]], 'screen');
  inlineText(ctx, `screens.${id}.label`, get(map, 'label'));
  const common = commonOf(ctx, id, kind, map);
  if (kind === 'blocks')
    return { ...common, kind, blocks: blocksOf(ctx, id, map, around), arrange: flagAt(ctx, map, 'arrange') };
  if (kind === 'page') return pageOf(ctx, common, map);
  const entity = entityAt(ctx, map, kind, around.shapes);
  if (entity === null) return null;
  if (kind === 'list') {
    const list = listOf(ctx, map, entity, around);
    return { ...common, kind, ...list, ...layoutsOf(ctx, map, entity), create: screenAt(ctx, id, map, 'create') };
  }
  if (kind === 'record') return recordOf(ctx, common, map, { entity, around });
  return formOf(ctx, common, map, entity);
}

function commonOf(ctx: Context, id: string, kind: Screen['kind'], map: LocatedMap): Common {
  const name = nameAt(ctx, map, 'path');
  if (name !== null && !isPath(name.text, kind)) {
    ctx.report('NF0801', name.spot, { path: name.text });
    ctx.broken.add(`path ${id}`);
  }
  if (name !== null) ctx.spots.set(`path ${id}`, name.spot);
  noteWas(ctx, 'screen', [id], map);
  const roles = rolesAt(ctx, map);
  const icon = wordAt(ctx, map, 'icon', SCREEN_ICONS);
  const path = name?.text ?? pathOf(id, kind);
  return { id, path, ...formerPathOf(ctx, id, { kind, path }), roles, icon, written: true };
}

/** The address that the former id gave, where it says as much of a record as the present one. */
function formerPathOf(
  ctx: Context,
  id: string,
  { kind, path }: Pick<Screen, 'kind' | 'path'>,
): Pick<Screen, 'formerPath'> {
  const was = wasOf(ctx, 'screen', [id]);
  if (was === null) return {};
  const formerPath = pathOf(was, kind);
  return formerPath.includes(':id') === path.includes(':id') && formerPath !== path ? { formerPath } : {};
}

/** The roles that something is for; null where none are written. */
function rolesAt(ctx: Context, map: LocatedMap): readonly string[] | null {
  return map.entries.has('roles') ? knownNames(ctx, 'NF0203', namesAt(ctx, map, 'roles'), ctx.names.roles) : null;
}

function entityAt(ctx: Context, map: LocatedMap, key: string, shapes: Shapes): Shape | null {
  const name = nameAt(ctx, map, key);
  if (name === null) return null;
  const shape = own(shapes, name.text);
  if (!shape) unknown(ctx, 'NF0201', name, Object.keys(shapes));
  return shape ?? null;
}

function whereAt(ctx: Context, map: LocatedMap, entity: Shape): ReturnType<typeof conditionOf> {
  return conditionOf(ctx, get(map, 'where'), rowsPlace(entity));
}

function rowsPlace({ id }: Shape): ExpressionPlace {
  const variables = { record: { kind: 'record', entity: id }, user: { kind: 'record', entity: 'user' } } as const;
  return { variables, asRows: true };
}

interface ListPart {
  readonly entity: string;
  readonly where: ReturnType<typeof conditionOf>;
  readonly columns: readonly string[];
  readonly sort: readonly string[];
}

function listOf(ctx: Context, map: LocatedMap, entity: Shape, around: ScreenSurroundings): ListPart {
  const columns = columnsOf(entity, around);
  const shown = [...columns, ...partsOf(entity.fields).keys()]; // an object is one column, or each of its parts is
  return {
    entity: entity.id,
    where: whereAt(ctx, map, entity),
    columns: knownNames(ctx, 'NF0202', namesAt(ctx, map, 'columns'), shown),
    sort: sortOf(ctx, namesAt(ctx, map, 'sort'), columns, entity),
  };
}

/** The name of another screen, which is looked up when all screens are known. */
function screenAt(ctx: Context, id: string, map: LocatedMap, key: 'then' | 'create'): string | null {
  const name = nameAt(ctx, map, key);
  if (name !== null) ctx.spots.set(`${key} ${id}`, name.spot);
  return name?.text ?? null;
}

const SYSTEM_COLUMNS = ['created_at', 'created_by', 'changed_at', 'changed_by'] as const;

function columnsOf(entity: Shape, around: ScreenSurroundings): readonly string[] {
  const states = around.hasStates(entity.id) ? ['state', 'state_since', 'state_final'] : [];
  return [...Object.keys(entity.fields), ...SYSTEM_COLUMNS, ...states];
}

/** The same with each object in the place of its parts. */
function wholeColumnsOf(entity: Shape, around: ScreenSurroundings): readonly string[] {
  const own = new Set(Object.keys(entity.fields));
  return [...wholeNames(entity.fields), ...columnsOf(entity, around).filter((name) => !own.has(name))];
}

function sortOf(
  ctx: Context,
  names: readonly Name[],
  columns: readonly string[],
  { fields }: Shape,
): readonly string[] {
  return names.flatMap((name) => {
    const [, minus = '', field = ''] = /^(-?)(.*)$/.exec(name.text) ?? [];
    if (isSecret(own(fields, field))) {
      ctx.report('NF0312', name.spot, { name: 'secret' });
      return [];
    }
    return knownNames(ctx, 'NF0202', [{ text: field, spot: name.spot }], columns).map((known) => minus + known);
  });
}

function blocksOf(ctx: Context, screen: string, map: LocatedMap, around: ScreenSurroundings): readonly Block[] {
  const blocks: Block[] = [];
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'blocks'))) {
    if (!isId(ctx, 'block', { text: id, spot: keySpot })) continue;
    ctx.spots.set(`block ${screen}.${id}`, keySpot);
    const node = mapOf(ctx, value);
    if (node === null) continue;
    knownKeys(ctx, node, KEYS.block, 'block');
    inlineText(ctx, `screens.${screen}.blocks.${id}.label`, get(node, 'label'));
    const block = blockOf(ctx, id, node, around);
    if (block !== null) blocks.push(block);
  }
  return blocks;
}

function blockOf(ctx: Context, id: string, map: LocatedMap, around: ScreenSurroundings): Block | null {
  const kind = BLOCK_KINDS.find((candidate) => map.entries.has(candidate));
  if (kind === undefined) {
    ctx.report('NF0803', map.spot, { words: BLOCK_KINDS.join(', ') });
    return null;
  }
  const entity = entityAt(ctx, map, kind, around.shapes);
  if (entity === null) return null;
  const visibleWhen = conditionOf(ctx, get(map, 'visible_when'), USER_PLACE);
  const common = { id, entity: entity.id, roles: rolesAt(ctx, map), visibleWhen, keep: flagAt(ctx, map, 'keep') };
  return BLOCKS[kind](ctx, common, map, { entity, around });
}

const USER_PLACE: ExpressionPlace = { variables: { user: { kind: 'record', entity: 'user' } }, guarded: true };

interface BlockPlace {
  readonly entity: Shape;
  readonly around: ScreenSurroundings;
}

type CommonOfBlock = Pick<Block, 'id' | 'entity' | 'roles' | 'visibleWhen' | 'keep'>;
type ReadBlock = (ctx: Context, common: CommonOfBlock, map: LocatedMap, place: BlockPlace) => Block;

/** How each kind of block is read, by the key that says its entity. */
const BLOCKS: Readonly<Record<Block['block'], ReadBlock>> = {
  count: (ctx, common, map, { entity, around }) => ({
    ...common,
    block: 'count',
    where: whereAt(ctx, map, entity),
    trend: trendAt(ctx, map, { entity, columns: columnsOf(entity, around) }),
  }),
  list: (ctx, common, map, { entity, around }) => ({
    ...common,
    block: 'list',
    ...listOf(ctx, map, entity, around),
    rows: wholeAt(ctx, map, { key: 'rows', bounds: [1, 100], otherwise: 5 }),
  }),
  chart: groupedBlock('chart'),
  table: groupedBlock('table'),
};

const BLOCK_KINDS = Object.keys(BLOCKS) as readonly Block['block'][]; // the keys of the table

function groupedBlock(block: 'chart' | 'table'): ReadBlock {
  return (ctx, common, map, { entity, around }) => {
    const where = whereAt(ctx, map, entity);
    const grouped = groupedPart(ctx, block, map, {
      entity,
      columns: columnsOf(entity, around),
      hasStates: around.hasStates(entity.id),
      place: rowsPlace(entity),
    });
    return { ...common, block, where, ...grouped };
  };
}

function pageOf(ctx: Context, common: Common, map: LocatedMap): Screen | null {
  const name = nameAt(ctx, map, 'page');
  if (name === null) return null;
  knownNames(ctx, 'NF0207', [name], ctx.names.pages);
  return { ...common, kind: 'page', page: name.text };
}

function recordOf(ctx: Context, common: Common, map: LocatedMap, { entity, around }: BlockPlace): Screen {
  const restHidden = wordAt(ctx, map, 'rest', ['hidden']) === 'hidden';
  return {
    ...common,
    kind: 'record',
    entity: entity.id,
    sections: sectionsOf(ctx, common.id, map, { entity, columns: wholeColumnsOf(entity, around), mayRelate: true }),
    related: relatedOf(ctx, map, { entity, around }),
    restHidden,
  };
}

interface SectionsPlace {
  readonly entity: Shape;
  readonly columns: readonly string[];
  /** Whether a section may hold related records instead of fields. */
  readonly mayRelate: boolean;
}

function sectionsOf(
  ctx: Context,
  screen: string,
  map: LocatedMap,
  { entity, columns, mayRelate }: SectionsPlace,
): readonly Section[] {
  const sections: Section[] = [];
  const used = new Set<string>();
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'sections'))) {
    if (!isId(ctx, 'section', { text: id, spot: keySpot })) continue;
    const node = value.kind === 'map' ? value : null;
    if (node !== null) {
      const isRelated = mayRelate && node.entries.has('related');
      knownKeys(ctx, node, isRelated ? RELATED_KEYS : FIELDS_KEYS, 'section');
      noteWas(ctx, 'section', [screen, id], node);
      inlineText(ctx, `screens.${screen}.sections.${id}.label`, get(node, 'label'));
      if (isRelated) continue;
    }
    const names = node === null ? namesOf(ctx, value) : namesAt(ctx, node, 'fields');
    for (const name of names) {
      if (used.has(name.text)) ctx.report('NF0805', name.spot, { name: name.text });
      used.add(name.text);
    }
    const fields = withParts(knownNames(ctx, 'NF0202', names, columns), entity.fields);
    sections.push({ id, fields, visibleWhen: node === null ? null : visibleOf(ctx, node, entity) });
  }
  return sections;
}

/** The sections of a record's page that hold the records that refer to it. */
function relatedOf(ctx: Context, map: LocatedMap, { entity, around }: BlockPlace): readonly RelatedSection[] {
  const found = inversesOf(around.shapes as Model['entities'])(entity.id); // reads no more than a shape has
  const used = new Set<string>();
  return things(mapAt(ctx, map, 'sections')).flatMap(([id, { value: node }]): readonly RelatedSection[] => {
    const name = node.kind === 'map' ? nameAt(ctx, node, 'related') : null;
    if (node.kind !== 'map' || name === null) return [];
    const inverse = found.get(name.text);
    const from = own(around.shapes, inverse?.entity.id ?? '');
    if (inverse === undefined || from === undefined) {
      if (!ctx.broken.has(`inverse ${name.text}`)) unknown(ctx, 'NF0370', name, [...found.keys()]);
      return [];
    }
    if (used.has(name.text)) ctx.report('NF0805', name.spot, { name: name.text });
    used.add(name.text);
    const columns = columnsOf(from, around);
    const shown = [...columns, ...partsOf(from.fields).keys()];
    return [
      {
        id,
        inverse: name.text,
        entity: from.id,
        field: inverse.field.id,
        columns: knownNames(ctx, 'NF0202', namesAt(ctx, node, 'columns'), shown),
        sort: sortOf(ctx, namesAt(ctx, node, 'sort'), columns, from),
        create: flagAt(ctx, node, 'create'),
        visibleWhen: visibleOf(ctx, node, entity),
      },
    ];
  });
}

function visibleOf(ctx: Context, map: LocatedMap, entity: Shape): Section['visibleWhen'] {
  const variables = {
    record: { kind: 'record', entity: entity.id },
    user: { kind: 'record', entity: 'user' },
    creating: { kind: 'boolean' },
  } as const;
  return conditionOf(ctx, get(map, 'visible_when'), { variables });
}

function formOf(ctx: Context, common: Common, map: LocatedMap, entity: Shape): Screen {
  const preset: Record<string, NonNullable<ReturnType<typeof valueOf>>> = {};
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'preset'))) {
    const field = own(entity.fields, id);
    if (!field) unknown(ctx, 'NF0202', { text: id, spot: keySpot }, Object.keys(entity.fields));
    else if (value.kind !== 'open') {
      const expression = valueOf(ctx, value, { variables: { user: { kind: 'record', entity: 'user' } } }, field);
      if (expression !== null) preset[id] = expression;
    }
  }
  const presetKey = map.entries.get('preset');
  if (presetKey && common.path.includes('/:')) ctx.report('NF0822', presetKey.keySpot, { name: common.id });
  const then = screenAt(ctx, common.id, map, 'then');
  const whole = wholeNames(entity.fields);
  const only = withParts(knownNames(ctx, 'NF0202', namesAt(ctx, map, 'only'), whole), entity.fields);
  const sections = sectionsOf(ctx, common.id, map, { entity, columns: whole, mayRelate: false });
  // oxlint-disable-next-line unicorn/no-thenable -- `then` is the language's word
  return { ...common, kind: 'form', entity: entity.id, only, sections, preset, then };
}
