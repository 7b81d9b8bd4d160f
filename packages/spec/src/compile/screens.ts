import type { Block, Layout, MenuGroup, Screen, Section } from '@ninefold/model';
import type { LocatedMap } from '../load/located.ts';
import { inlineText, type Context } from './context.ts';
import type { Shapes } from './entities.ts';
import { conditionOf, type ExpressionPlace } from './expressions.ts';
import { valueOf } from './fields.ts';
import { groupedPart } from './grouped-blocks.ts';
import { isId } from './ids.ts';
import { KEYS, SCREEN_KEYS } from './keys.ts';
import { NOT_YET_VALUES } from './not-yet.ts';
import {
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
} from './read.ts';
import { isPath, pathOf } from './screen-paths.ts';
import { own } from './tree.ts';

type Shape = Shapes[string];
type Common = Pick<Screen, 'id' | 'path' | 'roles' | 'written'>;

/** What point 4 adds to the fields of an entity for lists. */
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

const KINDS = Object.keys(SCREEN_KEYS) as readonly (keyof typeof SCREEN_KEYS)[];

function compileScreen(ctx: Context, id: string, map: LocatedMap, around: ScreenSurroundings): Screen | null {
  const kinds = KINDS.filter((kind) => map.entries.has(kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    ctx.report('NF0803', map.spot, { words: KINDS.join(', ') });
    return null;
  }
  knownKeys(ctx, map, [...KEYS.screen, ...SCREEN_KEYS[kind]], 'screen');
  inlineText(ctx, `screens.${id}.label`, get(map, 'label'));
  const common = commonOf(ctx, id, kind, map);
  if (kind === 'blocks') return { ...common, kind, blocks: blocksOf(ctx, id, map, around) };
  if (kind === 'page') return pageOf(ctx, common, map);
  const entity = entityAt(ctx, map, kind, around.shapes);
  if (entity === null) return null;
  if (kind === 'list') return { ...common, kind, ...listOf(ctx, map, entity, around), layouts: layoutsOf(ctx, map) };
  if (kind === 'record') return recordOf(ctx, common, map, entity);
  return formOf(ctx, common, map, entity);
}

function commonOf(ctx: Context, id: string, kind: Screen['kind'], map: LocatedMap): Common {
  const name = nameAt(ctx, map, 'path');
  if (name !== null && !isPath(name.text, kind)) ctx.report('NF0801', name.spot, { path: name.text });
  if (name !== null) ctx.spots.set(`path ${id}`, name.spot);
  const roles = map.entries.has('roles')
    ? knownNames(ctx, 'NF0203', namesAt(ctx, map, 'roles'), ctx.names.roles)
    : null;
  return { id, path: name?.text ?? pathOf(id, kind), roles, written: true };
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
  return {
    entity: entity.id,
    where: whereAt(ctx, map, entity),
    columns: knownNames(ctx, 'NF0202', namesAt(ctx, map, 'columns'), columns),
    sort: sortOf(ctx, namesAt(ctx, map, 'sort'), columns),
  };
}

const LAYOUTS: readonly Layout[] = ['table', ...NOT_YET_VALUES.layouts];

function layoutsOf(ctx: Context, map: LocatedMap): readonly Layout[] {
  return namesAt(ctx, map, 'layouts').flatMap((name) => {
    const layout = LAYOUTS.find((candidate) => candidate === name.text);
    if (layout === undefined) unknown(ctx, 'NF0110', name, LAYOUTS);
    else if (layout !== 'table') ctx.report('NF0901', name.spot, { name: `layouts: ${layout}` });
    return layout === undefined ? [] : [layout];
  });
}

const SYSTEM_COLUMNS = ['created_at', 'created_by', 'changed_at', 'changed_by'] as const;

function columnsOf(entity: Shape, around: ScreenSurroundings): readonly string[] {
  const states = around.hasStates(entity.id) ? ['state', 'state_since', 'state_final'] : [];
  return [...Object.keys(entity.fields), ...SYSTEM_COLUMNS, ...states];
}

function sortOf(ctx: Context, names: readonly Name[], columns: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const [, minus = '', field = ''] = /^(-?)(.*)$/.exec(name.text) ?? [];
    return knownNames(ctx, 'NF0202', [{ text: field, spot: name.spot }], columns).map((known) => minus + known);
  });
}

function blocksOf(ctx: Context, screen: string, map: LocatedMap, around: ScreenSurroundings): readonly Block[] {
  const blocks: Block[] = [];
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'blocks'))) {
    if (!isId(ctx, 'block', { text: id, spot: keySpot })) continue;
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
  const key = (['count', 'list', 'chart', 'table'] as const).find((candidate) => map.entries.has(candidate));
  if (key === undefined) {
    ctx.report('NF0803', map.spot, { words: 'count, list, chart, table' });
    return null;
  }
  const entity = entityAt(ctx, map, key, around.shapes);
  if (entity === null) return null;
  if (key === 'count') return { id, block: 'count', entity: entity.id, where: whereAt(ctx, map, entity) };
  if (key !== 'list') {
    const where = whereAt(ctx, map, entity);
    const grouped = groupedPart(ctx, map, columnsOf(entity, around), rowsPlace(entity));
    return { id, block: key, entity: entity.id, where, ...grouped };
  }
  return { id, block: 'list', ...listOf(ctx, map, entity, around), rows: wholeAt(ctx, map, 'rows', [1, 100], 5) };
}

function pageOf(ctx: Context, common: Common, map: LocatedMap): Screen | null {
  const name = nameAt(ctx, map, 'page');
  if (name === null) return null;
  knownNames(ctx, 'NF0207', [name], ctx.names.pages);
  return { ...common, kind: 'page', page: name.text };
}

function recordOf(ctx: Context, common: Common, map: LocatedMap, entity: Shape): Screen {
  const restHidden = wordAt(ctx, map, 'rest', ['hidden']) === 'hidden';
  return {
    ...common,
    kind: 'record',
    entity: entity.id,
    sections: sectionsOf(ctx, common.id, map, entity),
    restHidden,
  };
}

function sectionsOf(ctx: Context, screen: string, map: LocatedMap, entity: Shape): readonly Section[] {
  const sections: Section[] = [];
  const used = new Set<string>();
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, 'sections'))) {
    if (!isId(ctx, 'section', { text: id, spot: keySpot })) continue;
    const node = value.kind === 'map' ? value : null;
    if (node !== null) {
      knownKeys(ctx, node, KEYS.section, 'section');
      inlineText(ctx, `screens.${screen}.sections.${id}.label`, get(node, 'label'));
    }
    const names = node === null ? namesOf(ctx, value) : namesAt(ctx, node, 'fields');
    for (const name of names) {
      if (used.has(name.text)) ctx.report('NF0805', name.spot, { name: name.text });
      used.add(name.text);
    }
    const fields = knownNames(ctx, 'NF0202', names, Object.keys(entity.fields));
    sections.push({ id, fields, visibleWhen: node === null ? null : visibleOf(ctx, node, entity) });
  }
  return sections;
}

function visibleOf(ctx: Context, map: LocatedMap, entity: Shape): Section['visibleWhen'] {
  const variables = {
    record: { kind: 'record', entity: entity.id },
    user: { kind: 'record', entity: 'user' },
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
  const then = nameAt(ctx, map, 'then');
  if (then !== null) ctx.spots.set(`then ${common.id}`, then.spot);
  const only = knownNames(ctx, 'NF0202', namesAt(ctx, map, 'only'), Object.keys(entity.fields));
  const sections = sectionsOf(ctx, common.id, map, entity);
  // oxlint-disable-next-line unicorn/no-thenable -- `then` is the language's word
  return { ...common, kind: 'form', entity: entity.id, only, sections, preset, then: then?.text ?? null };
}

/** The groups of the navigation as written: a map of groups, or one list. */
export function compileMenu(ctx: Context, screens: LocatedMap | null, all: readonly Screen[]): readonly MenuGroup[] {
  const node = screens === null ? null : get(screens, 'menu');
  if (node === null) return defaultMenu(all);
  if (node.kind !== 'map') return [{ id: 'main', screens: menuScreens(ctx, namesOf(ctx, node), all) }];
  return things(node).flatMap(([id, { keySpot, value }]) => {
    if (!isId(ctx, 'section', { text: id, spot: keySpot })) return [];
    if (value.kind === 'map') {
      knownKeys(ctx, value, ['label', 'screens'], null);
      inlineText(ctx, `menu.${id}.label`, get(value, 'label'));
    }
    const names = value.kind === 'map' ? namesAt(ctx, value, 'screens') : namesOf(ctx, value);
    return [{ id, screens: menuScreens(ctx, names, all) }];
  });
}

function menuScreens(ctx: Context, names: readonly Name[], all: readonly Screen[]): readonly string[] {
  const known = knownNames(ctx, 'NF0205', names, [
    ...all.filter(({ id }) => !id.includes('.')).map(({ id }) => id),
    ...ctx.names.screens,
  ]);
  for (const name of names) {
    const screen = all.find(({ id }) => id === name.text);
    if (screen?.kind === 'record') ctx.report('NF0804', name.spot, { name: name.text });
  }
  return known;
}

/** Everything that opens without a record, written screens first, `user` last. */
function defaultMenu(all: readonly Screen[]): readonly MenuGroup[] {
  const written = all.filter((screen) => screen.written && screen.kind !== 'record');
  const listed = new Set(written.flatMap((screen) => (screen.kind === 'list' ? [screen.entity] : [])));
  const standard = all.filter((screen) => !screen.written && screen.kind === 'list' && !listed.has(screen.entity));
  const ids = [...written, ...standard].map(({ id }) => id);
  return ids.length === 0 ? [] : [{ id: 'main', screens: ids }];
}
