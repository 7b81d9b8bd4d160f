import type { SilentPart } from './subscriptions.ts';
import type { IssueAnswer, ReferenceValue, Wire } from './answers.ts';

/** Whether a call to another system is still to be made, has been made, or has been given up after its tries. */
export const CALL_STATES = ['waiting', 'given_up', 'made'] as const;

/** See `CALL_STATES`. */
export type CallState = (typeof CALL_STATES)[number];

/**
 * Why a call was not made the last time: no address to call, one of the inside network, a secret that is not set, no connection, no
 * answer in time, an answer that says no, a redirect that is not followed, a call that the specification does not have any more, a key that has ended; or why what was answered could not be written back: it is
 * no JSON or too long, or the record refuses it.
 */
export const CALL_FAILURES = [
  'bad_address',
  'inside_address',
  'secret_not_set',
  'no_connection',
  'no_answer',
  'refused',
  'redirected',
  'unknown_call',
  'key_ended',
  'unreadable_answer',
  'not_written',
] as const;

/** See `CALL_FAILURES`. */
export type CallFailure = (typeof CALL_FAILURES)[number];

/** A call to another system in the log. */
export interface LoggedCall {
  /** The idempotency key. */
  readonly id: string;
  readonly call: string;
  /** The host to which a message of a subscription goes; null: it is a call of the specification. */
  readonly subscriber: string | null;
  readonly entity: string;
  /** Null where it is of no record. */
  readonly record: ReferenceValue | null;
  readonly state: CallState;
  /** When it was to be made, and when it was tried last. */
  readonly at: string;
  readonly tried: string | null;
  readonly tries: number;
  /** When it is tried next; null where others of its record come first, and where it is not tried any more. */
  readonly next: string | null;
  /** Whether it is a message of a subscription that is paused: it waits until that goes on. */
  readonly paused: boolean;
  readonly status: number | null;
  /** How long the last try took, in ms. */
  readonly took: number;
  readonly failure: CallFailure | null;
  /** What was sent and answered, as far as the reader may read it; null where they may read nothing of it. */
  readonly content: CallContent | null;
}

/** What was sent and answered. Neither a secret nor a signature is among it. */
export interface CallContent {
  readonly method: string;
  /** Null where it has something that is closed to the reader. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Wire;
  /** Whether something was sent that is closed to the reader, and so left out, with all that was answered. */
  readonly closed: boolean;
  /** The beginning of what was answered last. */
  readonly answer: string | null;
}

/** A subscription that names something that is not there any more, or closed to its key. */
export interface SilentSubscription {
  readonly id: string;
  readonly entity: string;
  /** The host to which its messages go. */
  readonly subscriber: string;
  readonly parts: readonly SilentPart[];
}

/** `GET /_/operate/calls`: how many calls there are, and those of one state, newest first. Parameters: `state`, `call`, `after`; without a state those that ask for most: given up, else waiting, else made. */
export interface CallsAnswer {
  readonly state: CallState;
  readonly counts: Readonly<Record<CallState, number>>;
  readonly items: readonly LoggedCall[];
  /** What keeps calls of both directions from being made in this installation: secrets that are not set. */
  readonly findings: readonly IssueAnswer[];
  /** Subscriptions of keys that work, of which something is not told. */
  readonly silent: readonly SilentSubscription[];
  /** For `after=`, or null. */
  readonly next: string | null;
}

/** `POST /_/operate/calls`: the call with this id is sent again, with the same idempotency key. */
export interface SendAgainBody {
  readonly id: string;
}

/** `GET /_/sent-calls/<entity>/<id>`: the last calls that a record has made to other systems, newest first, for who may read its history. */
export interface SentCallsAnswer {
  readonly items: readonly LoggedCall[];
}
