import type { SilentSubscription, SubscriptionAnswer, SubscriptionBody } from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import type { Caller } from './records.ts';

/** A key, as far as its subscriptions show it. */
export interface SubscribingKey {
  readonly id: string;
  readonly name: string;
  /** See `SubscriptionAnswer`. */
  readonly usable: boolean;
}

/** Who calls by a key now, as `Callers` knows them; null: nobody does. */
export type HolderOf = (key: string) => Promise<Caller | null>;

/** Keeps an act in the transaction that does it. */
export type NotedIn = (tx: Writer) => void;

/** What a subscription is made with. */
export interface Making {
  readonly body: SubscriptionBody;
  /** Whether an address is one of the inside network, to which nothing may be sent. */
  readonly leadsInside: (url: string) => Promise<boolean>;
  readonly noted: NotedIn;
}

/** What programs want to be told of. */
export interface Subscriptions {
  /** Throws `invalid`, `bad_where` and what reading the entity is refused by. */
  make(caller: Caller, key: SubscribingKey, making: Making): Promise<SubscriptionAnswer>;
  /** Those of these keys, oldest first. */
  list(keys: readonly SubscribingKey[], holderOf: HolderOf): Promise<readonly SubscriptionAnswer[]>;
  /** Those of which something is not told, though their keys work. */
  silent(holderOf: HolderOf): Promise<readonly SilentSubscription[]>;
  /** Nothing is sent, and everything waits, until it goes on. */
  pause(id: string, isPaused: boolean, noted: NotedIn): Promise<void>;
  /** Sends again what was made or given up of what happened from this moment on, in order, before what waits. Answers how many messages. */
  replay(id: string, from: string, noted: NotedIn): Promise<number>;
  /** Ends it, with what waits and what was sent. */
  remove(id: string, noted: NotedIn): Promise<void>;
  /** Makes messages of what has happened; true: there may be more. */
  spread(holderOf: HolderOf): Promise<boolean>;
  /** Whether anybody wants to be told of anything. */
  areAny(): Promise<boolean>;
  /** By which the messages of a subscription are signed. */
  secretOf(id: string): Promise<string>;
}
