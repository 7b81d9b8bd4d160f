import { PRIVATE_PREFIX, readerOf } from '../session/private-storage.ts';
import type { KeptValues } from './kept-values.ts';

/** What a draft belongs to. */
export interface DraftPlace {
  /** Id of the user who typed it. */
  readonly user: string;
  readonly entity: string;
  /** Id of the record, or the form for a new one: `new ask`. */
  readonly target: string;
  /** The transition whose form it is, or empty. */
  readonly transition: string;
}

/** Values that were typed and not saved. */
export interface KeptDraft {
  /** Tells apart what the same person typed at the same place at different times. */
  readonly slot: string;
  /** RFC 3339 UTC: when it was last typed at. */
  readonly at: string;
  /** The version of the record that was being changed; null for a new one. */
  readonly version: number | null;
  readonly values: KeptValues;
  /** What stood in these fields when the editing began. */
  readonly stored: KeptValues;
}

/** How much is kept. */
export interface DraftBounds {
  readonly days: number;
  readonly count: number;
  readonly bytes: number;
}

const PREFIX = `${PRIVATE_PREFIX}draft:`;
const DAY_MS = 86_400_000;
const BYTES_A_CHARACTER = 2;

function prefixOf({ user, entity, target, transition }: DraftPlace): string {
  return `${PREFIX}${[user, entity, target, transition].map(encodeURIComponent).join(':')}:`;
}

function parse(text: string | null): KeptDraft | null {
  try {
    const found = JSON.parse(text ?? '') as Partial<KeptDraft> | null;
    return typeof found?.at === 'string' && typeof found.slot === 'string' && isMap(found.values) && isMap(found.stored)
      ? { slot: found.slot, at: found.at, version: found.version ?? null, values: found.values, stored: found.stored }
      : null;
  } catch {
    return null;
  }
}

function isMap(value: unknown): value is KeptValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys of a prefix with what they hold, newest first; what is unreadable or too old is erased on the way. */
function entriesOf(storage: Storage, prefix: string, bounds: DraftBounds, now: number) {
  const keys = Object.keys(storage).filter((key) => key.startsWith(prefix));
  const found = keys.flatMap((key) => {
    const draft = parse(storage.getItem(key));
    if (draft && now - Date.parse(draft.at) <= bounds.days * DAY_MS) return [{ key, draft }];
    storage.removeItem(key);
    return [];
  });
  return found.toSorted((a, b) => (a.draft.at < b.draft.at ? 1 : -1));
}

/** What the person typed at this place and did not save, newest first. `now` in milliseconds. */
export function draftsAt(storage: Storage, place: DraftPlace, bounds: DraftBounds, now: number): readonly KeptDraft[] {
  return entriesOf(storage, prefixOf(place), bounds, now).map(({ draft }) => draft);
}

/** Keeps a draft; false where it is too big or the browser has no room, and for who is not signed in any more. */
export function keepDraft(
  storage: Storage,
  place: DraftPlace,
  draft: KeptDraft,
  bounds: DraftBounds,
  now: number,
): boolean {
  if (readerOf(storage) !== place.user) return false;
  const text = JSON.stringify(draft);
  if (text.length * BYTES_A_CHARACTER > bounds.bytes) return false;
  const key = prefixOf(place) + draft.slot;
  const own = `${PREFIX}${encodeURIComponent(place.user)}:`;
  const others = entriesOf(storage, own, bounds, now).filter((each) => each.key !== key);
  for (const each of others.slice(Math.max(0, bounds.count - 1))) storage.removeItem(each.key);
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function eraseDraft(storage: Storage, place: DraftPlace, slot: string): void {
  storage.removeItem(prefixOf(place) + slot);
}
