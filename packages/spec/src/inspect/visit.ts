import type { NameKind, Place, Shape, ThingKind } from '../language/shape.ts';
import { shapeOf } from '../language/keys-of.ts';
import { GRANT_SHAPE, MENU_SHAPE } from '../language/shapes.ts';
import { keysOf } from '../language/keys-of.ts';
import { OBJECT } from '../compile/kinds/written-types.ts';
import type { Entry, Located, LocatedList, LocatedMap, LocatedScalar, Spot } from '../located.ts';
import { NOWHERE, type Where } from './where.ts';

/** Something of a file that an editor may ask about. */
export type Visit =
  /** A key of the language. */
  | { readonly what: 'key'; readonly text: string; readonly spot: Spot; readonly place: Place; readonly where: Where }
  /** An id that is declared here. */
  | {
      readonly what: 'id';
      readonly text: string;
      readonly spot: Spot;
      readonly kind: ThingKind;
      readonly where: Where;
      readonly entry: Entry | null;
      /** The list that declares it; null where it is a key. */
      readonly among: LocatedList | null;
    }
  /** A name of something declared elsewhere. */
  | { readonly what: 'name'; readonly text: string; readonly spot: Spot; readonly of: NameKind; readonly where: Where }
  /** A value that is no name: `shapes` are all that may stand there. */
  | {
      readonly what: 'value';
      readonly node: LocatedScalar;
      readonly shapes: readonly Shape[];
      readonly key: string;
      readonly where: Where;
    };

type Tell = (visit: Visit) => void;

/** Walks through one file and calls `visit` for each key, id, name and value that may stand at its place. */
export function visitFile(tree: LocatedMap, tell: Tell): void {
  walkMap(tree, 'root', NOWHERE, tell);
}

function walk(
  node: Located,
  shape: Shape,
  { key, where, tell }: { readonly key: string; readonly where: Where; readonly tell: Tell },
): void {
  if (node.kind === 'open') return;
  if (node.kind === 'scalar') return walkScalar(node, alternatives(shape), { key, where, tell });
  for (const one of alternatives(shape)) {
    if (node.kind === 'list' && one.is === 'list') {
      for (const item of node.items) walkItem(item, one.of, { list: node, key, where, tell });
      return;
    }
    if (node.kind !== 'map') continue;
    if (one.is === 'map') return walkMap(node, one.place, where, tell);
    if (one.is === 'things') return walkThings(node, one, where, tell);
    if (one.is === 'keyed') return walkKeyed(node, one, where, tell);
  }
}

function alternatives(shape: Shape): readonly Shape[] {
  return shape.is === 'either' ? shape.of.flatMap(alternatives) : [shape];
}

/** A list of options declares them. */
function walkItem(
  item: Located,
  shape: Shape,
  {
    list,
    key,
    where,
    tell,
  }: { readonly list: LocatedList; readonly key: string; readonly where: Where; readonly tell: Tell },
): void {
  if (key === 'options' && item.kind === 'scalar')
    tell({ what: 'id', text: item.text, spot: item.spot, kind: 'option', where, entry: null, among: list });
  else walk(item, shape, { key, where, tell });
}

function walkScalar(
  node: LocatedScalar,
  shapes: readonly Shape[],
  { key, where, tell }: { readonly key: string; readonly where: Where; readonly tell: Tell },
): void {
  const words = shapes.flatMap((shape) => (shape.is === 'word' ? shape.words : []));
  const name = shapes.find((shape) => shape.is === 'name');
  if (name && !words.includes(node.text)) {
    tell({ what: 'name', text: node.text, spot: textSpot(node), of: name.of, where });
  } else if (name && shapes.length === 1)
    tell({ what: 'name', text: node.text, spot: textSpot(node), of: name.of, where });
  else tell({ what: 'value', node, shapes, key, where });
}

/** Where the text stands, without its quotes. */
export function textSpot(node: LocatedScalar): Spot {
  const quoted = !node.plain && node.spot.end - node.spot.start === node.text.length + 2;
  return quoted ? { ...node.spot, start: node.spot.start + 1, end: node.spot.end - 1 } : node.spot;
}

function walkMap(map: LocatedMap, place: Place, where: Where, tell: Tell): void {
  const here = place === 'screen' || place === 'block' ? { ...where, entity: entityOf(map) } : where;
  if (place === 'field' && isObject(map)) return walkMap(map, 'objectField', where, tell);
  const known = new Set(keysOf(place).map(({ key }) => key));
  for (const [key, { keySpot, value }] of map.entries) {
    if (known.has(key)) {
      tell({ what: 'key', text: key, spot: keySpot, place, where: here });
      walk(value, shapeOf(place, key), { key, where: inside(here, { map, place, key }), tell });
    } else if (place === 'role') {
      tell({ what: 'name', text: key, spot: keySpot, of: 'entity', where: here });
      walk(value, GRANT_SHAPE, { key, where: { ...here, entity: key }, tell });
    } else tell({ what: 'key', text: key, spot: keySpot, place, where: here });
  }
}

interface KeyPlace {
  readonly map: LocatedMap;
  readonly place: Place;
  readonly key: string;
}

function inside(where: Where, { map, place, key }: KeyPlace): Where {
  if (place === 'section' && (key === 'columns' || key === 'sort')) return { ...where, related: relatedOf(map) };
  if ((place === 'field' || place === 'objectField') && key === 'fields')
    return { ...where, lines: where.field, fields: 'line' };
  if (place === 'transition' && key === 'input') return { ...where, fields: 'input' };
  return where;
}

function isObject(map: LocatedMap): boolean {
  const type = map.entries.get('type')?.value;
  return type?.kind === 'scalar' && type.text === OBJECT;
}

function relatedOf(section: LocatedMap): string {
  const value = section.entries.get('related')?.value;
  return value?.kind === 'scalar' ? value.text : '';
}

const ENTITY_KEYS = ['list', 'record', 'form', 'count', 'chart', 'table'];

function entityOf(map: LocatedMap): string | null {
  for (const key of ENTITY_KEYS) {
    const value = map.entries.get(key)?.value;
    if (value?.kind === 'scalar') return value.text;
  }
  return null;
}

function walkThings(map: LocatedMap, shape: Extract<Shape, { is: 'things' }>, where: Where, tell: Tell): void {
  for (const [id, entry] of map.entries) {
    if (shape.kind === 'screen' && id === 'menu') {
      walk(entry.value, MENU_SHAPE, { key: id, where, tell });
      continue;
    }
    if (id === 'more' && entry.value.kind === 'open') continue;
    tell({ what: 'id', text: id, spot: entry.keySpot, kind: shape.kind, where, entry, among: null });
    walk(entry.value, shape.of, { key: id, where: below(where, shape.kind, id), tell });
  }
}

/** The place below a thing. */
function below(where: Where, kind: ThingKind, id: string): Where {
  switch (kind) {
    case 'entity':
      return { ...where, entity: id };
    case 'field':
      return { ...where, field: id };
    case 'transition':
      return { ...where, transition: id };
    case 'role':
      return { ...where, role: id };
    case 'screen':
      return { ...where, screen: id };
    default:
      return where;
  }
}

function walkKeyed(map: LocatedMap, shape: Extract<Shape, { is: 'keyed' }>, where: Where, tell: Tell): void {
  for (const [key, { keySpot, value }] of map.entries) {
    if (key === 'more' && value.kind === 'open') continue;
    tell({ what: 'name', text: key, spot: keySpot, of: shape.by, where });
    const [entity = '', lines = null] = key.split('.');
    const isEntity = shape.by === 'entity' || shape.by === 'entity_or_lines';
    walk(value, shape.of, { key, where: isEntity ? { ...where, entity, lines } : { ...where, field: key }, tell });
  }
}
