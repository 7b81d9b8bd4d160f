import type { ErrorId } from '../catalogue/runtime-errors.ts';
import type { Problem, ProblemAnswer, RecordValue, Wire } from './answers.ts';

/** Field values by field id, as a body of one write holds them. */
export type WriteValues = { readonly [field: string]: Wire };

/** What can be done to many records, or in a batch. */
export type WriteAction = 'create' | 'update' | 'delete' | 'restore' | 'transition' | 'comment';

/**
 * Records of a list, as somebody saw it: `query` are its `where`, `search`, `trash` and `f.<field>` as they stand in its
 * address, `count` the number of records that the caller saw. Another number on the server refuses the whole call with `list_changed`.
 */
export interface BulkList {
  readonly query: string;
  readonly count: number;
}

/** A record by id or key; with `version` only as long as it has that one (updates of other fields than those changed since go on). */
export type BulkTarget =
  | string
  | {
      readonly id: string;
      readonly version: number;
      /** Of `update`: what this record gets, in place of the `values` of the body. */
      readonly values?: WriteValues;
    };

/**
 * `POST /api/<entity>/bulk`: one action on many records, as many as the limit `bulk_records` lets. `mode` is `all` (the
 * default: where one fails, nothing is changed and the answer is `writes_refused`) or `each` (those that can, are; the
 * answer says which could not, and why) or `try` (as `each`, and all of it is taken back). Everything happens in one transaction, each record judged as if it were alone.
 */
export interface BulkBody {
  readonly action: WriteAction;
  /** Of every action but `create`: either `ids` or `list`. */
  readonly ids?: readonly BulkTarget[];
  readonly list?: BulkList;
  /** Of `create`: the values of each new record. */
  readonly records?: readonly WriteValues[];
  /** Of `comment`: a `CommentBody` for every record. Of `update` and `transition`: what every record gets; of `update` not needed where every target has its own. */
  readonly values?: WriteValues;
  readonly transition?: string;
  /** The answers to the transition's own form. */
  readonly input?: WriteValues;
  /** Ids of warnings that are confirmed for all. */
  readonly confirm?: readonly string[];
  readonly mode?: 'all' | 'each' | 'try';
}

/** A refusal without its request: what a call on this record alone would have answered. */
export type WriteProblem = Omit<ProblemAnswer, 'request_id'>;

/** What became of one record, in the order of `ids`, `records`, or ids of the list. */
export interface BulkResult<P = WriteProblem> {
  /** Null for one that was not created. */
  readonly id: string | null;
  /** Of a record that could not be changed and may be read, so that a person knows it. */
  readonly title: string | null;
  /** Its version now; null where it was deleted or could not be changed. */
  readonly version: number | null;
  readonly problem: P | null;
  /** Of a record that an update with the mode `each` has changed: what stood in the sent fields before, as the caller may read it. Sent as its `values`, with `version`, it undoes that. */
  readonly before?: WriteValues;
}

/** Answer of `POST /api/<entity>/bulk`. */
export interface BulkAnswer<P = WriteProblem> {
  readonly done: number;
  readonly failed: number;
  readonly results: readonly BulkResult<P>[];
}

/** For how many records an action is possible. */
export interface Possible {
  readonly possible: number;
  /** Why it is not for the first of the others; null where it is possible for all. */
  readonly reason: Problem | null;
}

/** `POST /_/may/<entity>`: for how many of some records each action is possible now, for this person. Bodies are `ids` or `list` of a bulk action. */
export interface BulkMayAnswer {
  /** So many of the records are there, and may be read. */
  readonly of: number;
  readonly transitions: { readonly [transition: string]: Possible };
  /** Changing the field; of fields that this person may change in some of the records, whatever their state. */
  readonly fields: { readonly [field: string]: Possible };
  readonly comment: Possible;
  readonly delete: Possible;
}

/** One refused write without texts. */
export interface Refused {
  readonly code: ErrorId;
  readonly params: { readonly [name: string]: Wire };
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** How many of them are left out. */
  readonly more: number;
}

/** One write of a batch; fields as in `BulkBody`. Wherever a value is, `{ "$id": "<name>" }` is the id that an earlier write of that name made. */
export interface BatchWrite {
  readonly action: WriteAction;
  readonly entity: string;
  /** A name for later writes of the same batch. */
  readonly as?: string;
  readonly id?: string | { readonly $id: string };
  /** The version that the change was made on. */
  readonly version?: number;
  readonly values?: WriteValues;
  readonly transition?: string;
  readonly input?: WriteValues;
  readonly confirm?: readonly string[];
}

/** `POST /api/batch`: writes in this order in one transaction, as many as the limit `batch_writes` lets. Where one is refused nothing is changed (`writes_refused`). */
export interface BatchBody {
  readonly writes: readonly BatchWrite[];
}

/** Answer of `POST /api/batch`, in the order of the writes; `record` as the writer may read it, null where it was deleted. */
export interface BatchAnswer {
  readonly results: readonly { readonly as: string | null; readonly record: RecordValue | null }[];
}
