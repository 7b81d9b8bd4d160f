import type { EffectValue } from './effect.ts';
import type { Expression } from './expression.ts';

/** A call that transitions and reactions make by the effect `call`, in order for each record. */
export interface OutCall {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: Expression;
  /** Name of a secret that each installation sets. */
  readonly secret: string | null;
  readonly when: Expression | null;
  readonly body: Readonly<Record<string, Expression>>;
  readonly headers: Readonly<Record<string, Expression>>;
  /** How often a failed call is tried again. */
  readonly retry: number;
  /** Seconds; null: the runtime's. */
  readonly timeout: number | null;
  /** What is written back from `answer`. */
  readonly writes: Readonly<Record<string, Expression>>;
}

/** A call that others make to create a record, or to change the one that `key` names. */
export interface InCall {
  readonly id: string;
  readonly creates: string;
  readonly key: string | null;
  readonly secret: string | null;
  readonly values: readonly EffectValue[];
}

/** Point 7: calls beside the JSON API that every entity has, by kind and id. */
export interface Calls {
  readonly out: Readonly<Record<string, OutCall>>;
  readonly in: Readonly<Record<string, InCall>>;
}

/** The kinds of calls. */
export type CallKind = keyof Calls;
