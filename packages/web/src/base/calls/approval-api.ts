import type { ApprovalAnswer, RecordValue } from '@ninefold/model';
import { api } from '../store/api.ts';
import { EVERYTHING } from './record-api.ts';

interface Address {
  readonly entity: string;
  readonly id: string;
}

function url({ entity, id }: Address, rest: string): string {
  return `/api/${entity}/${encodeURIComponent(id)}/${rest}`;
}

const approvalApi = api.injectEndpoints({
  endpoints: (build) => ({
    approvals: build.query<{ readonly items: readonly ApprovalAnswer[] }, Address>({
      query: (address) => url(address, 'approvals'),
      providesTags: ['record'],
    }),
    withdraw: build.mutation<RecordValue, Address & { readonly transition: string }>({
      query: ({ transition, ...address }) => ({ url: url(address, transition), method: 'DELETE' }),
      invalidatesTags: (_, error) => (error ? ['record'] : EVERYTHING),
    }),
  }),
});

export const { useApprovalsQuery, useWithdrawMutation } = approvalApi;
