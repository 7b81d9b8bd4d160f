import { keysOf, shapeOf } from '../../packages/spec/src/language/keys-of.ts';
import type { Edit, Kind } from './planted.ts';
import { indentOf, linesOf, textOf, type Pair, type Written } from './written.ts';

/** Keys that begin a line, with others in their map. */
function onLines({ pairs }: Written): readonly Pair[] {
  return pairs.filter((pair) => linesOf(pair) !== null && pair.map.entries.size > 1 && indentOf(pair) > 0);
}

/** The line of a key with another indentation; what stands below it is left as it is. */
function indented(pair: Pair, indent: string): readonly Edit[] {
  const lines = linesOf(pair);
  if (lines === null) return [];
  // a value before it may go on there, and what follows may be the first that stands elsewhere
  const values = [...pair.map.entries.values()];
  const next = values[values.findIndex(({ value }) => value === pair.value) + 1]?.keySpot ?? lines;
  const near = [{ ...lines, start: lines.start - 1, end: Math.max(lines.end, next.end) }];
  return [{ spot: { ...lines, end: pair.keySpot.start }, put: indent, near }];
}

/** The key before it in its map. */
function before(pair: Pair, pairs: readonly Pair[]): Pair | null {
  const keys = [...pair.map.entries.keys()];
  const key = keys[keys.indexOf(pair.key) - 1];
  return pairs.find((one) => one.map === pair.map && one.key === key) ?? null;
}

/** The lines of a key pushed into the map before it, where it cannot stand. */
function intoTheOneBefore(pair: Pair, pairs: readonly Pair[]): readonly Edit[] {
  const previous = before(pair, pairs);
  const lines = linesOf(pair);
  if (previous?.value.kind !== 'map' || previous.isFlow || lines === null || linesOf(previous) === null) return [];
  const inner = pairs.find((one) => one.map === previous.value);
  if (!inner || inner.isFlow || inner.place === null || keysOf(inner.place).some(({ key }) => key === pair.key))
    return [];
  const text = lines.source.text.slice(lines.start, lines.end);
  const put = text.replace(/^(?=.)/gm, ' '.repeat(Math.max(1, indentOf(inner) - indentOf(pair))));
  return [{ spot: lines, put, near: previous.parent ? [previous.parent.keySpot] : [] }];
}

/** The last key of a map, out of it: it then stands among what the map belongs to. */
function outOfItsMap(pair: Pair): readonly Edit[] {
  const lines = linesOf(pair);
  const outer = pair.parent?.place ?? null;
  const isLast = [...pair.map.entries.keys()].at(-1) === pair.key;
  if (lines === null || !isLast || !pair.parent || linesOf(pair.parent) === null || pair.place === null) return [];
  const isKnown = outer !== null && keysOf(outer).some(({ key }) => key === pair.key);
  if (isKnown || pair.value.kind !== 'scalar') return [];
  return [
    {
      spot: { ...lines, end: pair.keySpot.start },
      put: ' '.repeat(indentOf(pair.parent)),
      near: [pair.parent.keySpot],
    },
  ];
}

/** A character of the layout, by what stands before and after it on its line. */
function marks({ files, pairs }: Written, pattern: RegExp, put: (found: string) => string): readonly Edit[] {
  const sources = new Map(pairs.map(({ keySpot }) => [keySpot.source.path, keySpot.source]));
  return files.flatMap(({ path }) => {
    const source = sources.get(path);
    if (!source) return [];
    return [...source.text.matchAll(pattern)].flatMap((match): readonly Edit[] => {
      const spot = { source, start: match.index, end: match.index + match[0].length };
      const line = source.text.lastIndexOf('\n', spot.start) + 1;
      if (source.text.slice(line, spot.start).includes(' #')) return [];
      const next = source.text.indexOf('\n', spot.end);
      // what a mark leaves open ends where the next line begins, at the latest
      const begun = '}]'.includes(match[0].trim()) ? openBefore(source.text, spot.start) : line;
      const near = [{ source, start: Math.max(0, begun - 1), end: source.text.indexOf('\n', next + 1) }];
      return [{ spot, put: put(match[0]), near }];
    });
  });
}

/** The bracket that a closing one closes. */
function openBefore(text: string, offset: number): number {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at -= 1) {
    if (']}'.includes(text[at] ?? '')) depth += 1;
    else if ('[{'.includes(text[at] ?? '') && depth-- === 0) return at;
  }
  return 0;
}

/** Maps that have fixed keys, and things under ids, which nothing but a map can say. */
function onlyMaps(written: Written): readonly Pair[] {
  return written.pairs.filter((pair) => {
    const shape = pair.place === null ? null : shapeOf(pair.place, pair.key);
    return (
      pair.value.kind === 'map' &&
      (shape?.is === 'map' || shape?.is === 'things') &&
      textOf(pair.value.spot).startsWith('{')
    );
  });
}

/** Mistakes of the layout: indentation, brackets, commas and quotes. */
export const LAYOUT_KINDS: readonly Kind[] = [
  {
    name: 'a line with one space more',
    edits: (written) => onLines(written).flatMap((pair) => indented(pair, ' '.repeat(indentOf(pair) + 1))),
  },
  {
    name: 'a line with one space less',
    edits: (written) => onLines(written).flatMap((pair) => indented(pair, ' '.repeat(indentOf(pair) - 1))),
  },
  { name: 'a tab for the indentation', edits: (written) => onLines(written).flatMap((pair) => indented(pair, '\t')) },
  {
    name: 'lines pushed into the map before them',
    edits: (written) => onLines(written).flatMap((pair) => intoTheOneBefore(pair, written.pairs)),
  },
  { name: 'a line moved out of its map', edits: (written) => onLines(written).flatMap(outOfItsMap) },
  { name: 'no closing brace', edits: (written) => marks(written, / \}(?=\n)/g, () => '') },
  { name: 'no opening brace', edits: (written) => marks(written, /(?<=: )\{ (?=[a-z])/g, () => '') },
  { name: 'no closing bracket', edits: (written) => marks(written, /(?<=[a-z])\](?=[ ,\n])/g, () => '') },
  { name: 'no opening bracket', edits: (written) => marks(written, /(?<=: )\[(?=[a-z])/g, () => '') },
  { name: 'a brace for a bracket', edits: (written) => marks(written, /(?<=[a-z])\](?=[ ,\n])/g, () => '}') },
  { name: 'no comma between keys', edits: (written) => marks(written, /, (?=[a-z_]+: )/g, () => ' ') },
  { name: 'a semicolon between keys', edits: (written) => marks(written, /, (?=[a-z_]+: )/g, () => '; ') },
  { name: 'no comma in a list', edits: (written) => marks(written, /(?<=[[ ][a-z_]+), (?=[a-z_]+[,\]])/g, () => ' ') },
  {
    name: 'a full-width colon',
    edits: (written) => marks(written, /(?<=(?:^|[{,]) *[a-z_]+): (?=\S)/gm, () => '：'),
  },
  {
    name: 'a full-width space before a value',
    edits: (written) => marks(written, /(?<=(?:^|[{,]) *[a-z_]+:) (?=\S)/gm, () => '　'),
  },
  { name: 'a full-width comma', edits: (written) => marks(written, /, (?=[a-z_]+: )/g, () => '、') },
  { name: 'a comma twice', edits: (written) => marks(written, /, (?=[a-z_]+: )/g, () => ',, ') },
  { name: 'a quote that is not closed', edits: (written) => marks(written, /(?<=: '[^'\n]*)'(?=[ ,\n])/g, () => '') },
  {
    name: 'a word for a map',
    edits: (written) => onlyMaps(written).map(({ value }) => ({ spot: value.spot, put: 'yes' })),
  },
  {
    name: 'a list for a map',
    edits: (written) => onlyMaps(written).map(({ value }) => ({ spot: value.spot, put: '[yes]' })),
  },
];
