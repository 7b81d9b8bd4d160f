import type { Wire } from '@ninefold/model';

/** A record, line or reference while it is being put together. */
export type Draft = Record<string, Wire | undefined>;

/** Keyed by id or by name, whatever the name: no name reaches a prototype. */
export function byId<T extends { readonly id?: unknown }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [String(item.id), item]));
}
