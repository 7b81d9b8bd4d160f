import {
  isSameList,
  listDefaults,
  readListState,
  viewAlone,
  writeListState,
  type ListDefaults,
  type ListScreen,
  type ListState,
  type ListView,
} from '@ninefold/model';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useListViews, useModel } from '../../base/model/use-model.ts';

/** What the address of a list says. */
export interface ListAddress {
  readonly state: ListState;
  readonly defaults: ListDefaults;
  /** The view that the address names, where the reader has it. */
  readonly view: ListView | null;
  /** The list as the view says it, or as the screen does. */
  readonly origin: ListState;
  readonly change: (next: Partial<ListState>, goesOn?: boolean) => void;
}

/** The state of a list is its address. Each change is one entry of the browser history; one that `goesOn` takes the place of the last. */
export function useListState(screen: Pick<ListScreen, 'sort'> & { readonly id?: string }): ListAddress {
  const [params, setParams] = useSearchParams();
  const model = useModel();
  const { views } = useListViews();
  const defaults = useMemo(() => listDefaults(screen, model), [screen, model]);
  const view = views.find((one) => one.id === params.get('view') && one.screen === screen.id) ?? null;
  const origin = useMemo(
    () => ({ ...readListState(new URLSearchParams(view?.query), defaults), view: view?.id ?? null }),
    [view, defaults],
  );
  const state = useMemo(() => stateOf(params, { defaults, origin, view }), [params, defaults, origin, view]);
  const change = useCallback(
    (next: Partial<ListState>, goesOn = false) =>
      setParams(
        (current) => {
          const page = next.page ?? 1;
          const wanted = { ...stateOf(current, { defaults, origin, view }), ...next, page };
          const isAsView = wanted.view !== null && wanted.view === view?.id && isSameList(wanted, origin, defaults);
          const written = writeListState(wanted, defaults, current);
          return isAsView ? alone(written) : written;
        },
        { replace: goesOn },
      ),
    [setParams, defaults, origin, view],
  );
  return { state, defaults, view, origin, change };
}

/** An address that names a view and nothing else leaves everything to it. */
function stateOf(
  params: URLSearchParams,
  { defaults, origin, view }: Pick<ListAddress, 'defaults' | 'origin' | 'view'>,
): ListState {
  const own = readListState(params, defaults);
  return view !== null && viewAlone(params) === view.id ? { ...origin, page: own.page } : own;
}

/** The view and the page alone, beside what is none of the list's own. */
function alone(params: URLSearchParams): URLSearchParams {
  const view = params.get('view') ?? '';
  const page = params.get('page');
  const others = writeListState(PLAIN, { sort: [], size: 0 }, params);
  others.set('view', view);
  if (page !== null) others.set('page', page);
  return others;
}

/** A list that says nothing in an address. */
const PLAIN: ListState = { ...readListState(new URLSearchParams(), { sort: [], size: 0 }), size: 0 };
