import type { GroupAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

const groupApi = api.injectEndpoints({
  endpoints: (build) => ({
    groups: build.query<GroupAnswer, { readonly entity: string; readonly query: string }>({
      query: ({ entity, query }) => `/api/${entity}?${query}`,
      providesTags: (_answer, _error, { entity }) => [{ type: 'list', id: entity }],
    }),
  }),
});

export const { useGroupsQuery } = groupApi;
