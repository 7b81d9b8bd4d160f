import type { RecordValue } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { pastWarnings } from '../../kit/undo/past-warnings.ts';
import { noteBroughtBack, standingVersion } from '../../kit/undo/undo-stack.ts';

/** Writes the values of before on top of a version. */
type WriteBack = (
  version: number,
  confirm: readonly string[],
) => Promise<{ readonly data?: RecordValue | undefined; readonly error?: unknown }>;

/**
 * Takes a change back. Not null: it failed for this reason, as where others have changed the same fields since. Where nobody wrote in
 * between, what stood before the change stands again, and an earlier change can be taken back next.
 */
export function takeBackChange(
  { before, saved }: { readonly before: RecordValue; readonly saved: RecordValue },
  write: WriteBack,
): Promise<Failure | null> {
  return pastWarnings(async (confirm) => {
    const version = standingVersion(saved.id, saved.version);
    const { data, error } = await write(version, confirm);
    if (error !== undefined) return toFailure(error);
    const isAlone = saved.version === before.version + 1 && data?.version === version + 1;
    if (isAlone) noteBroughtBack(saved.id, before.version, data.version);
    return null;
  });
}
