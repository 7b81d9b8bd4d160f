import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/**
 * Incoming calls that were done, written in the transaction that does them, so that none is done twice; and those that were refused,
 * of one kind in a minute as one row. Nothing of what was sent stands in them.
 */
export const IN_CALL_TABLE: TableShape = {
  name: '_in_call',
  columns: [
    /** Of what was done its call and its key, of what was refused its call, its reason and its minute; in both cases a digest. */
    textColumn('id', KEY),
    /** A call of `calls.in`. */
    textColumn('call', REQUIRED),
    /** In the order of time. */
    textColumn('position', REQUIRED),
    textColumn('at', REQUIRED),
    countColumn('times'),
    textColumn('last', REQUIRED),
    /** `done` or `refused`. */
    textColumn('state', REQUIRED),
    textColumn('entity', REQUIRED),
    /** The record that was written; null where it was refused. */
    textColumn('record'),
    /** Why it was refused: codes, as JSON. */
    textColumn('refusal'),
  ],
  key: [],
};
