import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** What limits were set to while the application ran, each time: as often as `version` says. `held` is JSON. */
export const LIMIT_TABLE: TableShape = {
  name: '_limit',
  columns: [
    textColumn('id', KEY),
    textColumn('limit', REQUIRED),
    countColumn('version'),
    textColumn('held', REQUIRED),
    textColumn('at', REQUIRED),
    textColumn('by', REQUIRED),
    textColumn('key_by'),
  ],
  key: [],
};

/** Under this entity open pages and other servers are told that a limit was set. */
export const SET_LIMITS = LIMIT_TABLE.name;
