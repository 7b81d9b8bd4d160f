import type { OffersAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

/** What may be picked for the reference of this path, of the entity `target`. */
export interface OffersCall {
  readonly path: string;
  readonly target: string;
  readonly query: string;
}

const offersApi = api.injectEndpoints({
  endpoints: (build) => ({
    offers: build.query<OffersAnswer, OffersCall>({
      query: ({ path, query }) => `/api/_offers/${path}?${query}`,
      providesTags: (_answer, _error, { target }) => [{ type: 'list', id: target }],
    }),
  }),
});

export const { useOffersQuery, useLazyOffersQuery } = offersApi;
