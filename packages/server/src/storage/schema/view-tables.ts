import { countColumn, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** Lists with names of their own. */
export const VIEW_TABLE: TableShape = {
  name: '_view',
  columns: [
    /** The person whose own view it is; empty: it is shared. */
    textColumn('person', REQUIRED),
    textColumn('id', REQUIRED),
    textColumn('screen', REQUIRED),
    textColumn('name', REQUIRED),
    /** The state of the list as an address says it. */
    textColumn('query', REQUIRED),
    /** A `ListLook` as JSON. */
    textColumn('look', REQUIRED),
    textColumn('made_by', REQUIRED),
    countColumn('version'),
  ],
  key: ['person', 'id'],
};

/** How people want to see lists, and the blocks of screens. */
export const LOOK_TABLE: TableShape = {
  name: '_look',
  columns: [
    textColumn('person', REQUIRED),
    /** A screen or a view. */
    textColumn('of', REQUIRED),
    /** A `ListLook` as JSON; of a screen of blocks an `Arrangement`. */
    textColumn('look', REQUIRED),
  ],
  key: ['person', 'of'],
};
