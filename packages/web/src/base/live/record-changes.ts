import type { ChangedRecords } from '@ninefold/model';

const listeners = new Set<(changed: ChangedRecords) => void>();

/** Calls `heard` when this record has changed. The result ends that. */
export function onRecordChange(entity: string, id: string, heard: () => void): () => void {
  const listener = (changed: ChangedRecords): void => {
    const ids = changed[entity];
    if (ids === null || ids?.includes(id)) heard();
  };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notifies the open pages of changed records. */
export function notifyRecords(changed: ChangedRecords): void {
  for (const listener of listeners) listener(changed);
}
