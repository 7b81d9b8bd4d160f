import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** What programs want to be told of. The secret that signs is not among it: it is worked out from one of the database. */
export const SUBSCRIPTION_TABLE: TableShape = {
  name: '_subscription',
  columns: [
    textColumn('id', KEY),
    /** The id of the API key that asked for it. */
    textColumn('key', REQUIRED),
    textColumn('entity', REQUIRED),
    /** JSON: words of `SUBSCRIBED_EVENTS`. */
    textColumn('events', REQUIRED),
    /** JSON: ids of transitions. */
    textColumn('transitions', REQUIRED),
    /** A condition as in lists; null: all that the key may read. */
    textColumn('where'),
    /** A condition over what is stored with a record, which a write may turn true; null: none. */
    textColumn('when'),
    textColumn('url', REQUIRED),
    textColumn('created_at', REQUIRED),
    /** Since when nothing is sent; null: it is not paused. */
    textColumn('paused_at'),
  ],
  key: [],
};

/** What happened to records of entities with subscriptions, written with it, until the messages about it are made. It holds no value. */
export const EVENT_TABLE: TableShape = {
  name: '_event',
  columns: [
    /** In the order in which things happened. */
    textColumn('id', KEY),
    textColumn('entity', REQUIRED),
    textColumn('record', REQUIRED),
    textColumn('at', REQUIRED),
    /** A word of `SUBSCRIBED_EVENTS`, of which a transition is `changed`; or `turned`. */
    textColumn('kind', REQUIRED),
    textColumn('transition'),
    /** JSON: names of fields. */
    textColumn('changed', REQUIRED),
    countColumn('version'),
    /** The id of the subscription whose `when` has turned true; null: everybody may be told. */
    textColumn('subscription'),
  ],
  key: [],
};
