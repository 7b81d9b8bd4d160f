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
    invite: build.mutation<Invitation, string>({
      query: (user) => ({ url: `/_/accounts/${encodeURIComponent(user)}/invitation`, method: 'POST' }),
    }),
  }),
});

export const { useInviteMutation } = invitationApi;
