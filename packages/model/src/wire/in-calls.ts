import type { ErrorId } from '../catalogue/runtime-errors.ts';
import type { ReferenceValue } from './answers.ts';

/** `POST /_/in/<name>`: the record that was created, changed or fired. The same call is answered the same again. */
export interface InCallAnswer {
  readonly entity: string;
  readonly id: string;
}

/** Whether an incoming call was done or refused. */
export const IN_CALL_STATES = ['refused', 'done'] as const;

/** See `IN_CALL_STATES`. */
export type InCallState = (typeof IN_CALL_STATES)[number];

/** An incoming call in the log, without what was sent. Refusals of one kind within a minute are one. */
export interface LoggedInCall {
  readonly id: string;
  readonly call: string;
  readonly state: InCallState;
  readonly at: string;
  /** How often, and when last. */
  readonly times: number;
  readonly last: string;
  readonly entity: string;
  /** The record that was written; null where it was refused. */
  readonly record: ReferenceValue | null;
  /** Why it was refused: codes of the catalogue, and what of what was sent they are about. */
  readonly code: ErrorId | null;
  readonly problems: readonly { readonly path: string; readonly code: ErrorId }[];
}

/** `GET /_/operate/in-calls?state=refused`: how many there are, and those of one state, newest first. Parameters: `state`, `call`, `after`; without a state those that were refused, and where there are none those that were done. */
export interface InCallsAnswer {
  readonly state: InCallState;
  readonly counts: Readonly<Record<InCallState, number>>;
  readonly items: readonly LoggedInCall[];
  /** For `after=`, or null. */
  readonly next: string | null;
}
