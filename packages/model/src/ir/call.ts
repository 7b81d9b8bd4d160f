import type { EffectValue, FieldValue } from './effect.ts';
import type { Expression } from './expression.ts';

/** What an outgoing call sends for a record, and what it writes back into it: worked out for the entity that makes the call. */
export interface OutRequest {
  readonly url: Expression;
  readonly when: Expression | null;
  readonly body: Readonly<Record<string, Expression>>;
  readonly headers: Readonly<Record<string, Expression>>;
  /** What is written back from `answer`. */
  readonly writes: Readonly<Record<string, Expression>>;
}

/** A call that transitions and reactions make by the effect `call`, in order for each record. */
export interface OutCall {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Name of a secret that each installation sets. */
  readonly secret: string | null;
  /** How often a failed call is tried again; null: the runtime's. */
  readonly retry: number | null;
  /** Seconds; null: the runtime's. */
  readonly timeout: number | null;
}

/** A call that others make to create a record, or to change or fire a transition of the one that `find` finds. */
export interface InCall {
  readonly id: string;
  readonly entity: string;
  /** The record that is meant, asked of `record` and `body`; null: each call creates one. */
  readonly find: Expression | null;
  /** The transition of the record that is found; null: the record is changed. */
  readonly fires: string | null;
  /** Its id before it was renamed, under which it is still called; null: none. */
  readonly was: string | null;
  /** What makes two calls one and the same; null: the id that the sender gives in a header. */
  readonly key: Expression | null;
  /** Name of a secret that each installation sets. */
  readonly secret: string;
  /** The role with whose rights the call is made; null: it does what is written here as the application. */
  readonly as: string | null;
  readonly values: readonly EffectValue[];
  /** Answers to the form of the transition. */
  readonly input: readonly FieldValue[];
}

/** Point 7: calls beside the JSON API that every entity has, by kind and id. */
export interface Calls {
  readonly out: Readonly<Record<string, OutCall>>;
  readonly in: Readonly<Record<string, InCall>>;
}

/** The kinds of calls. */
export type CallKind = keyof Calls;
