import type {
  ChangeSince,
  DueTimer,
  HistoryEntry,
  ListAnswer,
  MayAnswer,
  PresenceAnswer,
  RecordValue,
  Wire,
} from '@ninefold/model';
import { api } from '../store/api.ts';
import type { Failure } from '../store/failure.ts';
import type { AppDispatch } from '../store/store.ts';

/** What a write sends: values by field, and the warnings the person has confirmed. */
export type WriteBody = Readonly<Record<string, Wire>>;

interface Address {
  readonly entity: string;
  /** The id or the key of the record. */
  readonly id: string;
}

interface Removal extends Address {
  readonly version: number;
  /** The warnings that are confirmed. */
  readonly confirm?: readonly string[];
}

function url({ entity, id }: Address, rest = ''): string {
  return `/api/${entity}/${encodeURIComponent(id)}${rest}`;
}

function presenceUrl({ entity, id }: Address): string {
  return `/_/presence/${entity}/${encodeURIComponent(id)}`;
}

function matching(version: number): Record<string, string> {
  return { 'If-Match': `"${version}"` };
}

function removal({ version, confirm = [], ...address }: Removal) {
  const body = confirm.length === 0 ? {} : { body: { confirm } };
  return { url: url(address), headers: matching(version), ...body };
}

/** What a write may have changed anywhere. */
export const EVERYTHING = ['list', 'record', 'home'] as const;

/** What a refused step makes worth reading again: the record, where somebody else has changed it since. */
function staleAfter({ status }: Failure): readonly ['record'] | readonly [] {
  return status === 409 || status === 412 ? ['record'] : [];
}

const recordApi = api.injectEndpoints({
  endpoints: (build) => ({
    list: build.query<ListAnswer, { readonly entity: string; readonly query: string }>({
      query: ({ entity, query }) => `/api/${entity}${query === '' ? '' : `?${query}`}`,
      providesTags: (_answer, _error, { entity }) => [{ type: 'list', id: entity }],
    }),
    record: build.query<RecordValue, Address>({ query: (address) => url(address), providesTags: ['record'] }),
    history: build.query<{ readonly items: readonly HistoryEntry[] }, Address>({
      query: (address) => url(address, '/history'),
      providesTags: ['record'],
    }),
    due: build.query<{ readonly items: readonly DueTimer[] }, Address>({
      query: (address) => url(address, '/due'),
      providesTags: ['record'],
    }),
    may: build.query<MayAnswer, Address>({
      query: ({ entity, id }) => `/_/may/${entity}/${encodeURIComponent(id)}`,
      providesTags: ['record'],
    }),
    changes: build.mutation<{ readonly items: readonly ChangeSince[] }, Address & { readonly since: number }>({
      query: ({ entity, id, since }) => `/_/changes/${entity}/${encodeURIComponent(id)}?since=${since}`,
      extraOptions: { quiet: true },
    }),
    watch: build.mutation<PresenceAnswer, Address & { readonly editing: boolean }>({
      query: ({ editing, ...address }) => ({ url: presenceUrl(address), method: editing ? 'POST' : 'GET' }),
      extraOptions: { quiet: true },
    }),
    stopEditing: build.mutation<null, Address>({
      query: (address) => ({ url: presenceUrl(address), method: 'DELETE' }),
      extraOptions: { quiet: true },
    }),
    create: build.mutation<RecordValue, { readonly entity: string; readonly body: WriteBody; readonly once: string }>({
      query: ({ entity, body, once }) => ({
        url: `/api/${entity}`,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': once },
      }),
      invalidatesTags: (_, error) => (error ? [] : EVERYTHING),
    }),
    update: build.mutation<RecordValue, Address & { readonly version: number; readonly body: WriteBody }>({
      query: ({ version, body, ...address }) => ({
        url: url(address),
        method: 'PATCH',
        body,
        headers: matching(version),
      }),
      onQueryStarted: showAtOnce,
      invalidatesTags: (_, error) => (error ? [] : EVERYTHING),
    }),
    remove: build.mutation<null, Removal>({
      query: (removed) => ({ method: 'DELETE', ...removal(removed) }),
      invalidatesTags: (_, error) => (error ? staleAfter(error) : ['list', 'home']),
    }),
    restore: build.mutation<RecordValue, Address>({
      query: (address) => ({ url: url(address, '/restore'), method: 'POST', body: {} }),
      invalidatesTags: (_, error) => (error ? [] : EVERYTHING),
    }),
    fire: build.mutation<
      RecordValue,
      Address & {
        readonly transition: string;
        readonly version: number;
        readonly body: WriteBody;
        readonly once: string;
      }
    >({
      query: ({ transition, version, body, once, ...address }) => ({
        url: url(address, `/${transition}`),
        method: 'POST',
        body,
        headers: { ...matching(version), 'Idempotency-Key': once },
      }),
      onQueryStarted: showAtOnce,
      // Where no answer came, the record says whether the step was taken.
      invalidatesTags: (_, error) =>
        error?.code === 'answer_lost' ? ['record'] : error ? staleAfter(error) : EVERYTHING,
    }),
  }),
});

/** Replaces the cached record by the answer of a write, before the record is loaded again. */
async function showAtOnce(address: Address, { dispatch, getState, queryFulfilled }: Writing): Promise<void> {
  const { data } = await queryFulfilled.catch(() => ({ data: null }));
  if (data === null) return;
  const state = getState() as never; // the state of the store, whose type is made of this file
  // A page may have loaded the record by its key.
  for (const { endpointName, originalArgs } of recordApi.util.selectInvalidatedBy(state, ['record'])) {
    const asked = originalArgs as Address; // the endpoint of the next line has this argument
    if (endpointName !== 'record' || asked.entity !== address.entity) continue;
    dispatch(recordApi.util.updateQueryData('record', asked, (old) => (old.id === data.id ? data : old)));
  }
}

interface Writing {
  readonly dispatch: AppDispatch;
  readonly getState: () => unknown;
  readonly queryFulfilled: Promise<{ readonly data: RecordValue }>;
}

export const {
  useListQuery,
  useRecordQuery,
  useLazyRecordQuery,
  useDueQuery,
  useHistoryQuery,
  useLazyHistoryQuery,
  useMayQuery,
  useChangesMutation,
  useCreateMutation,
  useUpdateMutation,
  useRemoveMutation,
  useRestoreMutation,
  useFireMutation,
} = recordApi;

/** For calls outside of components. */
export const recordEndpoints = recordApi.endpoints;
