import type { FieldCommon } from './field-common.ts';

/** What both types of files have: `accept` are media types, `application/pdf` or `image/*`; none accepts every kind. */
interface FileCommon extends FieldCommon {
  readonly accept: readonly string[];
}

/** One file. It is kept beside the data; the record holds what it is. */
export interface FileField extends FileCommon {
  readonly type: 'file';
}

/** Several files, in the order in which they were put. */
export interface FilesField extends FileCommon {
  readonly type: 'files';
}
