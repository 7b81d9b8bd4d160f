import type { InCall, InCallAnswer, InCallsAnswer, Wire } from '@ninefold/model';
import type { Caller } from './records.ts';
import type { Refusal } from '../../refusal.ts';

/** What an incoming call brought. */
export interface Brought {
  readonly body: Readonly<Record<string, Wire>>;
  /** The id that its sender gave it in a header; null: none. */
  readonly id: string | null;
}

/** Calls by which other systems create, change or fire records. */
export interface InCalls {
  /** Does what the call says and nothing else, once for each key. Throws the same refusals as for people. */
  receive(call: InCall, brought: Brought): Promise<InCallAnswer>;
  /** Writes down that a call was refused, and why. */
  refused(call: InCall, refusal: Refusal): Promise<void>;
  /** For operators; `params`: `state`, `call`, `after`. */
  list(caller: Caller, params: URLSearchParams): Promise<InCallsAnswer>;
  /** Drops what was done or refused longer ago than `call_days`. */
  trim(): Promise<void>;
}
