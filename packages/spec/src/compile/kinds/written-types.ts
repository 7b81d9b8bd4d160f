import { FIELD_TYPES } from '@ninefold/model';

/** The type of a group of fields. It has no values of its own: each of its parts is a field of the record. */
export const OBJECT = 'object';

/** Every type that a field may be written with and that runs, in the order of the language. */
export const WRITTEN_TYPES: readonly string[] = [...FIELD_TYPES, OBJECT];
