import type { ModelAnswer, SessionAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

/** What the sign-in form sends. `demo` is the id of a demonstration account. */
export type Credentials = { readonly email: string; readonly password: string } | { readonly demo: string };

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    session: build.query<SessionAnswer, void>({ query: () => '/_/session', providesTags: ['session'] }),
    model: build.query<ModelAnswer, string>({
      query: () => '/_/model',
      providesTags: ['model'],
      keepUnusedDataFor: 86_400,
    }),
    signIn: build.mutation<SessionAnswer, Credentials>({
      query: (body) => ({ url: '/_/session', method: 'POST', body }),
    }),
    signOut: build.mutation<SessionAnswer, void>({ query: () => ({ url: '/_/session', method: 'DELETE' }) }),
  }),
});

export const { useSessionQuery, useModelQuery, useSignInMutation, useSignOutMutation } = sessionApi;
export const sessionEndpoints = sessionApi.endpoints;
/** Changes the cached answer that came for a session. */
export const updateModel = (asked: string, change: (old: ModelAnswer) => ModelAnswer) =>
  sessionApi.util.updateQueryData('model', asked, change);
/** Puts a session answer in place of the cached one. */
export const replaceSession = (answer: SessionAnswer) => sessionApi.util.upsertQueryData('session', undefined, answer);
