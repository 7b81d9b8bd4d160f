import type {
  CommentAnswer,
  CommentBody,
  CommentsAnswer,
  ConversationAnswer,
  FoundCommentsAnswer,
  ReferenceValue,
  UnreadAnswer,
  WholeComment,
} from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** A record whose conversation is shown. */
export interface Talk {
  readonly entity: string;
  readonly id: string;
}

interface OfComment extends Talk {
  readonly comment: string;
}

const PAGE = 50;

function commentsUrl({ entity, id }: Talk, rest = ''): string {
  return `/api/${entity}/${encodeURIComponent(id)}/comments${rest}`;
}

function commentUrl({ comment, ...talk }: OfComment): string {
  return commentsUrl(talk, `/${comment}`);
}

function standingUrl({ entity, id }: Talk): string {
  return `/_/conversation/${entity}/${encodeURIComponent(id)}`;
}

const conversationApi = api.injectEndpoints({
  endpoints: (build) => ({
    comments: build.infiniteQuery<CommentsAnswer, Talk, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) =>
        commentsUrl(queryArg, `?size=${String(PAGE)}${pageParam === null ? '' : `&after=${pageParam}`}`),
      providesTags: ['conversation'],
    }),
    wholeComment: build.query<WholeComment, OfComment>({
      query: (of) => commentUrl(of),
      providesTags: ['conversation'],
    }),
    conversation: build.query<ConversationAnswer, Talk>({
      query: (of) => standingUrl(of),
      providesTags: ['conversation', 'record'],
    }),
    mentionable: build.query<
      { readonly items: readonly ReferenceValue[] },
      Talk & { readonly search: string; readonly internal: boolean }
    >({
      query: ({ entity, id, search, internal }) =>
        `/_/mentionable/${entity}/${encodeURIComponent(id)}?search=${encodeURIComponent(search)}&internal=${String(internal)}`,
      providesTags: ['record'],
    }),
    foundComments: build.query<FoundCommentsAnswer, string>({
      query: (search) => `/_/comments?search=${encodeURIComponent(search)}`,
      providesTags: ['conversation'],
    }),
    unread: build.query<UnreadAnswer, undefined>({ query: () => '/_/unread', providesTags: ['conversation'] }),
    comment: build.mutation<CommentAnswer, Talk & { readonly body: CommentBody; readonly once: string }>({
      query: ({ body, once, ...of }) => ({
        url: commentsUrl(of),
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': once },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['conversation']),
    }),
    editComment: build.mutation<
      CommentAnswer,
      OfComment & { readonly version: number; readonly body: Pick<CommentBody, 'text' | 'mentions' | 'files'> }
    >({
      query: ({ version, body, ...of }) => ({
        url: commentUrl(of),
        method: 'PATCH',
        body,
        headers: { 'If-Match': `"${String(version)}"` },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['conversation']),
    }),
    takeBackComment: build.mutation<null, OfComment>({
      query: (of) => ({ url: commentUrl(of), method: 'DELETE' }),
      invalidatesTags: (_, error) => (error ? [] : ['conversation']),
    }),
    followConversation: build.mutation<ConversationAnswer, Talk & { readonly follow: boolean }>({
      query: ({ follow, ...of }) => ({ url: standingUrl(of), method: 'POST', body: { follow } }),
      invalidatesTags: (_, error) => (error ? [] : ['conversation']),
    }),
    sawComments: build.mutation<ConversationAnswer, Talk & { readonly seen: string }>({
      query: ({ seen, ...of }) => ({ url: standingUrl(of), method: 'POST', body: { seen } }),
      extraOptions: { quiet: true },
      invalidatesTags: (_, error) => (error ? [] : ['conversation']),
    }),
  }),
});

/** For calls outside of components. */
export const conversationEndpoints = conversationApi.endpoints;

export const {
  useCommentsInfiniteQuery,
  useWholeCommentQuery,
  useConversationQuery,
  useMentionableQuery,
  useFoundCommentsQuery,
  useUnreadQuery,
  useCommentMutation,
  useEditCommentMutation,
  useTakeBackCommentMutation,
  useFollowConversationMutation,
  useSawCommentsMutation,
} = conversationApi;
