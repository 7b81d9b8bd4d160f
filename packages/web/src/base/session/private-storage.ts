/**
 * Keys of the browser's storage that hold what only one reader may see: drafts, records opened last. The id of that reader is the
 * next part of the key.
 */
export const PRIVATE_PREFIX = 'nf-private:';

const READER = `${PRIVATE_PREFIX}reader`;

/** Keys of what was typed and not saved. */
export const DRAFT_PREFIX = `${PRIVATE_PREFIX}draft:`;

/** How many drafts of this user the browser holds. */
export function countDrafts(storage: Storage, userId: string): number {
  return Object.keys(storage).filter((key) => key.startsWith(DRAFT_PREFIX) && isOf(key, userId)).length;
}

function isOf(key: string, userId: string): boolean {
  const owner = key.startsWith(PRIVATE_PREFIX) ? key.slice(PRIVATE_PREFIX.length).split(':')[1] : undefined;
  return owner === userId || owner === encodeURIComponent(userId);
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

/**
 * Erases what belongs to this user, who signs out, and that anybody is signed in here. What somebody else has left unsent, whose
 * session has ended, waits for them: nobody else reads it, and nobody else may delete it.
 */
export function erasePrivate(storage: Storage, userId: string): void {
  for (const key of Object.keys(storage)) {
    if (key === READER || isOf(key, userId)) storage.removeItem(key);
  }
}
