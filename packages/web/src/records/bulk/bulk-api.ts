import type { BulkAnswer, BulkBody } from '@ninefold/model';
import { EVERYTHING } from '../../base/calls/record-api.ts';
import { api } from '../../base/store/api.ts';

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
  }),
});

export const { useBulkMutation } = bulkApi;

/** For calls outside of components. */
export const bulkEndpoints = bulkApi.endpoints;
