import type { LocatedMap } from '../../located.ts';

/** Reads parts of the tree without reporting anything. */
export const namesIn = {
  map(map: LocatedMap | null, key: string): LocatedMap | null {
    const value = map?.entries.get(key)?.value;
    return value?.kind === 'map' ? value : null;
  },
  keys(map: LocatedMap | null): readonly string[] {
    return map === null ? [] : [...map.entries.keys()].filter((key) => key !== 'more' && key !== 'menu');
  },
  /** One text or a list of texts; null where there is none. */
  texts(map: LocatedMap | null, key: string): readonly string[] | null {
    const value = map?.entries.get(key)?.value;
    if (value?.kind === 'scalar') return [value.text];
    if (value?.kind !== 'list') return null;
    return value.items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : []));
  },
};

/** A member of a record by a name that an author wrote. Members that every object inherits do not count. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
