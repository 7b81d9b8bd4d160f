import { failureOf, FileGone, FilesAway, OtherSpecification, type StorageFailure } from './database/failure.ts';
import { POSTGRES } from './postgres/dialect/dialect.ts';
import { SQLITE } from './sqlite/dialect.ts';

/** Why a database of either kind failed through no defect of a statement; null for any other cause. */
export function storageFailure(cause: unknown): StorageFailure | null {
  if (cause instanceof OtherSpecification) return 'other_specification';
  if (cause instanceof FileGone) return 'storage_away';
  if (cause instanceof FilesAway) return 'files_away';
  return failureOf(SQLITE.violation(cause) ?? POSTGRES.violation(cause));
}
