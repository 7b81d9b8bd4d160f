/** Why the specification needs an index. */
export type IndexReason =
  | 'unique'
  | 'reference'
  | 'declared'
  | 'row_condition'
  | 'list_screen'
  | 'covering'
  | 'newest_first'
  | 'trash'
  | 'state'
  | 'rows_of_record'
  | 'history'
  | 'timers'
  | 'notifications'
  | 'calls'
  | 'mail'
  | 'comments'
  | 'files';

interface AnyIndexAnswer {
  readonly name: string;
  /** An entity, a field of one whose values stand in rows of their own (`ticket.tags`), or `_history`. */
  readonly table: string;
  /** Columns or expressions of these, as they stand in SQL. */
  readonly parts: readonly string[];
  /** Bytes on the disk; null where it is not there, or the size is not known. */
  readonly bytes: number | null;
}

/** An index that the specification asks for. */
export interface ModelIndexAnswer extends AnyIndexAnswer {
  readonly origin: 'model';
  readonly reason: IndexReason;
}

/** What somebody asked of lists: fields and operators, never a value. */
export interface AskedShapeAnswer {
  readonly entity: string;
  /** `op` is the operator of `f.<field>=<op>:`, or `where` for a field that an expression reads. */
  readonly filters: readonly { readonly field: string; readonly op: string }[];
  /** Fields, with `-` before them for descending. */
  readonly sort: readonly string[];
  readonly group: readonly string[];
  /** Fields that groups measure. */
  readonly measured: readonly string[];
  /** Whether whoever asked reads the records under a row condition. */
  readonly restricted: boolean;
}

/** An index that follows what is asked. */
export interface UseIndexAnswer extends AnyIndexAnswer {
  readonly origin: 'use';
  readonly state: 'made' | 'waiting' | 'refused' | 'given_up';
  readonly pinned: boolean;
  /** The lists that it is for, those that cost most first. */
  readonly shapes: readonly AskedShapeAnswer[];
  /** RFC 3339 UTC; null where it is not there. */
  readonly made_at: string | null;
  /** Calls of late, and ms of one of them before it was there and since; null where that is not known. */
  readonly saving: { readonly calls: number; readonly before_ms: number; readonly now_ms: number | null } | null;
  /** What it adds to the cost of an insert: 0.05 is 5 %. */
  readonly insert_share: number;
  /** About how long it takes to make, in ms. */
  readonly making_ms: number;
}

/** An index of the database. */
export type IndexAnswer = ModelIndexAnswer | UseIndexAnswer;

/** `GET /_/operate/indexes`: all indexes, by table, those of the specification first. */
export interface IndexesAnswer {
  /** On `sqlite` nothing is written while an index is made. */
  readonly database: 'sqlite' | 'postgres';
  readonly items: readonly IndexAnswer[];
}

/** `PATCH /_/operate/indexes`: the index stays, is not made, or neither. */
export interface IndexRulingBody {
  readonly name: string;
  readonly ruling: 'pinned' | 'refused' | null;
}
