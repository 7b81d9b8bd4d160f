/** Keys of the browser's storage that hold what only this reader may see: drafts, records opened last. */
export const PRIVATE_PREFIX = 'nf-private:';

const READER = `${PRIVATE_PREFIX}reader`;

/** Keys of what was typed and not saved. */
export const DRAFT_PREFIX = `${PRIVATE_PREFIX}draft:`;

/** How many drafts this browser holds. */
export function countDrafts(storage: Storage): number {
  return Object.keys(storage).filter((key) => key.startsWith(DRAFT_PREFIX)).length;
}

/** Remembers who is signed in at this browser, for every window of it. */
export function markReader(storage: Storage, userId: string): void {
  try {
    storage.setItem(READER, userId);
  } catch {
    // Without storage nothing private is kept either.
  }
}

/** Id of the user who is signed in at this browser. Null: they have signed out in some window. */
export function readerOf(storage: Storage): string | null {
  return storage.getItem(READER);
}

/** Erases all of it: the next person at this browser must not see it. */
export function erasePrivate(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(PRIVATE_PREFIX)) storage.removeItem(key);
  }
}
