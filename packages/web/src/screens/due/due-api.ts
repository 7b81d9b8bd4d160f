import type { DueAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

interface DueAsked {
  readonly query: string;
  /** The entities whose changes may change the answer: each timer that the server fires changes a record. */
  readonly entities: readonly string[];
}

const dueApi = api.injectEndpoints({
  endpoints: (build) => ({
    duePage: build.query<DueAnswer, DueAsked>({
      query: ({ query }) => `/_/due${query === '' ? '' : `?${query}`}`,
      providesTags: (_answer, _error, { entities }) => entities.map((id) => ({ type: 'list', id })),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useDuePageQuery } = dueApi;
