import type { BooleanField } from '@ninefold/model';
import type { Column } from './column.ts';

/** 0 or 1, never NULL. */
export const booleanColumn: Column<BooleanField> = {
  kind: 'column',
  sqlType: 'INTEGER',
  absent: 0,
  encode: (value) => (value === true ? 1 : 0),
  decode: (value) => Number(value) === 1,
};
