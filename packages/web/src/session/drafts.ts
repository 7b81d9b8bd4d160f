/** Keys of the browser's storage that hold what a person typed and has not saved. */
export const DRAFT_PREFIX = 'nf-draft:';

/** Erases every draft: the next person at this browser must not see them. */
export function eraseDrafts(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(DRAFT_PREFIX)) storage.removeItem(key);
  }
}
