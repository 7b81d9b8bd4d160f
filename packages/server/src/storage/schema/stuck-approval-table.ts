import { REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** The approvals that nobody is left to give, of which operators have been told. */
export const STUCK_APPROVAL_TABLE: TableShape = {
  name: '_stuck_approval',
  columns: [textColumn('record', REQUIRED), textColumn('transition', REQUIRED), textColumn('entity', REQUIRED)],
  key: ['record', 'transition'],
};
