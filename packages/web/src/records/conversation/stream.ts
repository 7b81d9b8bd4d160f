import type { CommentAnswer, HistoryEntry } from '@ninefold/model';

/** What of a record's past is shown. */
export type StreamFilter = 'all' | 'comments' | 'changes';

/** One thing that happened to a record or was said about it. */
export type StreamItem =
  | { readonly kind: 'comment'; readonly comment: CommentAnswer }
  | { readonly kind: 'change'; readonly entry: HistoryEntry };

interface Past {
  /** Newest first. */
  readonly comments: readonly CommentAnswer[];
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Older comments are not loaded: what happened before the oldest that is waits for them. */
  readonly hasMore: boolean;
  /** The ids of the comments that are being changed: they stand under every filter, with what is typed. */
  readonly edited: ReadonlySet<string>;
}

/** Changes and comments in one order, newest first. */
export function streamOf({ comments, entries, hasMore, edited }: Past, filter: StreamFilter): readonly StreamItem[] {
  const oldest = hasMore ? (comments.at(-1)?.at ?? '') : '';
  const shown = filter === 'changes' ? entries : entries.filter(({ at }) => at >= oldest);
  const said = comments.map((comment): StreamItem => ({ kind: 'comment', comment }));
  const changed = shown.map((entry): StreamItem => ({ kind: 'change', entry }));
  if (filter === 'comments') return said;
  const kept = filter === 'changes' ? said.filter((item) => edited.has(keyOf(item))) : said;
  return [...kept, ...changed].toSorted((a, b) => (atOf(a) < atOf(b) ? 1 : atOf(a) > atOf(b) ? -1 : 0));
}

function atOf(item: StreamItem): string {
  return item.kind === 'comment' ? item.comment.at : item.entry.at;
}

/** The key of an item among all. */
export function keyOf(item: StreamItem): string {
  return item.kind === 'comment' ? item.comment.id : item.entry.id;
}
