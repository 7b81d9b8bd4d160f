/** Keys of the browser's storage that hold what only this reader may see: drafts, records opened last. */
export const PRIVATE_PREFIX = 'nf-private:';

const READER = `${PRIVATE_PREFIX}reader`;

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
