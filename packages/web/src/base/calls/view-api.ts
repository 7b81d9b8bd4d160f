import type { ArrangementBody, ListView, ListViewBody, ListViewsAnswer, LookBody, ModelAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';
import type { AppDispatch } from '../store/store.ts';
import { sessionEndpoints, updateModel } from './session-api.ts';

/** What is changed of a view that was read in this version. */
type Changed = Partial<ListViewBody> & { readonly id: string; readonly version: number };

const viewApi = api.injectEndpoints({
  endpoints: (build) => ({
    addView: build.mutation<ListView, ListViewBody>({
      query: (body) => ({ url: '/_/views', method: 'POST', body }),
      onQueryStarted: async (_, call) => {
        await inLists(call, (lists, made) => ({ ...lists, views: byName([...lists.views, made]) }));
      },
    }),
    changeView: build.mutation<ListView, Changed>({
      query: ({ id, ...body }) => ({ url: `/_/views/${id}`, method: 'PATCH', body }),
      onQueryStarted: async ({ id }, call) => {
        await inLists(call, (lists, made) => ({
          ...lists,
          views: byName([...lists.views.filter((view) => view.id !== id), made]),
        }));
      },
    }),
    removeView: build.mutation<null, string>({
      query: (id) => ({ url: `/_/views/${id}`, method: 'DELETE' }),
      onQueryStarted: async (id, call) => {
        await inLists(call, (lists) => ({ ...lists, views: lists.views.filter((view) => view.id !== id) }));
      },
    }),
    setArrangement: build.mutation<null, ArrangementBody>({
      query: (body) => ({ url: '/_/arrangements', method: 'POST', body }),
      extraOptions: { quiet: true },
    }),
    setLook: build.mutation<null, LookBody>({
      query: (body) => ({ url: '/_/looks', method: 'POST', body }),
      extraOptions: { quiet: true },
    }),
  }),
});

export const {
  useAddViewMutation,
  useChangeViewMutation,
  useRemoveViewMutation,
  useSetArrangementMutation,
  useSetLookMutation,
} = viewApi;

function byName(views: readonly ListView[]): readonly ListView[] {
  return views.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

interface Started<T> {
  readonly dispatch: AppDispatch;
  readonly getState: () => unknown;
  readonly queryFulfilled: Promise<{ readonly data: T }>;
}

/** The model came with the views: what the server has answered is put beside it. */
async function inLists<T>(
  { dispatch, getState, queryFulfilled }: Started<T>,
  next: (lists: ListViewsAnswer, answer: T) => ListViewsAnswer,
): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (answer !== null) dispatch(changeLists(getState, (lists) => next(lists, answer.data)));
}

/** Changes what this page knows of the views and looks of the reader. */
export function changeLists(getState: () => unknown, next: (lists: ListViewsAnswer) => ListViewsAnswer) {
  return (dispatch: AppDispatch): void => {
    const state = getState() as never; // the state of the store, whose type is made of this file
    for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, ['model']))
      if (endpointName === sessionEndpoints.model.name)
        dispatch(updateModel(String(originalArgs), (old: ModelAnswer) => ({ ...old, lists: next(old.lists) })));
  };
}
