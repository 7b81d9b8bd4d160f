import type { DateField, DatetimeField } from '@ninefold/model';
import { moment, PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

/** Shared by dates and moments. */
export const dateDefinition: FieldDefinition<DateField | DatetimeField> = {
  ...PLAIN_DEFINITION,
  keys: ['era'],
  build: moment,
};
