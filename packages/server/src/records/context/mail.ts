import type { MailsAnswer, Me, Unreached } from '@ninefold/model';
import type { InboxEntry } from './notifications.ts';
import type { Caller } from './records.ts';

/** What a mail says of one thing that happened, as its reader may know it now. */
export type MailEntry = Pick<
  InboxEntry,
  'kind' | 'entity' | 'what' | 'transition' | 'at' | 'times' | 'isKnown' | 'value' | 'byName'
>;

/** A mail that a server has taken to send it. */
export interface MailToSend {
  readonly id: string;
  readonly to: Me;
  /** The time zone in which they read it; null: that of the application. */
  readonly zone: string | null;
  readonly way: 'at_once' | 'daily';
  /** The record that it is about, whose mails are one thread; null for the mail of a morning. */
  readonly about: { readonly entity: string; readonly record: string } | null;
  /** When it was tried first. */
  readonly date: string;
  readonly entries: readonly MailEntry[];
  /** How often it has been tried before. */
  readonly tries: number;
}

/** Somebody whom the last mail to them did not reach, and why: the code that a mail server answered, or a word. */
export interface UnreachedPerson extends Pick<Unreached, 'id' | 'state'> {
  readonly reason: string | null;
}

/** What became of an attempt. */
export type MailOutcome =
  | { readonly state: 'sent' | 'unsent' }
  | { readonly state: 'refused' | 'given_up'; readonly reason: string }
  | { readonly state: 'waiting'; readonly due: string; readonly reason: string };

/** Mail to people. It is written with what it tells of; this sends it. */
export interface Outbox {
  /** Takes mail that is due, for so long that nobody else sends it meanwhile. What its reader has read, or may not read any more, is dropped. */
  take(most: number): Promise<readonly MailToSend[]>;
  settle(id: string, outcome: MailOutcome): Promise<void>;
  /** When something is due next; null: nothing waits. */
  next(): Promise<string | null>;
  /** Somebody looks at a record: what waits to be mailed to them about it is not. */
  looksAt(person: string, entity: string, record: string): Promise<void>;
  /** Mail that came back: the ids, and the code of the report. Answers how many were known. */
  bounced(ids: readonly string[], reason: string): Promise<number>;
  /** For operators. */
  list(caller: Caller, params: URLSearchParams): Promise<MailsAnswer>;
  /** Those of these people whom the last mail to them that was tried did not reach. */
  unreached(people: readonly string[]): Promise<readonly UnreachedPerson[]>;
  /** What a mail says, as far as the caller may read it; null where there is none. */
  preview(caller: Caller, id: string): Promise<MailToSend | null>;
  /** A mail that waits, failed or was not sent is sent at once; false where there is none. */
  again(id: string): Promise<boolean>;
  /** These kinds are mailed to a person no more; none: whatever comes each morning. */
  stop(person: string, kinds: readonly string[]): Promise<void>;
  /** Drops what is older than `notification_days`. */
  trim(): Promise<void>;
}
