import type { ReferenceValue } from './answers.ts';

/**
 * Why somebody is told: the specification says so (`told`), a comment mentions them, somebody comments on a record that they follow, a
 * record waits for their approval, an approval has passed to them, a record that they follow was changed, or something is stuck, which
 * operators are told.
 */
export const NOTIFICATION_KINDS = [
  'told',
  'mention',
  'comment',
  'approval',
  'escalation',
  'followed',
  'stuck',
] as const;

/** See `NOTIFICATION_KINDS`. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** When a person gets mail: with each notification, once in the morning for all of a day, or never. */
export const MAIL_CHOICES = ['at_once', 'daily', 'never'] as const;

/** See `MAIL_CHOICES`. */
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** One entry of `GET /_/notifications`. */
export interface NotificationAnswer {
  readonly id: string;
  readonly kind: NotificationKind;
  /** When it happened last. */
  readonly at: string;
  /** How often it happened within a minute. */
  readonly times: number;
  readonly read: boolean;
  /** Who did it; null for the application itself, and where the reader may not read the record any more. */
  readonly by: ReferenceValue | null;
  /** Null where the record is gone, in the trash, or not the reader's to read any more: then nothing is said of it. */
  readonly about: { readonly entity: string; readonly record: ReferenceValue | null } | null;
  /** The text of the specification with the values that the reader may read; null where it has none, or where they may not read one of its values. */
  readonly text: string | null;
  /** The transition, timer, `comment` or `change` that the notification is of; null for a text of the specification. */
  readonly what: string | null;
  /** The transition that fired on a record that the reader follows, beside `what: change`; null of everything else. */
  readonly transition: string | null;
}

/** `GET /_/notifications`, newest first. Parameters: `unread`, `kind`, `entity` with `record`, `size`, `after`. */
export interface NotificationsAnswer {
  readonly items: readonly NotificationAnswer[];
  /** For `after=`, or null. */
  readonly next: string | null;
}

/** `GET /_/notifications/unread` */
export interface UnreadNotificationsAnswer {
  /** At most 100, which stands for 100 and more. */
  readonly unread: number;
}

/** `POST /_/notifications`: these ids, or all up to `until`, are read, or are not. Answers `UnreadNotificationsAnswer`. */
export type NotificationsBody =
  | { readonly read: boolean; readonly ids: readonly string[] }
  | { readonly read: true; readonly until: string };

/** How a person wants to be told of one kind. */
export interface NotificationChoice {
  readonly kind: NotificationKind;
  readonly inbox: boolean;
  readonly mail: MailChoice;
}

/** `POST /_/notifications/time-zone`: the zone in which a person reads moments in mail; null: that of the application. */
export interface MailZone {
  readonly time_zone: string | null;
}

/** `GET /_/notifications/choices`: every kind that this reader may be told. `POST` takes one `NotificationChoice`. */
export interface NotificationChoicesAnswer extends MailZone {
  readonly items: readonly NotificationChoice[];
  /** Whether this installation sends mail. */
  readonly mail: boolean;
}
