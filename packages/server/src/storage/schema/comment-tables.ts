import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** What people say about records. */
export const COMMENT_TABLE: TableShape = {
  name: '_comment',
  columns: [
    textColumn('id', KEY),
    textColumn('entity', REQUIRED),
    textColumn('record', REQUIRED),
    countColumn('version'),
    textColumn('at', REQUIRED),
    textColumn('by'),
    textColumn('key_by'),
    textColumn('via', REQUIRED),
    /** `all`, or `internal`: only for the roles that the entity names. */
    textColumn('audience', REQUIRED),
    /** Null: taken back. */
    textColumn('text'),
    /** The text as a search compares it. */
    textColumn('_search'),
    /** Ids of people, as JSON. */
    textColumn('mentions', REQUIRED),
    /** What its files are, as JSON; null: it has none. */
    textColumn('files'),
    textColumn('quote'),
    /** Its earlier texts and when they were written, the latest first, as JSON. */
    textColumn('earlier', REQUIRED),
    textColumn('edited_at'),
    textColumn('taken_at'),
    textColumn('taken_by'),
  ],
  key: [],
};

/** Who follows which record, and how far they have read its comments. */
export const FOLLOWER_TABLE: TableShape = {
  name: '_follower',
  columns: [
    textColumn('record', REQUIRED),
    textColumn('person', REQUIRED),
    textColumn('entity', REQUIRED),
    /** Why: a `FollowReason`, or `stopped`; null where the person has only read. */
    textColumn('follows'),
    /** The newest comment that was seen; empty: none. */
    textColumn('seen', REQUIRED),
  ],
  key: ['record', 'person'],
};
