/** Keys of the browser's storage that hold what only this reader may see: drafts, records opened last. */
export const PRIVATE_PREFIX = 'nf-private:';

/** Erases all of it: the next person at this browser must not see it. */
export function erasePrivate(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(PRIVATE_PREFIX)) storage.removeItem(key);
  }
}
