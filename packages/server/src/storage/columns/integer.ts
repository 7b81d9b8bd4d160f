import type { IntegerField } from '@ninefold/model';
import type { Column } from './column.ts';

export const integerColumn: Column<IntegerField> = {
  kind: 'column',
  holds: 'integer',
  encode: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null),
  decode: (value) => (value === null ? null : Number(value)),
};
