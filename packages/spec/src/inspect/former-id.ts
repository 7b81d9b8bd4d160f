import type { ThingKind } from '../language/shape.ts';
import type { Entry, LocatedList, LocatedMap, Spot } from '../located.ts';
import { declared } from './symbols.ts';
import type { Visit } from './visit.ts';

/** A text in the place of another one; an empty place is one to insert at. */
export interface Edit {
  readonly spot: Spot;
  readonly text: string;
}

/** What is kept under its id: data, history, timers, addresses. */
const FOLLOWED: ReadonlySet<ThingKind> = new Set([
  'entity',
  'field',
  'option',
  'state',
  'transition',
  'reaction',
  'rule',
  'role',
  'error',
  'limit',
  'screen',
]);

type Id = Extract<Visit, { what: 'id' }>;

/**
 * What is written where a thing is declared that gets another id: `was: old_id`. Where it says a former id already, that one stays;
 * where it gets that one back, it goes. None where nothing is kept under its id.
 */
export function formerId(visits: readonly Visit[], symbol: string, name: string): readonly Edit[] {
  const places = visits.filter((visit): visit is Id => visit.what === 'id' && declared(visit) === symbol);
  const [first] = places;
  if (first === undefined || !FOLLOWED.has(first.kind) || first.where.fields === 'input') return [];
  const said = places.flatMap(({ entry }) => (entry?.value.kind === 'map' ? [entry.value] : []));
  const known = said.find(({ entries }) => entries.has('was'));
  if (known !== undefined) {
    const was = known.entries.get('was')?.value;
    return was?.kind === 'scalar' && was.text === name ? without(known, 'was') : [];
  }
  if (first.among !== null) return asMap(first.among, first);
  const [map] = said;
  return map === undefined ? [] : [withFirst(map, `was: ${first.text}`)];
}

function isFlow({ source, start }: Spot): boolean {
  return source.text[start] === '{' || source.text[start] === '[';
}

/** The entry in front of all others of a map. */
function withFirst({ spot, entries }: LocatedMap, entry: string): Edit {
  const { source } = spot;
  if (isFlow(spot)) return insertion(spot, spot.start + 1, entries.size === 0 ? ` ${entry} ` : ` ${entry},`);
  const start = [...entries.values()][0]?.keySpot.start ?? spot.start;
  return insertion(spot, start, `${entry}\n${' '.repeat(start - lineStart(source.text, start))}`);
}

/** A list of ids as a map of them, in which one of them says what it was. */
function asMap({ spot, items }: LocatedList, { spot: own, text }: Id): readonly Edit[] {
  const values = items.map((item) =>
    insertion(item.spot, item.spot.end, item.spot.start === own.start ? `: { was: ${text} }` : ': {}'),
  );
  if (isFlow(spot))
    return [
      { spot: { ...spot, end: spot.start + 1 }, text: '{ ' },
      ...values,
      { spot: { ...spot, start: spot.end - 1 }, text: ' }' },
    ];
  const dashes = items.map(({ spot: item }) => {
    const start = item.source.text.lastIndexOf('-', item.start);
    return { spot: { ...item, start, end: item.start }, text: '' };
  });
  return [...dashes, ...values];
}

/** A map without one of its entries. */
function without({ spot, entries }: LocatedMap, key: string): readonly Edit[] {
  const all = [...entries.values()];
  const at = [...entries.keys()].indexOf(key);
  const [entry, before, after] = [all[at], all[at - 1], all[at + 1]];
  if (entry === undefined) return [];
  if (all.length === 1) return [{ spot, text: '{}' }];
  if (after !== undefined) return [removed(spot, entry.keySpot.start, after.keySpot.start)];
  return [removed(spot, endOf(before), endOf(entry))];
}

function endOf(entry: Entry | undefined): number {
  return entry?.value.spot.end ?? 0;
}

function removed(spot: Spot, start: number, end: number): Edit {
  return { spot: { ...spot, start, end }, text: '' };
}

function insertion(spot: Spot, at: number, text: string): Edit {
  return { spot: { ...spot, start: at, end: at }, text };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}
