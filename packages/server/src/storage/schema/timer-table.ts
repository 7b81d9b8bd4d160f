import { countColumn, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** The timers of records that run, and those that have fired and may start again. */
export const TIMER_TABLE: TableShape = {
  name: '_timer',
  columns: [
    textColumn('record', REQUIRED),
    textColumn('transition', REQUIRED),
    textColumn('entity', REQUIRED),
    countColumn('rank'),
    /** See `PlannedTimer`. */
    textColumn('run', REQUIRED),
    textColumn('due', REQUIRED),
    /** When it is tried next: `due`, or later where it could not fire. Null: it has fired in this run. */
    textColumn('next'),
    /** When it was tried last and could not fire. */
    textColumn('tried'),
    /** What refused it then, as JSON; null where its condition did not hold. */
    textColumn('stuck'),
  ],
  key: ['record', 'transition'],
};
