import type { StoredNotification } from './rows.ts';

/** What is stored of a followed record whose values have changed. */
export const CHANGE = 'change';
/** No id has a space in it. */
const FIRED = 'transition ';

/** What is stored of a followed record on which this transition has fired. */
export function firing(transition: string): string {
  return FIRED + transition;
}

/** The transition that has fired, of what is stored of a followed record; null: it is something else. */
export function firedIn({ kind, what }: Pick<StoredNotification, 'kind' | 'what'>): string | null {
  return kind === 'followed' && what.startsWith(FIRED) ? what.slice(FIRED.length) : null;
}

type Told = Pick<StoredNotification, 'entity' | 'record' | 'kind' | 'what' | 'at'>;

/**
 * Whether the first says nothing beside the second, since both are of one act: whoever is told something of their own need not be told of
 * what they follow, and whoever is told which transition has fired need not be told that something has changed.
 */
export function saysLess(one: Told, other: Told): boolean {
  if (one.kind !== 'followed' || one.at !== other.at) return false;
  if (one.entity !== other.entity || one.record !== other.record) return false;
  return other.kind !== 'followed' || (one.what === CHANGE && firedIn(other) !== null);
}
