import type { Report } from '../issues/report.ts';
import { positionOf, type Entry, type Located, type LocatedMap, type LocatedOpen, type Spot } from '../located.ts';

/** Merges the maps of all files deeply, in their order. A value that is set twice is reported at the second place. */
export function mergeMaps(maps: readonly LocatedMap[], report: Report): LocatedMap | null {
  const [first, ...rest] = maps;
  if (!first) return null;
  const merged = growing(first);
  for (const map of rest) mergeInto(merged, map, report);
  return merged;
}

/** A map that is made here and may grow. Each map is copied once, however many files add to it. */
interface GrowingMap extends LocatedMap {
  readonly entries: Map<string, Entry>;
  readonly grown: Map<string, GrowingMap>;
}

function growing(map: LocatedMap): GrowingMap {
  return { kind: 'map', entries: new Map(map.entries), spot: map.spot, grown: new Map() };
}

function mergeInto(into: GrowingMap, from: LocatedMap, report: Report): void {
  for (const [key, entry] of from.entries) {
    const before = into.entries.get(key);
    if (!before) into.entries.set(key, entry);
    else if (before.value.kind === 'map' && entry.value.kind === 'map') {
      const value = into.grown.get(key) ?? growing(before.value);
      into.grown.set(key, value);
      into.entries.set(key, { keySpot: before.keySpot, value });
      mergeInto(value, entry.value, report);
    } else if (isLost(before)) into.entries.set(key, entry);
    else if (isPairWithoutColon(before, entry)) {
      report('NF0102', before.value.spot);
      into.entries.set(key, entry);
    } else if (isPairWithoutColon(entry, before)) report('NF0102', entry.value.spot);
    else if (!isLost(entry)) reportTwice(key, before, entry, report);
  }
}

/** What could not be read was reported, and is no second value. */
function isLost({ value }: Entry): boolean {
  return value.kind === 'open' && value.isLost === true;
}

/** `article all` where another file has a map: a key and its value without the colon, and no second value. */
function isPairWithoutColon({ value }: Entry, other: Entry): boolean {
  return other.value.kind === 'map' && value.kind === 'scalar' && value.plain && /^[a-z_]\w* \S/.test(value.text);
}

function reportTwice(key: string, before: Entry, entry: Entry, report: Report): void {
  if (key === 'more' && before.value.kind === 'open' && entry.value.kind === 'open') return;
  const open = before.value.kind === 'open' || entry.value.kind === 'open';
  report(open ? 'NF0011' : 'NF0010', entry.keySpot, { key, other: placeOf(before.keySpot) });
}

/** `file:line:column`, as compilers write it. */
export function placeOf(spot: Spot): string {
  const { line, column } = positionOf(spot.source, spot.start);
  return `${spot.source.path}:${String(line)}:${String(column)}`;
}

/** Turns `not shown` and `{ not_shown, ask }` into open nodes, everywhere. */
export function withOpen(node: Located): Located {
  if (node.kind === 'scalar') return node.plain && node.text === 'not shown' ? open(node.spot, null, null) : node;
  if (node.kind === 'list') return { ...node, items: node.items.map(withOpen) };
  if (node.kind !== 'map') return node;
  if (node.entries.has('not_shown')) return openMap(node);
  const entries = new Map([...node.entries].map(([key, entry]) => [key, { ...entry, value: withOpen(entry.value) }]));
  return { ...node, entries };
}

function open(spot: Spot, question: string | null, ask: string | null): LocatedOpen {
  return { kind: 'open', question, ask, spot };
}

function openMap(map: LocatedMap): Located {
  const others = [...map.entries.keys()].filter((key) => key !== 'not_shown' && key !== 'ask');
  return others.length > 0 ? map : open(map.spot, scalarText(map, 'not_shown'), scalarText(map, 'ask'));
}

function scalarText(map: LocatedMap, key: string): string | null {
  const value = map.entries.get(key)?.value;
  return value?.kind === 'scalar' && value.text !== 'true' ? value.text : null;
}
