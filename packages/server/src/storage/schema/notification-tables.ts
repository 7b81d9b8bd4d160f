import { countColumn, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** What people were told. No value of a record stands here: what is shown is read anew, with the rights of the reader. */
export const NOTIFICATION_TABLE: TableShape = {
  name: '_notification',
  columns: [
    textColumn('person', REQUIRED),
    /** Grows with the time. */
    textColumn('id', REQUIRED),
    textColumn('entity', REQUIRED),
    /** Empty: what was told is about no single record. */
    textColumn('record', REQUIRED),
    /** A `NotificationKind`. */
    textColumn('kind', REQUIRED),
    /** What happened: by the kind a key of texts, a transition, a timer, `comment` or `change`. */
    textColumn('what', REQUIRED),
    /** Who did it; null for the application itself. */
    textColumn('by'),
    /** When it happened last. */
    textColumn('at', REQUIRED),
    /** How often, within a moment. */
    countColumn('times'),
    textColumn('read_at'),
  ],
  key: ['person', 'id'],
};

/** How people want to be told, where they have said so. */
export const NOTIFICATION_CHOICE_TABLE: TableShape = {
  name: '_notification_choice',
  columns: [
    textColumn('person', REQUIRED),
    textColumn('kind', REQUIRED),
    /** `yes` or `no`. */
    textColumn('inbox', REQUIRED),
    /** A `MailChoice`. */
    textColumn('mail', REQUIRED),
  ],
  key: ['person', 'kind'],
};
