import type { KeyAnswer, KeyMade } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** A key to be made in one's own name. */
export interface KeyWanted {
  readonly name: string;
  readonly role: string;
  readonly days: number;
}

const keysApi = api.enhanceEndpoints({ addTagTypes: ['key'] }).injectEndpoints({
  endpoints: (build) => ({
    keys: build.query<readonly KeyAnswer[], undefined>({
      query: () => '/_/keys',
      transformResponse: ({ items }: { readonly items: readonly KeyAnswer[] }) => items,
      providesTags: ['key'],
    }),
    makeKey: build.mutation<KeyMade, KeyWanted>({
      query: (body) => ({ url: '/_/keys', method: 'POST', body }),
      invalidatesTags: ['key'],
    }),
    removeKey: build.mutation<null, string>({
      query: (id) => ({ url: `/_/keys/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['key'],
    }),
  }),
});

export const { useKeysQuery, useMakeKeyMutation, useRemoveKeyMutation } = keysApi;
