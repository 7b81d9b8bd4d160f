import { REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** Who may press in the place of whom, from one day to another, both in the time zone of the application and both included. */
export const DEPUTY_TABLE: TableShape = {
  name: '_deputy',
  columns: [
    textColumn('deputy', REQUIRED),
    textColumn('id', REQUIRED),
    textColumn('person', REQUIRED),
    textColumn('from', REQUIRED),
    textColumn('until', REQUIRED),
  ],
  /** Whose deputy somebody is, is asked for with every caller. */
  key: ['deputy', 'id'],
};
