import type { RecordValue } from '@ninefold/model';
import type { Attempt } from './attempt.ts';

/** Recomputes stored values of other records that read what this write changed. */
export async function recomputeAround(
  _attempt: Attempt,
  _before: RecordValue | null,
  _record: RecordValue | null,
): Promise<void> {}
