import type { Changed } from './stale.ts';

const listeners = new Set<(changed: Changed) => void>();

/** Calls `heard` when somebody changed this record, until what it answers is called. */
export function onRecordChange(entity: string, id: string, heard: () => void): () => void {
  const listener = (changed: Changed): void => {
    const ids = changed[entity];
    if (ids === null || ids?.includes(id)) heard();
  };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells open pages of records. */
export function tellRecords(changed: Changed): void {
  for (const listener of listeners) listener(changed);
}
