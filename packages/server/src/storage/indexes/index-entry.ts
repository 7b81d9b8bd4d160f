import type { IndexReason } from '@ninefold/model';
import type { AskedShape } from './asked-shape.ts';

/** What an operator says of an index that follows use: it stays, or it is not made. */
export type IndexRuling = 'pinned' | 'refused';

/**
 * `waiting`: it is made in the quiet hour, at a start, or when an operator says so. `given_up`: it did not pay, and is not made again
 * for a month unless an operator says so.
 */
export type IndexState = 'made' | 'waiting' | 'refused' | 'given_up';

/** What an index that follows use saves. */
export interface IndexSaving {
  /** How often its shapes are asked, of late: a call of a week ago counts for half. */
  readonly calls: number;
  /** ms that one of them took on average before the index was there. */
  readonly beforeMs: number;
  /** ms that one of them takes on average since; null where none was asked since. */
  readonly nowMs: number | null;
}

interface AnyIndex {
  /** The name in the database. */
  readonly name: string;
  /** The table: an entity, a field of one whose values stand in rows of their own (`ticket.tags`), or `_history`. */
  readonly table: string;
  /** Columns or expressions of these, in their order, as they stand in SQL. */
  readonly parts: readonly string[];
  /** Bytes on the disk; null where it is not there, or the database was too busy to say. */
  readonly bytes: number | null;
}

/** An index that the specification itself asks for. It can be neither pinned nor refused. */
export interface SpecifiedIndex extends AnyIndex {
  readonly origin: 'model';
  readonly reason: IndexReason;
}

/** An index that follows what is asked. */
export interface UseIndex extends AnyIndex {
  readonly origin: 'use';
  readonly state: IndexState;
  readonly pinned: boolean;
  /** The shapes of lists that it is for, those that cost most first. */
  readonly shapes: readonly AskedShape[];
  /** RFC 3339 UTC; null where it is not there. */
  readonly madeAt: string | null;
  readonly saving: IndexSaving | null;
  /** What it adds to the cost of an insert without it, as a share: 0.05. */
  readonly insertShare: number;
  /** About how long it takes to make, in ms; on SQLite nothing is written and no record is read meanwhile. */
  readonly makingMs: number;
}

/** An index of a database, whoever asks for it. */
export type IndexEntry = SpecifiedIndex | UseIndex;

/** The indexes of one application. */
export interface Indexes {
  /** All of them: by table, those of the specification first. */
  list(): Promise<readonly IndexEntry[]>;
  /**
   * Notes that an index that follows use stays, or is not made (and goes at once where it is there); null takes that back. All
   * servers on the database follow it, also after a start. False where no index that follows use has this name.
   */
  rule(name: string, ruling: IndexRuling | null): Promise<boolean>;
  /** Makes an index that is not there, now; a refused one is no longer refused. False where no index that follows use has this name. */
  make(name: string): Promise<boolean>;
}
