import { PRIVATE_PREFIX } from '../session/private-storage.ts';

/** A record the reader had open, as remembered in this browser. */
export interface RecentRecord {
  readonly entity: string;
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

const MAX_KEPT = 8;

function isRecent(value: unknown): value is RecentRecord {
  const record = value as Partial<Record<keyof RecentRecord, unknown>> | null;
  return (
    typeof record === 'object' &&
    record !== null &&
    [record.entity, record.id, record.title, record.path].every((each) => typeof each === 'string')
  );
}

/** The key under which one reader's list is kept, until he signs out. */
export function recentKey(userId: string): string {
  return `${PRIVATE_PREFIX}recent:${userId}`;
}

/** The last records, newest first; nothing where the store holds nothing readable. */
export function readRecent(storage: Pick<Storage, 'getItem'>, userId: string): readonly RecentRecord[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(recentKey(userId)) ?? '[]');
    return Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Remembers that a record was opened. Called by the record page. */
export function noteRecent(storage: Storage, userId: string, record: RecentRecord): void {
  const others = readRecent(storage, userId).filter((each) => each.entity !== record.entity || each.id !== record.id);
  try {
    storage.setItem(recentKey(userId), JSON.stringify([record, ...others].slice(0, MAX_KEPT)));
  } catch {
    // A full or forbidden store only means that nothing is remembered.
  }
}
