import type { RecordValue } from './answers.ts';

/** What a subscription is told of beside transitions: a record is there, has changed in whatever way, is in the trash or gone, is back. */
export const SUBSCRIBED_EVENTS = ['created', 'changed', 'deleted', 'restored'] as const;

/** See `SUBSCRIBED_EVENTS`. */
export type SubscribedEvent = (typeof SUBSCRIBED_EVENTS)[number];

/** The parts of a subscription that name something. */
export type SilentPart = 'entity' | 'transitions' | 'where' | 'when';

/** `POST /_/subscriptions`, with an API key: other programs want to be told of events of an entity. At least one of `events`, `transitions` and `when` has something in it. */
export interface SubscriptionBody {
  readonly entity: string;
  readonly events?: readonly SubscribedEvent[];
  /** Ids of transitions. */
  readonly transitions?: readonly string[];
  /** A condition that reads only what is stored with the record: the program is told where a write turns it from false to true. */
  readonly when?: string | null;
  /** Only of records for which this holds, as in lists; null: of all that the key may read. */
  readonly where?: string | null;
  /** Where the messages are sent. */
  readonly url: string;
}

/** One subscription in `GET /_/subscriptions`: `{ items: SubscriptionAnswer[] }`, oldest first. */
export interface SubscriptionAnswer extends Required<SubscriptionBody> {
  readonly id: string;
  /** The key that asked for it, with whose rights it reads. */
  readonly key: { readonly id: string; readonly name: string };
  readonly created_at: string;
  /** Messages wait until it goes on. */
  readonly paused: boolean;
  /** False once its key has ended, or the user of the key has lost the role. */
  readonly usable: boolean;
  /** What names something that the specification does not have any more, or that is closed to the key: nothing is told of it. */
  readonly silent: readonly SilentPart[];
  /** Messages of the days that are kept. */
  readonly counts: { readonly waiting: number; readonly given_up: number; readonly made: number };
}

/** `POST /_/subscriptions`: the secret that signs the messages is answered only here. */
export interface SubscriptionMade {
  readonly secret: string;
  readonly subscription: SubscriptionAnswer;
}

/** `POST /_/subscriptions/<id>/replay` with `{ from }`: how many messages are sent again. */
export interface ReplayAnswer {
  readonly count: number;
}

/** The body of a message to a subscriber (Standard Webhooks). */
export interface EventMessage {
  /** `ticket.created`, `ticket.changed`, `ticket.deleted`, `ticket.restored`, of a transition `ticket.solve`, or `ticket.turned` where `when` has turned true. */
  readonly type: string;
  /** When it happened. */
  readonly timestamp: string;
  readonly data: {
    readonly entity: string;
    readonly id: string;
    /** Of the record behind the event: `record` may be a later one. */
    readonly version: number;
    /** The transition that the message is about, or null. */
    readonly transition: string | null;
    /** The fields that the write changed, as far as the key may read them; `state` where it moved. */
    readonly changed: readonly string[];
    /** The record as the key reads it; null where it was deleted. */
    readonly record: RecordValue | null;
  };
}
