import type { BulkAnswer, BulkBody, BulkMayAnswer } from '@ninefold/model';
import { EVERYTHING } from '../../base/calls/record-api.ts';
import { api } from '../../base/store/api.ts';

/** The records that an action is for. */
export type BulkTargets = Pick<BulkBody, 'ids' | 'list'>;

const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    bulk: build.mutation<BulkAnswer, { readonly entity: string; readonly body: BulkBody; readonly once: string }>({
      query: ({ entity, body, once }) => ({
        url: `/api/${entity}/bulk`,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': once },
      }),
      // The list is loaded again when it has changed since the user saw it.
      invalidatesTags: (_, error) => (error ? ['list'] : EVERYTHING),
    }),
    bulkMay: build.query<BulkMayAnswer, { readonly entity: string; readonly targets: BulkTargets }>({
      query: ({ entity, targets }) => ({ url: `/_/may/${entity}`, method: 'POST', body: targets }),
      keepUnusedDataFor: 0,
      providesTags: ['list'],
    }),
  }),
});

export const { useBulkMutation, useBulkMayQuery } = bulkApi;

/** For calls outside of components. */
export const bulkEndpoints = bulkApi.endpoints;
