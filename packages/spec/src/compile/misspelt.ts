import type { SourceFile } from '../application.ts';
import { isSlip, isStyle } from '../expressions/schema/nearest.ts';
import { besideLoaded, isDeclaring, knownAlone } from '../issues/known-alone.ts';
import type { Collected } from '../issues/report.ts';
import { mergeMaps } from '../load/merge.ts';
import type { Entry, Located, LocatedMap, Spot } from '../located.ts';
import { KEYS } from './reading/keys.ts';
import { compileModel, unknownPoints, type CompiledModel } from './model.ts';

/** A model with what was found as it was read. */
export interface Read extends CompiledModel {
  readonly collected: Collected;
  /** False where a part of the specification could not be read: then only what is certain without it was reported. */
  readonly isWhole: boolean;
}

/**
 * Compiles the model. A key that is certainly meant as another one is read as that one, so that it is told once, and what
 * stands under it is not missing elsewhere.
 */
export function readAsMeant(
  tree: LocatedMap,
  files: readonly SourceFile[],
  loaded: Collected,
  unread: readonly Spot[],
): Read {
  const misplaced: Spot[] = [];
  const attempt = (
    of: LocatedMap,
    into: Collected,
    undeclared: readonly string[],
  ): Read & { readonly noted: Noted } => {
    const { heard, noted } = noting(into);
    const lost = [...unread, ...unknownPoints(of).map(({ spot }) => spot), ...misplaced];
    const isWhole = lost.length === 0 && undeclared.length === 0;
    const certain = isWhole ? heard : knownAlone(heard, lost, undeclared);
    const collected = besideLoaded(certain, loaded.issues());
    return { ...compileModel(of, files, collected), collected, noted, isWhole };
  };
  const first = attempt(tree, loaded.copy(), []);
  const { misspelt, noMaps, strange } = first.noted;
  const undeclared = keysWithout(tree, new Set(noMaps.map(placeOf)));
  misplaced.push(...spotsUnder(tree, new Set(strange.map(placeOf))));
  if (misspelt.length === 0 && misplaced.length === 0 && undeclared.length === 0) return first;
  const told = loaded.copy();
  for (const { id, spot, params } of misspelt) told.report(id, spot, params);
  return attempt(asMeant(tree, misspelt), told, undeclared);
}

/** The keys that declare things by a map, and have something else in its place. */
function keysWithout(node: Located, noMaps: ReadonlySet<string>): readonly string[] {
  if (noMaps.size === 0 || node.kind === 'scalar' || node.kind === 'open') return [];
  if (node.kind === 'list') return node.items.flatMap((item) => keysWithout(item, noMaps));
  return [...node.entries].flatMap(([key, { value }]) =>
    isDeclaring(key) && noMaps.has(placeOf(value.spot)) ? [key] : keysWithout(value, noMaps),
  );
}

/** What stands under keys that are not known, with them: it may declare what others name. */
function spotsUnder(node: Located, keys: ReadonlySet<string>): readonly Spot[] {
  if (keys.size === 0 || node.kind === 'scalar' || node.kind === 'open') return [];
  if (node.kind === 'list') return node.items.flatMap((item) => spotsUnder(item, keys));
  return [...node.entries].flatMap(([, { keySpot, value }]) => {
    const isStrange = keys.has(placeOf(keySpot)) && (value.kind === 'map' || value.kind === 'list');
    return isStrange ? [{ ...keySpot, end: value.spot.end }] : spotsUnder(value, keys);
  });
}

/** A key that is not known, or no entity, and the one that is meant by it. */
interface Misspelt {
  readonly id: 'NF0101' | 'NF0201';
  readonly spot: Spot;
  readonly params: Readonly<Record<string, string>>;
}

/** What the first reading found that makes a second one say less. */
interface Noted {
  readonly misspelt: readonly Misspelt[];
  /** Keys that are not known, and meant as no other one. */
  readonly strange: readonly Spot[];
  /** Values that should be maps. */
  readonly noMaps: readonly Spot[];
}

/** Whether a key is certainly meant as another one, and as no second one of the same place: `rles` may be `roles` or `rules`. */
function isOneSlip(name: string, nearest: string): boolean {
  const others = Object.values<readonly string[]>(KEYS).filter((keys) => keys.includes(nearest));
  const isOther = (key: string): boolean => key !== nearest && isSlip(name, key);
  return isSlip(name, nearest) && (isStyle(name, nearest) || !others.some((keys) => keys.some(isOther)));
}

/** The same collector, which also notes keys that are certainly meant as another one, and what should be a map. */
function noting(collected: Collected): { readonly heard: Collected; readonly noted: Noted } {
  const misspelt: Misspelt[] = [];
  const noMaps: Spot[] = [];
  const strange: Spot[] = [];
  const report: Collected['report'] = (id, spot, params = {}) => {
    const { name = '', nearest = '' } = params;
    const isMeant = (id === 'NF0101' && isOneSlip(name, nearest)) || (id === 'NF0201' && isSlip(name, nearest));
    if (isMeant && nearest !== '') misspelt.push({ id, spot, params });
    else if (id === 'NF0101') strange.push(spot);
    if (id === 'NF0102') noMaps.push(spot);
    collected.report(id, spot, params);
  };
  return { heard: { ...collected, report }, noted: { misspelt, noMaps, strange } };
}

/** The tree with each misspelt key as it is meant. Where its map has that key too, both are read as one where they are maps. */
function asMeant(tree: LocatedMap, misspelt: readonly Misspelt[]): LocatedMap {
  const meant = new Map(misspelt.map(({ spot, params }) => [placeOf(spot), params['nearest'] ?? '']));
  const mapOf = (map: LocatedMap): LocatedMap => {
    const entries = new Map<string, Entry>();
    for (const [key, { keySpot, value }] of map.entries) {
      const name = meant.get(placeOf(keySpot)) ?? key;
      const there = entries.get(name);
      const own = nodeOf(value);
      if (there === undefined) entries.set(name, { keySpot, value: own });
      else if (there.value.kind === 'map' && own.kind === 'map') {
        const both = mergeMaps([there.value, own], () => undefined) ?? own;
        entries.set(name, { keySpot: there.keySpot, value: both });
      }
    }
    return { ...map, entries };
  };
  const nodeOf = (node: Located): Located => {
    if (node.kind === 'map') return mapOf(node);
    return node.kind === 'list' ? { ...node, items: node.items.map(nodeOf) } : node;
  };
  return mapOf(tree);
}

function placeOf({ source, start }: Spot): string {
  return `${source.path} ${String(start)}`;
}
