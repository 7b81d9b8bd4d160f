import type { CallFailure, CallsAnswer, LoggedCall, OutCall } from '@ninefold/model';
import type { OfRecord } from './comments.ts';
import type { Caller } from './records.ts';

/** What is made under one name. */
export interface CallKind {
  readonly name: string;
  readonly call: OutCall;
  /** The subscription whose messages these are, with the id of its key; null: a call of the specification. */
  readonly subscription: { readonly id: string; readonly key: string } | null;
}

/** How many calls of a kind are taken at most. */
export interface Wanted {
  readonly kind: CallKind;
  readonly most: number;
}

/** A call that this server has taken, to be made now. */
export interface TakenCall {
  /** The idempotency key. */
  readonly id: string;
  readonly kind: CallKind;
  readonly entity: string;
  /** Empty: no record. */
  readonly record: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** How often it has been tried before. */
  readonly tries: number;
}

/** What came of a try. */
export interface Outcome {
  /** Milliseconds. */
  readonly took: number;
  readonly status: number | null;
  /** What was answered, as far as it was read. */
  readonly answer: string | null;
  /** Whether all of it was read. */
  readonly isWhole: boolean;
  /** Null: it was made. */
  readonly failure: CallFailure | null;
}

/** A call that was tried. `again`: the moment at which it is tried again where it failed and is not given up. */
export interface TriedCall {
  readonly taken: TakenCall;
  readonly outcome: Outcome;
  readonly again: string;
}

/** A call of which could not be written down what came of it. */
export interface Unsettled {
  readonly tried: TriedCall;
  readonly error: unknown;
}

/** Which calls may be tried earlier. */
export interface Waking {
  /** The name of the call. */
  readonly call: string;
  /** Addresses that have just taken such a call. */
  readonly answered: readonly string[];
  readonly most: number;
}

/** Calls to other systems, as they wait to be made and as they were made. */
export interface OutCalls {
  /** What `take` is asked for: the calls of the specification, and the subscriptions that are not paused. */
  kinds(): Promise<readonly CallKind[]>;
  /** Takes the calls of these kinds that are due, of each the longest due first: no other server takes them until they are settled or too long ago. */
  take(wanted: readonly Wanted[]): Promise<readonly TakenCall[]>;
  /** Writes down what came of tries, and what was answered into the records. Answers those that could not be written down. */
  settle(all: readonly TriedCall[]): Promise<readonly Unsettled[]>;
  /** Lets calls that failed since their receiver was away be tried now, where that has just answered. Answers how many. */
  wake(waking: Waking): Promise<number>;
  /** Gives up what waits for a call that the specification does not have any more, so that the others of its record go on. */
  giveUpUnknown(): Promise<void>;
  /** When a call of these kinds is due next; null where none waits. */
  next(kinds: readonly CallKind[]): Promise<string | null>;
  /** For operators; `params`: `state`, `call`, `after`. */
  list(caller: Caller, params: URLSearchParams): Promise<Omit<CallsAnswer, 'findings' | 'silent'>>;
  /** The last calls of one record, newest first, with what this caller may read of them. Refused as the history of the record. */
  sent(caller: Caller, of: OfRecord): Promise<readonly LoggedCall[]>;
  /** Lets a call be made again; false where there is none with this id. Throws `unknown_out_call` for one that the specification does not have any more. */
  again(id: string): Promise<boolean>;
  /** Drops what was made or given up longer ago than `call_days`, and messages of what happened longer ago than `event_days`. */
  trim(): Promise<void>;
}
