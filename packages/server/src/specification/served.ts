import type { Application, DataFile, Issue } from '@ninefold/spec';

/** A data file whose rows are read when somebody needs them. */
export interface RestingFile extends Omit<DataFile, 'rows'> {
  /** Stands for its rows, as `rowsHash` says of rows at hand. */
  readonly hash: string;
  read(): Promise<DataFile['rows']>;
}

/** An application as a server runs it: rows need not be in memory. */
export interface ServedApplication extends Omit<Application, 'data'> {
  readonly data: readonly (DataFile | RestingFile)[];
}

/** A specification that a server can run, or what keeps it from that. */
export interface ServedSpecification {
  /** Null when an issue of severity `error` was found. */
  readonly application: ServedApplication | null;
  readonly issues: readonly Issue[];
}
