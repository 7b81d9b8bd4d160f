import type { AccountsAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** A one-time link with which a user chooses a password. */
export interface Invitation {
  /** Below the application's own address. */
  readonly address: string;
  /** RFC 3339, UTC. */
  readonly expires_at: string;
}

const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    accounts: build.query<AccountsAnswer, readonly string[]>({
      query: (users) => ({ url: '/_/accounts', params: { of: users.join(',') } }),
      providesTags: ['record'],
      extraOptions: { quiet: true },
    }),
    invite: build.mutation<Invitation, string>({
      query: (user) => ({ url: `/_/accounts/${encodeURIComponent(user)}/invitation`, method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : ['record']),
    }),
  }),
});

export const { useAccountsQuery, useInviteMutation } = invitationApi;

/** Whether the user has a password already, so that a link is one for a new password; false until the server has said so. */
export function useHasPassword(user: string, { skip }: { readonly skip: boolean }): boolean {
  const { data } = useAccountsQuery([user], { skip });
  return data !== undefined && data.items.every(({ id }) => id !== user);
}
