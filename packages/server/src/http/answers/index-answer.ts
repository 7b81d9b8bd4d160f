import type { IndexAnswer } from '@ninefold/model';
import type { IndexEntry } from '../../storage/indexes/index-entry.ts';

/** An index as operators are told of it. */
export function indexAnswer(entry: IndexEntry): IndexAnswer {
  if (entry.origin === 'model') return entry;
  const { madeAt, saving, insertShare, makingMs, ...rest } = entry;
  return {
    ...rest,
    made_at: madeAt,
    saving: saving === null ? null : { calls: saving.calls, before_ms: saving.beforeMs, now_ms: saving.nowMs },
    insert_share: insertShare,
    making_ms: makingMs,
  };
}
