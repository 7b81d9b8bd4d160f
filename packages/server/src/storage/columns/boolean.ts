import type { BooleanField } from '@ninefold/model';
import type { Column } from './column.ts';

/** Never blank. */
export const booleanColumn: Column<BooleanField> = {
  kind: 'column',
  holds: 'boolean',
  encode: (value) => value === true,
  decode: (value) => value === true,
};
