import type {
  CallsAnswer,
  CallState,
  InCallsAnswer,
  InCallState,
  IndexesAnswer,
  IndexRulingBody,
  MailPreviewAnswer,
  MailsAnswer,
  MailState,
  SentCallsAnswer,
  StuckApprovalsAnswer,
  TimersAnswer,
  TimerState,
} from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const ADDRESS = '/_/operate/indexes';
const CALLS = '/_/operate/calls';
const MAIL = '/_/operate/mail';

/** The address with those parameters that are given. */
function withGiven(address: string, asked: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(asked).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`;
}

const operateApi = api.enhanceEndpoints({ addTagTypes: ['index', 'call', 'mail'] }).injectEndpoints({
  endpoints: (build) => ({
    // The server makes and drops indexes by itself: what was read before is never shown again.
    indexes: build.query<IndexesAnswer, void>({ query: () => ADDRESS, providesTags: ['index'], keepUnusedDataFor: 0 }),
    // The server fires timers by itself.
    timers: build.query<TimersAnswer, TimerState>({
      query: (state) => `/_/operate/timers?state=${state}`,
      keepUnusedDataFor: 0,
    }),
    // People leave and lose roles elsewhere.
    stuckApprovals: build.query<StuckApprovalsAnswer, void>({
      query: () => '/_/operate/approvals',
      keepUnusedDataFor: 0,
    }),
    // The server makes calls by itself.
    calls: build.query<CallsAnswer, { readonly state: CallState | null; readonly after: string | null }>({
      query: (asked) => withGiven(CALLS, asked),
      providesTags: ['call'],
      keepUnusedDataFor: 0,
    }),
    sentCalls: build.query<SentCallsAnswer, { readonly entity: string; readonly id: string }>({
      query: ({ entity, id }) => `/_/sent-calls/${entity}/${encodeURIComponent(id)}`,
      providesTags: ['call'],
      keepUnusedDataFor: 0,
    }),
    // Other systems call when they like.
    inCalls: build.query<InCallsAnswer, { readonly state: InCallState | null; readonly after: string | null }>({
      query: (asked) => withGiven('/_/operate/in-calls', asked),
      keepUnusedDataFor: 0,
    }),
    callAgain: build.mutation<null, string>({
      query: (id) => ({ url: CALLS, method: 'POST', body: { id } }),
      invalidatesTags: ['call'],
    }),
    // The server sends mail by itself.
    mails: build.query<MailsAnswer, { readonly state: MailState | null; readonly after: string | null }>({
      query: (asked) => withGiven(MAIL, asked),
      providesTags: ['mail'],
      keepUnusedDataFor: 0,
    }),
    mailPreview: build.query<MailPreviewAnswer, string>({ query: (id) => `${MAIL}/${id}`, keepUnusedDataFor: 0 }),
    sendAgain: build.mutation<null, string>({
      query: (id) => ({ url: MAIL, method: 'POST', body: { id } }),
      invalidatesTags: ['mail'],
    }),
    ruleIndex: build.mutation<null, IndexRulingBody>({
      query: (body) => ({ url: ADDRESS, method: 'PATCH', body }),
      invalidatesTags: ['index'],
    }),
    makeIndex: build.mutation<null, string>({
      query: (name) => ({ url: ADDRESS, method: 'POST', body: { name } }),
      invalidatesTags: ['index'],
    }),
  }),
});

export const {
  useIndexesQuery,
  useRuleIndexMutation,
  useMakeIndexMutation,
  useTimersQuery,
  useStuckApprovalsQuery,
  useCallsQuery,
  useSentCallsQuery,
  useInCallsQuery,
  useCallAgainMutation,
  useMailsQuery,
  useMailPreviewQuery,
  useSendAgainMutation,
} = operateApi;
