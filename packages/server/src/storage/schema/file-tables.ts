import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** Every file that was sent or is being sent. Its content lies beside the data, under its hash. */
export const FILE_TABLE: TableShape = {
  name: '_file',
  columns: [
    textColumn('id', KEY),
    textColumn('name', REQUIRED),
    countColumn('size'),
    /** What its first bytes say, and the SHA-256 of all of them; null until it is whole. */
    textColumn('type'),
    textColumn('hash'),
    /** The user who sent it: nobody else may put it into a record. */
    textColumn('sender', REQUIRED),
    textColumn('at', REQUIRED),
  ],
  key: [],
};

/** Which fields of which records hold a file, or held it. */
export const FILE_USE_TABLE: TableShape = {
  name: '_file_use',
  columns: [
    textColumn('record', REQUIRED),
    textColumn('file', REQUIRED),
    textColumn('entity', REQUIRED),
    /** Of a field of lines both ids: `lines.photo`. */
    textColumn('field', REQUIRED),
    /** When the file was taken out of the field. */
    textColumn('left_at'),
  ],
  key: ['file', 'record', 'entity', 'field'],
};
