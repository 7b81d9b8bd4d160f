import type { DeputiesAnswer, DeputyAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** A deputy of the reader for some days (`2026-03-05`), both included. */
export interface DeputyWanted {
  readonly deputy: string;
  readonly from: string;
  readonly until: string;
}

const deputiesApi = api.enhanceEndpoints({ addTagTypes: ['deputy'] }).injectEndpoints({
  endpoints: (build) => ({
    deputies: build.query<DeputiesAnswer, undefined>({
      query: () => '/_/deputies',
      providesTags: ['deputy'],
    }),
    nameDeputy: build.mutation<DeputyAnswer, DeputyWanted>({
      query: (body) => ({ url: '/_/deputies', method: 'POST', body }),
      invalidatesTags: ['deputy'],
    }),
    endDeputy: build.mutation<null, string>({
      query: (id) => ({ url: `/_/deputies/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['deputy'],
    }),
  }),
});

export const { useDeputiesQuery, useNameDeputyMutation, useEndDeputyMutation } = deputiesApi;
