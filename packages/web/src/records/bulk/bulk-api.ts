import type { BulkAnswer, BulkBody, BulkMayAnswer, RecordValue } from '@ninefold/model';
import { EVERYTHING } from '../../base/calls/record-api.ts';
import { api } from '../../base/store/api.ts';

/** The records that an action is for. */
export type BulkTargets = Pick<BulkBody, 'ids' | 'list'>;

/** The same records as they stand on the page, so that nothing is done over what others have changed since. Of a whole list no versions are known. */
export function asSeen(targets: BulkTargets, records: readonly RecordValue[]): BulkTargets {
  if (targets.ids === undefined) return targets;
  const versions = new Map(records.map(({ id, version }) => [id, version]));
  const ids = targets.ids.map((target) => {
    const version = typeof target === 'string' ? versions.get(target) : undefined;
    return typeof target === 'string' && version !== undefined ? { id: target, version } : target;
  });
  return { ids };
}

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
