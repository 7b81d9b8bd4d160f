import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/**
 * Calls to other systems, written in the transaction that makes them. What they send was worked out then. Those that were made stay
 * for a while, as the log of what was sent.
 */
export const CALL_TABLE: TableShape = {
  name: '_call',
  columns: [
    /** The idempotency key, the same at each try. */
    textColumn('id', KEY),
    /** A call of `calls.out`. */
    textColumn('call', REQUIRED),
    textColumn('entity', REQUIRED),
    /** Empty: a reaction without a record has made it. */
    textColumn('record', REQUIRED),
    /** What is sent one after the other: the record, or the call of a reaction without one. */
    textColumn('queue', REQUIRED),
    countColumn('position'),
    textColumn('at', REQUIRED),
    textColumn('method', REQUIRED),
    textColumn('url', REQUIRED),
    textColumn('headers', REQUIRED),
    /** JSON; null where nothing is sent. */
    textColumn('body'),
    /** `waiting`, `made` or `given_up`. */
    textColumn('state', REQUIRED),
    /** When it is tried next; null where it is not, or others of its queue come first. */
    textColumn('next'),
    /** A server is trying it until then. */
    textColumn('taken'),
    countColumn('tries'),
    /** When it was tried last, how long that took in ms, and what came of it. */
    textColumn('tried'),
    countColumn('took'),
    textColumn('status'),
    textColumn('answer'),
    textColumn('failure'),
  ],
  key: [],
};
