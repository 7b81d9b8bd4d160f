import type { FaultsAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const faultsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The list grows without a word: what was read before is never shown again.
    faults: build.query<FaultsAnswer, void>({ query: () => '/_/faults', keepUnusedDataFor: 0 }),
  }),
});

export const { useFaultsQuery } = faultsApi;
