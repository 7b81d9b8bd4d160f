import { PRIVATE_PREFIX, readerOf } from '../../base/session/private-storage.ts';

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

/** A choice: who chose which record of which entity. */
interface Pick {
  readonly user: string;
  readonly entity: string;
  readonly id: string;
}

/** Remembers a choice among the last `most`; nothing once the person has signed out in any window. */
export function notePick(storage: Storage, { user, entity, id }: Pick, most: number): void {
  if (readerOf(storage) !== user) return;
  const others = recentPicks(storage, user, entity).filter((each) => each !== id);
  try {
    storage.setItem(keyOf(user, entity), JSON.stringify([id, ...others].slice(0, most)));
  } catch {
    // If the storage is full or forbidden, nothing is remembered.
  }
}
