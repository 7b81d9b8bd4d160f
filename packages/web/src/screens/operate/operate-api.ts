import type { CallsAnswer, CallState, IndexesAnswer, IndexRulingBody, TimersAnswer, TimerState } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const ADDRESS = '/_/operate/indexes';
const CALLS = '/_/operate/calls';

const operateApi = api.enhanceEndpoints({ addTagTypes: ['index', 'call'] }).injectEndpoints({
  endpoints: (build) => ({
    // The server makes and drops indexes by itself: what was read before is never shown again.
    indexes: build.query<IndexesAnswer, void>({ query: () => ADDRESS, providesTags: ['index'], keepUnusedDataFor: 0 }),
    // The server fires timers by itself.
    timers: build.query<TimersAnswer, TimerState>({
      query: (state) => `/_/operate/timers?state=${state}`,
      keepUnusedDataFor: 0,
    }),
    // The server makes calls by itself.
    calls: build.query<CallsAnswer, { readonly state: CallState; readonly after: string | null }>({
      query: ({ state, after }) => `${CALLS}?state=${state}${after === null ? '' : `&after=${after}`}`,
      providesTags: ['call'],
      keepUnusedDataFor: 0,
    }),
    sendAgain: build.mutation<null, string>({
      query: (id) => ({ url: CALLS, method: 'POST', body: { id } }),
      invalidatesTags: ['call'],
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

export const {
  useIndexesQuery,
  useRuleIndexMutation,
  useMakeIndexMutation,
  useTimersQuery,
  useCallsQuery,
  useSendAgainMutation,
} = operateApi;
