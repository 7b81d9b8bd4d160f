import { NO_TIMED_FILTERS, type ListState } from '@ninefold/model';

/** Nothing narrows the list. */
export const CLEARED: Partial<ListState> = {
  ...NO_TIMED_FILTERS,
  ...{ filters: [], where: null, block: null, waiting: null, search: '' },
};
