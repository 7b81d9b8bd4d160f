/** What becomes of rows that changed in a data file after people changed their records: theirs stays, the file's is taken, or the start stops. */
export type DataFilesChoice = 'keep' | 'take' | 'stop';

/** The choices, as a command takes them. */
export const DATA_FILES_CHOICES: readonly DataFilesChoice[] = ['keep', 'take', 'stop'];

/** A row that changed in its data file after people changed its record. */
export interface DataConflict {
  readonly file: string;
  /** As the file is read: of a CSV file the header is row 1. */
  readonly row: number;
  readonly entity: string;
  /** Label or key of the record; null where the row has neither. */
  readonly name: string | null;
  /** Where the two differ; a blank value is empty; null stands for one that is long, is no single value, or is for few eyes. */
  readonly columns: readonly {
    readonly column: string;
    readonly stored: string | null;
    readonly file: string | null;
  }[];
  /** The file's was taken. */
  readonly isTaken: boolean;
}

/** Rows of data files conflict with what people changed, and the start was asked to stop then; nothing was loaded. */
export class DataConflicts extends Error {
  readonly conflicts: readonly DataConflict[];

  constructor(conflicts: readonly DataConflict[]) {
    super(`${String(conflicts.length)} rows of data files changed whose records people changed`);
    this.name = 'DataConflicts';
    this.conflicts = conflicts;
  }
}
