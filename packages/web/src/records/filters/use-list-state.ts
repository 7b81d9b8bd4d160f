import {
  listDefaults,
  readListState,
  writeListState,
  type ListDefaults,
  type ListScreen,
  type ListState,
} from '@ninefold/model';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useModel } from '../../base/model/use-model.ts';

/** The state of a list is its address. Each change is one entry of the browser history; one that `goesOn` takes the place of the last. */
export function useListState(screen: Pick<ListScreen, 'sort'>): {
  readonly state: ListState;
  readonly defaults: ListDefaults;
  readonly change: (next: Partial<ListState>, goesOn?: boolean) => void;
} {
  const [params, setParams] = useSearchParams();
  const model = useModel();
  const defaults = useMemo(() => listDefaults(screen, model), [screen, model]);
  const state = useMemo(() => readListState(params, defaults), [params, defaults]);
  const change = useCallback(
    (next: Partial<ListState>, goesOn = false) =>
      setParams(
        (current) => {
          const page = next.page ?? 1;
          return writeListState({ ...readListState(current, defaults), ...next, page }, defaults, current);
        },
        { replace: goesOn },
      ),
    [setParams, defaults],
  );
  return { state, defaults, change };
}
