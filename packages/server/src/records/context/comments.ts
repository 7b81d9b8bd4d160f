import type {
  ChangedRecords,
  CommentAnswer,
  CommentsAnswer,
  ConversationAnswer,
  FoundCommentsAnswer,
  ReferenceValue,
  UnreadAnswer,
  WholeComment,
} from '@ninefold/model';
import type { RecordChange } from '../../storage/database/changes.ts';
import type { Caller, WriteOptions } from './records.ts';

/** A record by its id or key. */
export interface OfRecord {
  readonly entity: string;
  readonly idOrKey: string;
}

/** A comment on a record. */
export interface OfComment extends OfRecord {
  readonly comment: string;
}

/** Whom a comment may mention, as far as somebody has typed their name. */
export interface MentionSearch {
  readonly search: string;
  readonly internal: boolean;
}

/**
 * The conversation on records. Who may not read the record, a comment that is not there and an internal one for others than its
 * roles are the same `not_found`.
 */
export interface Comments {
  /** `params`: `size`, `after`, `search`. */
  list(caller: Caller, of: OfRecord, params: URLSearchParams): Promise<CommentsAnswer>;
  get(caller: Caller, of: OfComment): Promise<WholeComment>;
  /** `body`: `CommentBody`. */
  create(caller: Caller, of: OfRecord, body: unknown, options: WriteOptions): Promise<CommentAnswer>;
  /** `body`: `text` and `mentions` of a `CommentBody`. */
  edit(caller: Caller, of: OfComment, body: unknown, options: WriteOptions): Promise<CommentAnswer>;
  /** Deletes the texts of a comment; that it was there, who wrote it and who took it back stays. */
  takeBack(caller: Caller, of: OfComment, options: WriteOptions): Promise<void>;
  /** Those who may be mentioned in a comment on the record, at most ten. */
  mentionable(caller: Caller, of: OfRecord, search: MentionSearch): Promise<readonly ReferenceValue[]>;
  conversation(caller: Caller, of: OfRecord): Promise<ConversationAnswer>;
  /** `body`: `ConversationBody`. */
  follow(caller: Caller, of: OfRecord, body: unknown): Promise<ConversationAnswer>;
  /** The newest comments on all records that have every word of `search`. */
  find(caller: Caller, search: string): Promise<FoundCommentsAnswer>;
  /** The conversations that the caller follows and that have something new. */
  unread(caller: Caller): Promise<UnreadAnswer>;
  /** Who may know that something was said on which records; of these changes only those are looked at that say so. */
  visible(changes: readonly RecordChange[]): Promise<(caller: Caller) => ChangedRecords>;
}
