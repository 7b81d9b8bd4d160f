import { saysNothing } from '../kinds/says-nothing.ts';
import type { CheckId } from '../../issues/checks.ts';
import { ID } from '../../expressions/schema/ids.ts';
import { nearest } from '../../expressions/schema/nearest.ts';
import type { Entry, Located, LocatedMap, LocatedScalar, Spot } from '../../located.ts';
import type { Context } from './context.ts';
import { meantBoolean } from './meant-value.ts';
import { NOT_YET_KEYS } from './not-yet.ts';

export type PlaceKind = keyof typeof NOT_YET_KEYS;

/** A name as written, with its place. */
export interface Name {
  readonly text: string;
  readonly spot: Spot;
}

/** The value of a key; null where it is absent or not shown. */
export function get(map: LocatedMap, key: string): Located | null {
  const value = map.entries.get(key)?.value;
  return value === undefined || value.kind === 'open' ? null : value;
}

/** Reports a key that has to be there and is not. */
export function required(ctx: Context, map: LocatedMap, key: string): boolean {
  if (!map.entries.has(key)) ctx.report('NF0109', map.spot, { key });
  return map.entries.has(key);
}

export function isOpen(map: LocatedMap, key: string): boolean {
  return map.entries.get(key)?.value.kind === 'open';
}

/** The entries of a map of things with ids: everything but `more`. */
export function things(map: LocatedMap | null): readonly (readonly [string, Entry])[] {
  return map === null ? [] : [...map.entries].filter(([key, { value }]) => key !== 'more' || value.kind !== 'open');
}

/** `meant` is the map that another value certainly means, such as `{ type: string }` by `string`; empty where that is open. */
export function mapOf(ctx: Context, node: Located | null, meant = ''): LocatedMap | null {
  if (node === null || node.kind === 'open') return null;
  if (node.kind === 'map') return node;
  const isWord = node.kind === 'scalar' && node.plain && meant !== '';
  ctx.report('NF0102', node.spot, isWord ? { name: node.text, nearest: meant } : { nearest: meant });
  return null;
}

export function mapAt(ctx: Context, map: LocatedMap, key: string): LocatedMap | null {
  return mapOf(ctx, get(map, key));
}

/** The maps of a key that takes one or a list of them, in the written order. */
export function mapsAt(ctx: Context, map: LocatedMap, key: string): readonly LocatedMap[] {
  const node = get(map, key);
  const items = node?.kind === 'list' ? node.items : [node];
  return items.map((item) => mapOf(ctx, item)).filter((item) => item !== null);
}

/** Reports keys that may not stand here, those that could mean nothing here, with the nearest that may, and keys that the running version does not enforce yet. */
export function knownKeys(ctx: Context, map: LocatedMap, allowed: readonly string[], place: PlaceKind | null): void {
  const notYet: readonly string[] = place === null ? [] : NOT_YET_KEYS[place];
  for (const [key, { keySpot, value }] of map.entries) {
    if (saysNothing(place, key)) {
      ctx.report('NF0118', keySpot, { name: key });
      continue;
    }
    if (allowed.includes(key) || (key === 'more' && value.kind === 'open')) continue;
    if (!notYet.includes(key)) unknown(ctx, 'NF0101', { text: key, spot: keySpot }, [...allowed, ...notYet]);
    else if (!isFalse(value)) ctx.report('NF0901', keySpot, { name: key });
  }
}

function isFalse(node: Located): boolean {
  return node.kind === 'open' || (node.kind === 'scalar' && node.text === 'false');
}

/** Checks of names that the author declares elsewhere. */
const DECLARED: ReadonlySet<CheckId> = new Set([
  ...(['NF0201', 'NF0202', 'NF0203', 'NF0204', 'NF0205', 'NF0206', 'NF0208', 'NF1202'] as const),
]);

/**
 * Reports a name that is not among the candidates; `near` is empty where no candidate is like it. Nothing is reported
 * where the nearest candidate is a declaration whose own name is wrong: that was reported at its place.
 */
export function unknown(ctx: Context, id: CheckId, name: Name, candidates: readonly string[]): void {
  const near = nearest(name.text, candidates) || labelled(ctx, name.text, candidates);
  if (DECLARED.has(id) && ID.test(name.text) && near !== '' && !ID.test(near)) return;
  const words = id === 'NF0110' ? { words: candidates.join(', ') } : {};
  ctx.report(id, name.spot, { name: name.text, nearest: near, ...words });
}

/** The candidate with this name on the screen, where its text stands beside it; empty where none or several have it. */
function labelled({ texts }: Context, label: string, candidates: readonly string[]): string {
  if (ID.test(label)) return '';
  const ids = [...texts].flatMap(([key, { text }]) => {
    const [id = '', last] = key.split('.').slice(-2);
    return last === 'label' && text === label && candidates.includes(id) ? [id] : [];
  });
  const [first = '', ...others] = new Set(ids);
  return others.length === 0 ? first : '';
}

/** The same for words of the language, of which the running version takes some (`offered`): only these are listed. */
export function unknownWord(ctx: Context, name: Name, known: readonly string[], offered: readonly string[]): void {
  const found = { nearest: nearest(name.text, known), words: offered.join(', ') };
  ctx.report('NF0110', name.spot, { name: name.text, ...found });
}

export function scalarOf(ctx: Context, node: Located | null): LocatedScalar | null {
  if (node === null || node.kind === 'open') return null;
  if (node.kind === 'scalar') return node;
  ctx.report('NF0104', node.spot);
  return null;
}

export function textAt(ctx: Context, map: LocatedMap, key: string): string | null {
  return scalarOf(ctx, get(map, key))?.text ?? null;
}

export function nameAt(ctx: Context, map: LocatedMap, key: string): Name | null {
  return scalarOf(ctx, get(map, key));
}

export function flagAt(ctx: Context, map: LocatedMap, key: string, otherwise = false): boolean {
  const node = get(map, key);
  if (node === null) return otherwise;
  if (node.kind === 'scalar' && node.plain && (node.text === 'true' || node.text === 'false'))
    return node.text === 'true';
  const nearest = node.kind === 'scalar' ? meantBoolean(node.text) : '';
  ctx.report('NF0105', node.spot, node.kind === 'scalar' && node.plain ? { name: node.text, nearest } : { nearest });
  return otherwise;
}

/** A whole number within bounds, else reported and `otherwise`. */
export function wholeAt(
  ctx: Context,
  map: LocatedMap,
  {
    key,
    bounds,
    otherwise,
  }: { readonly key: string; readonly bounds: readonly [number, number]; readonly otherwise: number },
): number {
  const node = get(map, key);
  if (node === null) return otherwise;
  const value = node.kind === 'scalar' && /^-?\d{1,15}$/.test(node.text) ? Number(node.text) : Number.NaN;
  if (value >= bounds[0] && value <= bounds[1]) return value;
  ctx.report('NF0106', node.spot, { min: String(bounds[0]), max: String(bounds[1]) });
  return otherwise;
}

export function wordAt<W extends string>(ctx: Context, map: LocatedMap, key: string, words: readonly W[]): W | null {
  const name = nameAt(ctx, map, key);
  if (name === null) return null;
  const word = words.find((candidate) => candidate === name.text);
  if (word === undefined) unknown(ctx, 'NF0110', name, words);
  return word ?? null;
}

/** One name or a list of names. */
export function namesAt(ctx: Context, map: LocatedMap, key: string): readonly Name[] {
  return namesOf(ctx, get(map, key));
}

export function namesOf(ctx: Context, node: Located | null): readonly Name[] {
  if (node === null || node.kind === 'open') return [];
  const items = node.kind === 'list' ? node.items : [node];
  return items.map((item) => scalarOf(ctx, item)).filter((name) => name !== null);
}

/** The names among the candidates; the others are reported. */
export function knownNames(ctx: Context, id: CheckId, names: readonly Name[], candidates: readonly string[]): string[] {
  const known: string[] = [];
  for (const name of names) {
    if (candidates.includes(name.text)) known.push(name.text);
    else unknown(ctx, id, name, candidates);
  }
  return known;
}
