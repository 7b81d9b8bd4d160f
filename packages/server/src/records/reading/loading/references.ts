import type { Wire } from '@ninefold/model';
import type { Draft } from '../holder.ts';

/** What a draft holds of another record. */
export type Reference = Draft & { readonly id: string };

/** The references that a value holds: itself, or those of a list. */
export function references(value: Wire | undefined): readonly Reference[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter(
    (item): item is Reference =>
      typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string',
  );
}

/** The id that a value names, or that of its first reference. */
export function idIn(value: Wire | undefined): string | null {
  return typeof value === 'string' ? value : (references(value)[0]?.id ?? null);
}
