import type { ListAnswer, ListState } from '@ninefold/model';
import { useEffect } from 'react';

/**
 * Leads from a page on which no record is any more, as after an action on all of the last one, to the last page that has some.
 * `answer`: that of the present address, undefined until it is there.
 */
export function useLastPage(
  { page, size }: Pick<ListState, 'page' | 'size'>,
  answer: ListAnswer | undefined,
  change: (next: Partial<ListState>, goesOn?: boolean) => void,
): void {
  const isPast = page > 1 && answer?.items.length === 0;
  const last = Math.min(page - 1, Math.max(1, Math.ceil((answer?.total ?? 0) / size)));
  useEffect(() => {
    if (isPast) change({ page: last }, true);
  }, [isPast, last, change]);
}
