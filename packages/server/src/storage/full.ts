import { POSTGRES } from './postgres/dialect.ts';
import { SQLITE } from './sqlite/dialect.ts';

/** Whether a database failed because it has no room left. */
export function isFull(cause: unknown): boolean {
  return [SQLITE, POSTGRES].some((dialect) => dialect.violation(cause)?.kind === 'full');
}
