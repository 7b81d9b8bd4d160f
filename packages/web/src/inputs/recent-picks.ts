import { PRIVATE_PREFIX, readerOf } from '../session/private-storage.ts';

function keyOf(user: string, entity: string): string {
  return `${PRIVATE_PREFIX}picked:${encodeURIComponent(user)}:${entity}`;
}

/** Ids of the records of an entity that this person chose last in this browser, newest first. */
export function recentPicks(storage: Storage, user: string, entity: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf(user, entity)) ?? '[]');
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers a choice; nothing once the person has signed out in any window. */
export function notePick(storage: Storage, user: string, entity: string, id: string, most: number): void {
  if (readerOf(storage) !== user) return;
  const others = recentPicks(storage, user, entity).filter((each) => each !== id);
  try {
    storage.setItem(keyOf(user, entity), JSON.stringify([id, ...others].slice(0, most)));
  } catch {
    // A full or forbidden store only means that nothing is remembered.
  }
}
