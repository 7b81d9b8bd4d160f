import type { LimitAnswer, LimitPage, LimitSent } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const limitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    limit: build.query<LimitPage, string>({
      query: (id) => `/api/_limits/${encodeURIComponent(id)}`,
      providesTags: ['model'],
    }),
    setLimit: build.mutation<LimitAnswer, { readonly id: string; readonly sent: LimitSent }>({
      query: ({ id, sent }) => ({ url: `/api/_limits/${encodeURIComponent(id)}`, method: 'PATCH', body: sent }),
      invalidatesTags: ['model', 'record', 'list', 'home'],
    }),
  }),
});

export const { useLimitQuery, useSetLimitMutation } = limitsApi;
