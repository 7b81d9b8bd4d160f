import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ListScreen } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { PAGE_SIZES, readListState, writeListState, type ListDefaults, type ListState } from './list-state.ts';

/** The state of a list is its address. Each change is one entry of the browser history. */
export function useListState(screen: ListScreen): {
  readonly state: ListState;
  readonly defaults: ListDefaults;
  readonly change: (next: Partial<ListState>) => void;
} {
  const [params, setParams] = useSearchParams();
  const limit = useModel().limits['page_size']?.value;
  const defaults = useMemo<ListDefaults>(() => {
    const size = PAGE_SIZES.find((each) => each === limit) ?? 25;
    return { sort: screen.sort, size };
  }, [screen, limit]);
  const state = useMemo(() => readListState(params, defaults), [params, defaults]);
  const change = useCallback(
    (next: Partial<ListState>) =>
      setParams((current) => {
        const page = next.page ?? 1;
        return writeListState({ ...readListState(current, defaults), ...next, page }, defaults, current);
      }),
    [setParams, defaults],
  );
  return { state, defaults, change };
}
