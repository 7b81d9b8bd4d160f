import type { FieldCommon } from './field-common.ts';

/** A length of time in whole milliseconds, `PT36H30M`. */
export interface DurationField extends FieldCommon {
  readonly type: 'duration';
}
