import type { IndexesAnswer, IndexRulingBody, TimersAnswer, TimerState } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const ADDRESS = '/_/operate/indexes';

const operateApi = api.enhanceEndpoints({ addTagTypes: ['index'] }).injectEndpoints({
  endpoints: (build) => ({
    // The server makes and drops indexes by itself: what was read before is never shown again.
    indexes: build.query<IndexesAnswer, void>({ query: () => ADDRESS, providesTags: ['index'], keepUnusedDataFor: 0 }),
    // The server fires timers by itself.
    timers: build.query<TimersAnswer, TimerState>({
      query: (state) => `/_/operate/timers?state=${state}`,
      keepUnusedDataFor: 0,
    }),
    ruleIndex: build.mutation<null, IndexRulingBody>({
      query: (body) => ({ url: ADDRESS, method: 'PATCH', body }),
      invalidatesTags: ['index'],
    }),
    makeIndex: build.mutation<null, string>({
      query: (name) => ({ url: ADDRESS, method: 'POST', body: { name } }),
      invalidatesTags: ['index'],
    }),
  }),
});

export const { useIndexesQuery, useRuleIndexMutation, useMakeIndexMutation, useTimersQuery } = operateApi;
