import type { FieldCommon } from './field-common.ts';

/** A time of day on the clocks of whoever reads it, without a zone: `08:30`, or `08:30:15` where it has seconds. */
export interface TimeField extends FieldCommon {
  readonly type: 'time';
}
