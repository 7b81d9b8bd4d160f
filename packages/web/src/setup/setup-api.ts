import type { SessionAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

/** The first administrator, as the one-time link makes it. */
export interface FirstAdministrator {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly language: string;
}

const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    setUp: build.mutation<SessionAnswer, { readonly token: string; readonly person: FirstAdministrator }>({
      query: ({ token, person }) => ({ url: `/_/setup/${encodeURIComponent(token)}`, method: 'POST', body: person }),
    }),
  }),
});

export const { useSetUpMutation } = setupApi;
