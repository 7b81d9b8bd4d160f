import type { Report } from '../issues/report.ts';
import { positionOf, type Entry, type Located, type LocatedMap, type LocatedOpen, type Spot } from './located.ts';

/** Merges the maps of all files, in their order, deeply; what is set twice is reported at the second place. */
export function mergeMaps(maps: readonly LocatedMap[], report: Report): LocatedMap | null {
  const [first, ...rest] = maps;
  if (!first) return null;
  return rest.reduce((into, map) => mergeMap(into, map, report), first);
}

function mergeMap(into: LocatedMap, from: LocatedMap, report: Report): LocatedMap {
  const entries = new Map(into.entries);
  for (const [key, entry] of from.entries) {
    const before = entries.get(key);
    entries.set(key, before ? mergeEntry(key, before, entry, report) : entry);
  }
  return { kind: 'map', entries, spot: into.spot };
}

function mergeEntry(key: string, before: Entry, entry: Entry, report: Report): Entry {
  if (before.value.kind === 'map' && entry.value.kind === 'map') {
    return { keySpot: before.keySpot, value: mergeMap(before.value, entry.value, report) };
  }
  if (key === 'more' && before.value.kind === 'open' && entry.value.kind === 'open') return before;
  const open = before.value.kind === 'open' || entry.value.kind === 'open';
  report(open ? 'NF0011' : 'NF0010', entry.keySpot, { key, other: placeOf(before.keySpot) });
  return before;
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
