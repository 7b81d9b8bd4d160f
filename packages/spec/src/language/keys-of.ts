import { TYPE_KEYS } from '../compile/field-types/registry.ts';
import { KEYS, SCREEN_KEYS } from '../compile/reading/keys.ts';
import { NOT_YET_KEYS } from '../compile/reading/not-yet.ts';
import type { Place, Shape } from './shape.ts';
import { SHAPES } from './shapes.ts';

/** One key of the language, as the loader takes it. */
export interface LanguageKey {
  readonly key: string;
  readonly shape: Shape;
  /** Typed and checked, but a specification that uses it does not start yet. */
  readonly notYet: boolean;
  /** The types of fields, or what a screen shows, that have this key; null where all have it. */
  readonly only: readonly string[] | null;
}

const ANY: Shape = { is: 'any' };
const FIELDS: ReadonlySet<string> = new Set(['field', 'partField', 'lineField', 'inputField']);
const SMALL: Readonly<Record<string, readonly string[]>> = {
  group: ['label', 'fields'],
  menuGroup: ['label', 'screens'],
};

/** Every kind of map of the language. */
export const PLACES: readonly Place[] = Object.keys(SHAPES) as Place[]; // SHAPES has an entry for each place

/** The keys that the loader takes in such a map, in its order, those that do not run yet last. */
export function keysOf(place: Place): readonly LanguageKey[] {
  // a field has the keys of its type, even where fields of other types do not have them yet
  const runs = place === 'field' ? Object.values(TYPE_KEYS).flat() : [];
  const notYet = placeKeys(NOT_YET_KEYS, place).filter((key) => !runs.includes(key));
  const common = placeKeys({ ...KEYS, ...SMALL }, place).filter((key) => !notYet.includes(key));
  const found = new Map<string, LanguageKey>();
  const add = (key: string, isNotYet: boolean, only: LanguageKey['only']): void => {
    if (!found.has(key)) found.set(key, { key, shape: shapeOf(place, key), notYet: isNotYet, only });
  };
  for (const key of common) add(key, false, null);
  const special = FIELDS.has(place) ? TYPE_KEYS : place === 'screen' ? SCREEN_KEYS : {};
  for (const key of new Set(Object.values<readonly string[]>(special).flat())) {
    if (!notYet.includes(key)) add(key, false, holders(special, key));
  }
  for (const key of notYet) add(key, true, null);
  return [...found.values()];
}

function placeKeys(table: Readonly<Record<string, readonly string[]>>, place: string): readonly string[] {
  return Object.hasOwn(table, place) ? (table[place] ?? []) : [];
}

function holders(table: Readonly<Record<string, readonly string[]>>, key: string): readonly string[] {
  return Object.keys(table).filter((holder) => table[holder]?.includes(key));
}

/** What may stand under a key. */
export function shapeOf(place: Place, key: string): Shape {
  const shapes = SHAPES[place];
  return (Object.hasOwn(shapes, key) ? shapes[key] : undefined) ?? ANY;
}
