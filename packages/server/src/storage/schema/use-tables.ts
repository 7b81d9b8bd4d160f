import { KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** Indexes that follow what is asked: their columns, what an operator says of them, and since when they are there. */
export const INDEX_TABLE: TableShape = {
  name: '_index',
  columns: [
    textColumn('name', KEY),
    textColumn('entity', REQUIRED),
    textColumn('parts', REQUIRED),
    textColumn('ruling'),
    textColumn('made_at'),
    textColumn('given_up_at'),
  ],
  key: [],
};

/** The shapes of lists that were asked, how often and at what cost; never a value that somebody asked for. */
export const LIST_USE_TABLE: TableShape = {
  name: '_list_use',
  columns: [textColumn('shape', KEY), textColumn('entity', REQUIRED), textColumn('figures', REQUIRED)],
  key: [],
};
