import { api } from '../store/api.ts';

/** Changing one's own password; ends the other sessions. */
export interface PasswordChange {
  readonly current: string;
  readonly password: string;
}

const passwordApi = api.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<null, PasswordChange>({
      query: (body) => ({ url: '/_/password', method: 'POST', body }),
    }),
  }),
});

export const { useChangePasswordMutation } = passwordApi;
