import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** Mail to people, by ids alone: to whom, about which record, and what became of it. Address and contents are read when it is sent. */
export const MAIL_TABLE: TableShape = {
  name: '_mail',
  columns: [
    /** A part of its `Message-ID`, whatever happens while it is sent. */
    textColumn('id', KEY),
    textColumn('person', REQUIRED),
    /** Empty: the mail of a morning, about several records. */
    textColumn('entity', REQUIRED),
    /** Empty: about no single record. */
    textColumn('record', REQUIRED),
    /** `at_once` or `daily`. */
    textColumn('way', REQUIRED),
    /** A `MailState`. */
    textColumn('state', REQUIRED),
    /** When it happened first. */
    textColumn('at', REQUIRED),
    /** When it is to be sent, or tried again. While a server sends it, nobody else may before this. */
    textColumn('due', REQUIRED),
    /** When it was tried first: nothing is added to it any more. */
    textColumn('begun_at'),
    textColumn('sent_at'),
    countColumn('tries'),
    /** Why the last try failed: codes, never what a server wrote, since that may hold an address. */
    textColumn('reason'),
  ],
  key: [],
};

/** What stands in each mail, by ids alone. */
export const MAIL_ITEM_TABLE: TableShape = {
  name: '_mail_item',
  columns: [
    textColumn('mail', REQUIRED),
    /** Grows with the time. */
    textColumn('id', REQUIRED),
    textColumn('entity', REQUIRED),
    textColumn('record', REQUIRED),
    textColumn('kind', REQUIRED),
    textColumn('what', REQUIRED),
    textColumn('by'),
    textColumn('at', REQUIRED),
    countColumn('times'),
  ],
  key: ['mail', 'id'],
};

/** The time zone in which a person reads mail, where they have chosen one. */
export const MAIL_ZONE_TABLE: TableShape = {
  name: '_mail_zone',
  columns: [textColumn('person', KEY), textColumn('zone', REQUIRED)],
  key: [],
};
