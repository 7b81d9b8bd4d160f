import { isSameList, todayIn, writeListState, type ListDefaults, type ListState } from '@ninefold/model';
import { PRIVATE_PREFIX } from '../../base/session/private-storage.ts';

/** The storage key of how one reader has left a list or a view. It is erased at sign-out. */
function leftKey(userId: string, of: string): string {
  return `${PRIVATE_PREFIX}list:${userId}:${of}`;
}

/** A list, or one of its views, as one reader has it. */
export interface LeftList {
  readonly userId: string;
  /** The id of the view, else of the screen. */
  readonly of: string;
  /** The day in the time of the application, on which it is left or looked for. */
  readonly day: string;
}

/** The day on which a list is left or looked for. */
export function leftToday(timeZone: string): string {
  return todayIn(timeZone, new Date().toISOString());
}

/**
 * The query of an address that shows a list again as it was left: its filters, order, size and layout, and the words of its view,
 * without other words that somebody looked for and without the page. Empty where nothing is to be kept: it was left as it is written, or a figure of
 * another page had narrowed it.
 */
export function queryToKeep(state: ListState, origin: ListState, defaults: ListDefaults): string {
  const isNarrowed = state.where !== null || state.block !== null || state.waiting !== null;
  const kept: ListState = { ...state, page: 1, search: origin.search };
  if (isNarrowed || isSameList(kept, origin, defaults)) return '';
  return writeListState(kept, defaults, new URLSearchParams()).toString();
}

/** Keeps such a query, or forgets the last one. */
export function keepLeft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  { userId, of, day }: LeftList,
  query: string,
): void {
  try {
    if (query === '') storage.removeItem(leftKey(userId, of));
    else storage.setItem(leftKey(userId, of), `${day} ${query}`);
  } catch {
    // If the storage is full or forbidden, the list is found as it is written.
  }
}

/** The query of the address that leads to a list as it was left; empty where it was left as it is written, or on another day. */
export function readLeft(storage: Pick<Storage, 'getItem'>, { userId, of, day }: LeftList): string {
  try {
    const left = storage.getItem(leftKey(userId, of)) ?? '';
    return left.startsWith(`${day} `) ? left.slice(day.length + 1) : '';
  } catch {
    return '';
  }
}
