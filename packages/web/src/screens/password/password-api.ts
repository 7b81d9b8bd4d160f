import type { PasswordAnswer, SessionAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** Changing one's own password; ends the other sessions, and this one goes on with a new token. */
export interface PasswordChange {
  readonly current: string;
  readonly password: string;
  /** Ends the keys of programs too. */
  readonly end_keys?: boolean;
}

const passwordApi = api.enhanceEndpoints({ addTagTypes: ['key'] }).injectEndpoints({
  endpoints: (build) => ({
    password: build.query<PasswordAnswer, void>({ query: () => '/_/password', providesTags: ['key'] }),
    changePassword: build.mutation<SessionAnswer, PasswordChange>({
      query: (body) => ({ url: '/_/password', method: 'POST', body }),
      invalidatesTags: ['key'],
    }),
  }),
});

export const { usePasswordQuery, useChangePasswordMutation } = passwordApi;
