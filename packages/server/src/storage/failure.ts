import { POSTGRES } from './postgres/dialect.ts';
import { SQLITE } from './sqlite/dialect.ts';

/** Whether a database failed because it has no room left or cannot be reached; null for anything else. */
export function storageFailure(cause: unknown): 'storage_full' | 'storage_away' | null {
  const kind = (SQLITE.violation(cause) ?? POSTGRES.violation(cause))?.kind;
  if (kind === 'full') return 'storage_full';
  return kind === 'away' ? 'storage_away' : null;
}
