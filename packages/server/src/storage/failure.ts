import { POSTGRES } from './postgres/dialect.ts';
import { SQLITE } from './sqlite/dialect.ts';

/** Whether a database failed because it has no room left, cannot be reached or only reads; null for anything else. */
export function storageFailure(cause: unknown): 'storage_full' | 'storage_away' | 'storage_read_only' | null {
  const kind = (SQLITE.violation(cause) ?? POSTGRES.violation(cause))?.kind;
  if (kind === 'full') return 'storage_full';
  if (kind === 'read_only') return 'storage_read_only';
  return kind === 'away' ? 'storage_away' : null;
}
