import type { ReferenceValue } from './answers.ts';
import type { NotificationKind } from './notifications.ts';

/**
 * What became of a mail: it waits to be sent or tried again, was sent, would have been sent if this installation sent mail, was refused
 * for good by a mail server, was given up after many tries, or came back.
 */
export const MAIL_STATES = ['refused', 'given_up', 'bounced', 'waiting', 'unsent', 'sent'] as const;

/** See `MAIL_STATES`. */
export type MailState = (typeof MAIL_STATES)[number];

/** A mail as operators see it: no address, and no more of its record than they may read. */
export interface MailAnswer {
  readonly id: string;
  /** To whom. */
  readonly person: ReferenceValue;
  readonly way: 'at_once' | 'daily';
  /** Null for the mail of a morning. */
  readonly entity: string | null;
  readonly record: ReferenceValue | null;
  readonly kinds: readonly NotificationKind[];
  readonly state: MailState;
  /** When it happened first. */
  readonly at: string;
  /** When it is sent, or tried again; null where neither is ahead. */
  readonly due: string | null;
  readonly sent_at: string | null;
  readonly tries: number;
  /** Why it failed, in codes: of the mail server (`550 5.1.1`), or `connection`, `sign_in`, `encryption`, `time`, `address`, `other`. */
  readonly reason: string | null;
}

/** `GET /_/operate/mail`, newest first. Parameters: `state`, `after`. */
export interface MailsAnswer {
  /** Whether this installation sends mail. */
  readonly sends: boolean;
  /** The state of those that are listed: what waits where none was asked for, or what is not sent where this installation sends nothing. */
  readonly state: MailState;
  readonly counts: Readonly<Record<MailState, number>>;
  readonly items: readonly MailAnswer[];
  /** For `after=`, or null. */
  readonly next: string | null;
}

/** `GET /_/operate/mail/<id>`: what the mail says, in its reader's language, with the values that the operator may read. */
export interface MailPreviewAnswer {
  readonly subject: string;
  readonly text: string;
}

/** `GET` and `POST /_/stop/<token>`: the kinds that a link of a mail stops. */
export interface StopAnswer {
  /** Empty: the mail of each morning. */
  readonly kinds: readonly NotificationKind[];
  readonly stopped: boolean;
}
