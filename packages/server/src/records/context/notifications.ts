import type {
  NotificationChoicesAnswer,
  NotificationKind,
  RecordValue,
  ReferenceValue,
  UnreadNotificationsAnswer,
} from '@ninefold/model';
import type { Caller } from './records.ts';

/** A notification with what its reader may read now of the record that it is of. */
export interface InboxEntry {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly entity: string;
  /** Of a transition that fired on a followed record `change`, as of any change. */
  readonly what: string;
  /** The transition that fired on a followed record; null: it is about something else. */
  readonly transition: string | null;
  readonly at: string;
  readonly times: number;
  readonly readAt: string | null;
  /** Whether anything may be said of it: its record is there and the reader may read it, or it is of no single record. */
  readonly isKnown: boolean;
  readonly value: RecordValue | null;
  readonly byName: ReferenceValue | null;
}

/** What people were told. Each reads and marks their own. */
export interface Inbox {
  /** Newest first; `params`: `unread`, `kind`, `entity`, `record`, `size`, `after`. */
  list(
    caller: Caller,
    params: URLSearchParams,
  ): Promise<{ readonly items: readonly InboxEntry[]; readonly next: string | null }>;
  unread(caller: Caller): Promise<UnreadNotificationsAnswer>;
  /** `body`: `NotificationsBody`. */
  mark(caller: Caller, body: unknown): Promise<UnreadNotificationsAnswer>;
  choices(caller: Caller): Promise<NotificationChoicesAnswer>;
  /** `body`: `NotificationChoice`. */
  choose(caller: Caller, body: unknown): Promise<NotificationChoicesAnswer>;
  /** The zone of the caller's mail. `body`: `MailZone`. */
  chooseZone(caller: Caller, body: unknown): Promise<NotificationChoicesAnswer>;
  /** Drops what is older than `notification_days`. */
  trim(): Promise<void>;
}
