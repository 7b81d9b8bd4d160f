import type { ReplayAnswer, SubscriptionAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const ADDRESS = '/_/subscriptions';

const subscriptionsApi = api.enhanceEndpoints({ addTagTypes: ['subscription', 'key'] }).injectEndpoints({
  endpoints: (build) => ({
    // The server sends messages by itself.
    subscriptions: build.query<readonly SubscriptionAnswer[], undefined>({
      query: () => ADDRESS,
      transformResponse: ({ items }: { readonly items: readonly SubscriptionAnswer[] }) => items,
      providesTags: ['subscription', 'key'],
      keepUnusedDataFor: 0,
    }),
    pauseSubscription: build.mutation<SubscriptionAnswer, { readonly id: string; readonly paused: boolean }>({
      query: ({ id, paused }) => ({ url: `${ADDRESS}/${id}`, method: 'PATCH', body: { paused } }),
      invalidatesTags: ['subscription'],
    }),
    replaySubscription: build.mutation<ReplayAnswer, { readonly id: string; readonly from: string }>({
      query: ({ id, from }) => ({ url: `${ADDRESS}/${id}/replay`, method: 'POST', body: { from } }),
      invalidatesTags: ['subscription'],
    }),
    removeSubscription: build.mutation<null, string>({
      query: (id) => ({ url: `${ADDRESS}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['subscription'],
    }),
  }),
});

export const {
  useSubscriptionsQuery,
  usePauseSubscriptionMutation,
  useReplaySubscriptionMutation,
  useRemoveSubscriptionMutation,
} = subscriptionsApi;
