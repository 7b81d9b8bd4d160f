import { PRIVATE_PREFIX } from './private-storage.ts';

/** A record the reader had open, as remembered in this browser. */
export interface RecentRecord {
  readonly entity: string;
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

const MAX_KEPT = 8;
const PARTS = ['entity', 'id', 'title', 'path'] as const satisfies readonly (keyof RecentRecord)[];

function isRecent(value: unknown): value is RecentRecord {
  return (
    typeof value === 'object' && value !== null && PARTS.every((part) => typeof Reflect.get(value, part) === 'string')
  );
}

/** The storage key of one reader's list. It is erased at sign-out. */
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
    // If the storage is full or forbidden, nothing is remembered.
  }
}
