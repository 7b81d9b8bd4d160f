import { DRAFT_PREFIX, readerOf } from '../../base/session/private-storage.ts';
import type { DraftValues } from './draft-values.ts';

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
export interface StoredDraft {
  /** Distinguishes several drafts of the same user for the same form. */
  readonly slot: string;
  /** RFC 3339 UTC: when it was last typed at. */
  readonly at: string;
  /** The version of the record that was being changed; null for a new one. */
  readonly version: number | null;
  readonly values: DraftValues;
  /** What stood in these fields when the editing began. */
  readonly stored: DraftValues;
  /** The idempotency key under which it was sent, where no answer came: it may have been saved. */
  readonly key?: string;
}

/** The limits of stored drafts. */
export interface DraftBounds {
  readonly days: number;
  readonly count: number;
  readonly bytes: number;
}

const DAY_MS = 86_400_000;
const BYTES_A_CHARACTER = 2;

function prefixOf({ user, entity, target, transition }: DraftPlace): string {
  return `${DRAFT_PREFIX}${[user, entity, target, transition].map(encodeURIComponent).join(':')}:`;
}

function parse(text: string | null): StoredDraft | null {
  try {
    const found = JSON.parse(text ?? '') as Partial<StoredDraft> | null; // each member is checked below
    if (typeof found?.at !== 'string' || typeof found.slot !== 'string') return null;
    const { slot, at, version = null, values, stored, key } = found;
    if (!isMap(values) || !isMap(stored)) return null;
    return { slot, at, version, values, stored, ...(typeof key === 'string' ? { key } : {}) };
  } catch {
    return null;
  }
}

function isMap(value: unknown): value is DraftValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The drafts under a prefix, newest first. Unreadable and outdated drafts are erased. */
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

/** The stored drafts of a form, newest first. `now` in milliseconds. */
export function draftsAt(
  storage: Storage,
  place: DraftPlace,
  bounds: DraftBounds,
  now: number,
): readonly StoredDraft[] {
  return entriesOf(storage, prefixOf(place), bounds, now).map(({ draft }) => draft);
}

/** Whether anything is stored for a record: no more than a look at the keys. */
export function holdsDrafts(storage: Storage, user: string, entity: string, id: string): boolean {
  const prefix = DRAFT_PREFIX + [user, entity, id].map(encodeURIComponent).join(':');
  return Object.keys(storage).some((key) => key.startsWith(prefix));
}

/** What follows this beginning in the targets of the user's drafts: `comment ` gives the ids behind it. */
export function targetsBehind(storage: Storage, user: string, entity: string, beginning: string): readonly string[] {
  const prefix = DRAFT_PREFIX + [user, entity, beginning].map(encodeURIComponent).join(':');
  const keys = Object.keys(storage).filter((key) => key.startsWith(prefix));
  return keys.map((key) => decodeURIComponent(key.slice(prefix.length).split(':')[0] ?? ''));
}

/** A stored draft, and the form in which it was typed. */
export interface PlacedDraft {
  readonly place: DraftPlace;
  readonly draft: StoredDraft;
}

/** The user's drafts of one record, in whichever form of it they were typed, newest first. `now` in milliseconds. */
export function draftsOfRecord(
  storage: Storage,
  { user, entity, id }: Pick<DraftPlace, 'user' | 'entity'> & { readonly id: string },
  bounds: DraftBounds,
  now: number,
): readonly PlacedDraft[] {
  const prefix = `${DRAFT_PREFIX}${[user, entity].map(encodeURIComponent).join(':')}:`;
  return entriesOf(storage, prefix, bounds, now).flatMap(({ key, draft }) => {
    const [target = '', transition = ''] = key.slice(prefix.length).split(':').map(decodeURIComponent);
    const isOfRecord = target === id || target.startsWith(`${id} `);
    return isOfRecord ? [{ place: { user, entity, target, transition }, draft }] : [];
  });
}

/** The place and the limits of a draft, and the time in milliseconds. */
interface Storing {
  readonly place: DraftPlace;
  readonly bounds: DraftBounds;
  readonly now: number;
}

/** Stores a draft. False: it is too big, the browser has no room, or its user is no longer signed in. */
export function storeDraft(storage: Storage, draft: StoredDraft, { place, bounds, now }: Storing): boolean {
  if (readerOf(storage) !== place.user) return false;
  const text = JSON.stringify(draft);
  if (text.length * BYTES_A_CHARACTER > bounds.bytes) return false;
  const key = prefixOf(place) + draft.slot;
  const own = `${DRAFT_PREFIX}${encodeURIComponent(place.user)}:`;
  const others = entriesOf(storage, own, bounds, now).filter((each) => each.key !== key);
  for (const each of others.slice(Math.max(0, bounds.count - 1))) storage.removeItem(each.key);
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Whether this draft is stored. */
export function holdsDraft(storage: Storage, place: DraftPlace, slot: string): boolean {
  return storage.getItem(prefixOf(place) + slot) !== null;
}

export function eraseDraft(storage: Storage, place: DraftPlace, slot: string): void {
  storage.removeItem(prefixOf(place) + slot);
}
