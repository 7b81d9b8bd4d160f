import type { Changed } from '../storage/database/changes.ts';

const MOST_KEPT = 500;
const MOST_CHANGES = 5000;
/** On PostgreSQL a change may become known a little later than one with a higher number: these are published twice. */
const OVERLAP = 100;

/** The last changes, for pages that lost their connection for a moment. */
export interface RecentChanges {
  /** No changes at all are the place where listening began: changes before it are not known. */
  add(changed: Changed): void;
  /** What was changed after this place, or null where that is not known. */
  since(at: number): readonly Changed[] | null;
  /** The place after all that is known; null before the first. */
  newest(): number | null;
}

export function createRecentChanges(): RecentChanges {
  let kept: Changed[] = [];
  let count = 0;
  let from: number | null = null;
  let newest: number | null = null;
  return {
    add: (changed) => {
      newest = Math.max(newest ?? 0, changed.at);
      if (changed.changes.length === 0) {
        kept = [];
        count = 0;
        from = changed.at;
        return;
      }
      kept.push(changed);
      count += changed.changes.length;
      while (kept.length > MOST_KEPT || count > MOST_CHANGES) {
        const gone = kept.shift();
        count -= gone?.changes.length ?? 0;
        from = gone?.at ?? from;
      }
    },
    since: (at) => {
      if (from === null || at < from) return null;
      const isAll = newest !== null && at >= newest;
      return isAll ? [] : kept.filter((changed) => changed.at > at - OVERLAP);
    },
    newest: () => newest,
  };
}
