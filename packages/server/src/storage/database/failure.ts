import type { Violation } from './dialect.ts';

export type StorageFailure =
  | 'storage_full'
  | 'storage_away'
  | 'storage_read_only'
  | 'storage_damaged'
  | 'took_too_long'
  | 'busy'
  | 'other_specification'
  | 'files_away';

/** A write that was rolled back, or a read that failed, because the stored data has been brought to another specification. */
export class OtherSpecification extends Error {
  override readonly name = 'OtherSpecification';

  constructor(cause?: unknown) {
    super('the stored data follows another specification', { cause });
  }
}

/** The file of a database is not where it was opened any more: what would be written to it would be lost. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** The contents of files cannot be reached where they lie. */
export class FilesAway extends Error {
  override readonly name = 'FilesAway';
  /** In a word, for the operator; it holds no key. */
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(`the store of files cannot be reached (${reason})`, { cause });
    this.reason = reason;
  }
}

const FAILURES: Readonly<Partial<Record<Violation['kind'], StorageFailure>>> = {
  slow: 'took_too_long',
  full: 'storage_full',
  read_only: 'storage_read_only',
  away: 'storage_away',
  damaged: 'storage_damaged',
  busy: 'busy',
};

/** What a violation says of the database itself, or of others who use it; null for anything else. */
export function failureOf(violation: Violation | null): StorageFailure | null {
  return violation === null ? null : (FAILURES[violation.kind] ?? null);
}
