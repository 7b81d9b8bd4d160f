import type { BulkAnswer, BulkBody } from '@ninefold/model';
import { EVERYTHING } from '../record/record-api.ts';
import { api } from '../store/api.ts';

const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    bulk: build.mutation<BulkAnswer, { readonly entity: string; readonly body: BulkBody; readonly once: string }>({
      query: ({ entity, body, once }) => ({
        url: `/api/${entity}/bulk`,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': once },
      }),
      // A list that is not the one that was seen is shown anew.
      invalidatesTags: (_, error) => (error ? ['list'] : EVERYTHING),
    }),
  }),
});

export const { useBulkMutation } = bulkApi;

/** For calls outside of components. */
export const bulkEndpoints = bulkApi.endpoints;
