import type { ErrorId } from '../catalogue/runtime-errors.ts';
import type { ReferenceValue } from './answers.ts';

/** What is known of a timer: it will be tried; its condition did not hold; something refused it. */
export type TimerState = 'planned' | 'waiting' | 'stuck';

/** One entry of `GET /api/<entity>/<id>/due`, soonest first: `{ items: DueTimer[] }`. */
export interface DueTimer {
  /** The transition that it fires; of another life cycle with its field, `delivery.close`. Null where it fires a reaction. */
  readonly transition: string | null;
  /** The reaction that it fires, else null. */
  readonly reaction: string | null;
  /** When it falls due, RFC 3339 UTC. */
  readonly due: string;
  readonly state: TimerState;
  /** When it was tried last and could not fire. */
  readonly tried: string | null;
  /** When it is tried next. */
  readonly next: string;
}

/** What refuses a timer: the codes of the catalogue, and of single problems where there are some. */
export interface StuckReason {
  readonly code: ErrorId;
  readonly problems: readonly { readonly path: string; readonly code: ErrorId }[];
}

/**
 * A timer in a list of those of many records; the record without its title where the reader may not see that. Null: a reaction with a
 * calendar, which comes to all records for which its condition holds, or to none.
 */
export interface ListedTimer extends DueTimer {
  readonly entity: string;
  readonly record: ReferenceValue | null;
  /** Null where nothing refuses it, and where the reader may not read what does. */
  readonly reason: StuckReason | null;
}

/** How many records something concerns; `at_least` where they were not counted to the end. */
export interface CountedRecords {
  readonly total: number;
  readonly total_is: 'exact' | 'at_least';
}

/** One thing that will happen by itself. The calendar of a reaction has no record, but stands for all to which it comes. */
export interface DueEntry extends ListedTimer {
  /** The records to which a calendar comes, as they are now; null where there is one record, and where a calendar comes to none. */
  readonly records: CountedRecords | null;
}

/**
 * `GET /_/due`: what will happen by itself, soonest first, to the records that somebody may read. `next` is the `after` of the next page;
 * null at the end.
 */
export interface DueAnswer {
  readonly items: readonly DueEntry[];
  readonly next: string | null;
}

/** `GET /_/operate/timers?state=stuck`: how many timers run, and those of one state that are tried first. */
export interface TimersAnswer {
  readonly counts: Readonly<Record<TimerState, number>>;
  readonly items: readonly ListedTimer[];
}

/** An approval that nobody is left to give; the record without its title where the reader may not see that. */
export interface StuckApproval {
  readonly entity: string;
  readonly record: ReferenceValue;
  readonly transition: string;
}

/** `GET /_/operate/approvals`: how many approvals nobody is left to give, and the first hundred of them. */
export interface StuckApprovalsAnswer extends CountedRecords {
  readonly items: readonly StuckApproval[];
}
