import type { ReferenceValue } from './answers.ts';
import type { StoredFile } from './uploads.ts';

/** One comment on a record, as its reader may see it. */
export interface CommentAnswer {
  readonly id: string;
  /** Grows with each edit; what `If-Match` names. */
  readonly version: number;
  readonly at: string;
  /** Null where nobody is known; without a title where the reader may not see it. */
  readonly by: ReferenceValue | null;
  /** Who made the key by which it was written, where that is another person than `by`; else null. */
  readonly key_by: ReferenceValue | null;
  readonly via: 'screen' | 'call' | 'import' | 'data' | 'system';
  /** Markdown; null where it was taken back. */
  readonly text: string | null;
  /** Only for readers who may read internal comments of the entity. */
  readonly internal?: boolean;
  /** Whom it mentions, as far as the reader may know of them. */
  readonly mentions: readonly ReferenceValue[];
  /** Their contents are read at `/api/<entity>/<record>/comments/<comment>/<file>`. */
  readonly files: readonly StoredFile[];
  /** The comment that it answers, with its beginning as it is now; `text` is null where that was taken back. */
  readonly quote: CommentQuote | null;
  readonly edited_at: string | null;
  readonly taken_back: { readonly at: string; readonly by: ReferenceValue | null } | null;
  /** What the reader may do with it now. */
  readonly may: { readonly edit: boolean; readonly take_back: boolean };
}

/** The beginning of a comment that another one answers. */
export interface CommentQuote {
  readonly id: string;
  readonly by: ReferenceValue | null;
  readonly text: string | null;
}

/** `GET /api/<entity>/<id>/comments`, newest first. */
export interface CommentsAnswer {
  readonly items: readonly CommentAnswer[];
  readonly total: number;
  readonly total_is: 'exact';
  /** What the next page is asked with (`after=`), or null. */
  readonly next: string | null;
}

/** `GET /api/<entity>/<id>/comments/<comment>`: with its earlier texts, the latest first. */
export interface WholeComment extends CommentAnswer {
  readonly earlier: readonly { readonly at: string; readonly text: string }[];
}

/** `POST …/comments`; of `PATCH …/comments/<comment>` only `text`, `mentions` and `files`. */
export interface CommentBody {
  /** Blank only where there are files. */
  readonly text: string;
  /** Ids of files that were sent before; of an edit also of those that it has. */
  readonly files?: readonly string[];
  /** Ids of people who may read this comment. */
  readonly mentions?: readonly string[];
  readonly internal?: boolean;
  /** The id of a comment of the same record. */
  readonly quote?: string | null;
}

/** So many files has a comment at most. */
export const MOST_FILES_OF_COMMENT = 10;

/** Why somebody follows a record: by hand, since they wrote, were mentioned, are asked for an approval, or a field names them. */
export type FollowReason = 'hand' | 'comment' | 'mention' | 'asked' | 'named';

/** `GET /_/conversation/<entity>/<id>`: how the reader stands to the conversation. */
export interface ConversationAnswer {
  /** Why the reader follows it; null where they do not. */
  readonly follows: FollowReason | null;
  /** How many comments of others the reader has not seen. */
  readonly unread: number;
  /** The newest comment that the reader has seen, or null. */
  readonly seen: string | null;
  /** Who follows it, as far as the reader may know of them. */
  readonly followers: readonly ReferenceValue[];
  readonly may: { readonly comment: boolean; readonly internal: boolean };
}

/** `POST /_/conversation/<entity>/<id>`: follows or stops, and notes the newest comment that was seen. */
export interface ConversationBody {
  readonly follow?: boolean;
  readonly seen?: string;
}

/** A comment that a search has found, and its record. */
export interface FoundComment {
  readonly entity: string;
  readonly record: ReferenceValue;
  readonly id: string;
  readonly at: string;
  readonly by: ReferenceValue | null;
  readonly text: string;
}

/** `GET /_/comments?search=`: the newest comments that have every word, on records that the reader may read. */
export interface FoundCommentsAnswer {
  readonly items: readonly FoundComment[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

/** A conversation that the reader follows and that has something new. */
export interface UnreadConversation {
  readonly entity: string;
  readonly record: ReferenceValue;
  readonly unread: number;
  /** Whether one of the unread comments mentions the reader. */
  readonly mentioned: boolean;
  readonly at: string;
}

/** `GET /_/unread`, the newest first. */
export interface UnreadAnswer {
  readonly items: readonly UnreadConversation[];
  readonly more: boolean;
}
