import type { FirstRunAnswer, SessionAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** What a one-time link is for; `name` and `email` of the invited person. */
export interface LinkAnswer {
  readonly kind: 'first_administrator' | 'invitation';
  readonly name: string | null;
  readonly email: string | null;
  /** Zone of the application, for the first administrator alone. */
  readonly time_zone: string | null;
}

/** What a one-time link takes: the first administrator, or the password of an invited person. */
export type LinkBody =
  | { readonly name: string; readonly email: string; readonly password: string; readonly language: string }
  | { readonly password: string };

const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    oneTimeLink: build.query<LinkAnswer, string>({ query: (token) => `/_/setup/${encodeURIComponent(token)}` }),
    setUp: build.mutation<SessionAnswer, { readonly token: string; readonly body: LinkBody }>({
      query: ({ token, body }) => ({ url: `/_/setup/${encodeURIComponent(token)}`, method: 'POST', body }),
    }),
    firstRun: build.query<FirstRunAnswer, string>({
      query: (language) => `/_/setup?lng=${encodeURIComponent(language)}`,
      providesTags: ['first run'],
    }),
    loadSampleData: build.mutation<{ readonly records: number }, void>({
      query: () => ({ url: '/_/setup/sample-data', method: 'POST' }),
      invalidatesTags: ['first run', 'record', 'list', 'home'],
    }),
  }),
});

export const { useOneTimeLinkQuery, useSetUpMutation, useFirstRunQuery, useLoadSampleDataMutation } = setupApi;
