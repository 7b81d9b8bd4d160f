import { inspect, treeOf, type Inspection } from '../../packages/spec/src/inspect/inspect.ts';
import type { SourceFile } from '../../packages/spec/src/index.ts';
import type { Place, ThingKind } from '../../packages/spec/src/language/shape.ts';
import { sourceText, type Located, type LocatedMap, type Spot } from '../../packages/spec/src/located.ts';

/** A key with its value, as it stands in a file. */
export interface Pair {
  readonly key: string;
  readonly keySpot: Spot;
  readonly value: Located;
  readonly map: LocatedMap;
  /** True inside `{ }`. */
  readonly isFlow: boolean;
  /** The kind of map that a key of the language stands in; null of every other key. */
  readonly place: Place | null;
  /** What an id declares; null of every other key. */
  readonly kind: ThingKind | null;
  /** The key whose value the map is; null at the top of a file. */
  readonly parent: Pair | null;
}

/** A specification as it is written, with all that can be mistaken in it. */
export interface Written extends Pick<Inspection, 'visits' | 'occurrences' | 'expressions'> {
  readonly files: readonly SourceFile[];
  readonly pairs: readonly Pair[];
}

export function readWritten(files: readonly SourceFile[]): Written {
  const { visits, occurrences, expressions } = inspect(files);
  const places = new Map(visits.flatMap((one) => (one.what === 'key' ? [[at(one.spot), one.place] as const] : [])));
  const kinds = new Map(visits.flatMap((one) => (one.what === 'id' ? [[at(one.spot), one.kind] as const] : [])));
  const pairs: Pair[] = [];
  const walk = (node: Located, parent: Pair | null): void => {
    if (node.kind === 'list') for (const item of node.items) walk(item, parent);
    if (node.kind !== 'map') return;
    const isFlow = node.spot.source.text[node.spot.start] === '{';
    for (const [key, { keySpot, value }] of node.entries) {
      const place = places.get(at(keySpot)) ?? null;
      const pair = { key, keySpot, value, map: node, isFlow, place, kind: kinds.get(at(keySpot)) ?? null, parent };
      pairs.push(pair);
      walk(value, pair);
    }
  };
  for (const { path, text } of files) {
    const tree = path.endsWith('.yaml') ? treeOf(sourceText(path, text)) : null;
    if (tree !== null) walk(tree, null);
  }
  return { files, pairs, visits, occurrences, expressions };
}

/** What tells places apart. */
export function at({ source, start }: Spot): string {
  return `${source.path} ${String(start)}`;
}

export function textOf({ source, start, end }: Spot): string {
  return source.text.slice(start, end);
}

/** The whole lines of a key and its value; null where something else stands on them. */
export function linesOf({ keySpot, value, isFlow }: Pair): Spot | null {
  const { source, start: begin } = keySpot;
  const { text } = source;
  const start = text.lastIndexOf('\n', begin - 1) + 1;
  if (isFlow || text.slice(start, begin).trim() !== '') return null;
  const last = text.slice(0, value.spot.end).trimEnd().length;
  const next = text.indexOf('\n', last);
  return { source, start, end: next === -1 ? text.length : next + 1 };
}

/** The characters before a key on its line. */
export function indentOf(pair: Pair): number {
  const lines = linesOf(pair);
  return lines === null ? 0 : pair.keySpot.start - lines.start;
}
