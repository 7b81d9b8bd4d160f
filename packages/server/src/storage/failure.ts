import { POSTGRES } from './postgres/dialect.ts';
import { SQLITE } from './sqlite/dialect.ts';

export type StorageFailure = 'storage_full' | 'storage_away' | 'storage_read_only' | 'took_too_long';

/** Whether a database failed because it has no room left, cannot be reached or only reads, or gave up a reading that took too long; null for anything else. */
export function storageFailure(cause: unknown): StorageFailure | null {
  const kind = (SQLITE.violation(cause) ?? POSTGRES.violation(cause))?.kind;
  if (kind === 'slow') return 'took_too_long';
  if (kind === 'full') return 'storage_full';
  if (kind === 'read_only') return 'storage_read_only';
  return kind === 'away' ? 'storage_away' : null;
}
