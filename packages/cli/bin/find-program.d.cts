/** A form of the program in few files, which starts quickly. */
export interface Program {
  /** Stands for the content of the program. */
  readonly stamp: string;
  /** The folder of that form. */
  readonly built: string;
  /** Whether it is there. */
  readonly current: boolean;
}

/** The program of the package in this folder. */
export function findProgram(cli: string): Program;

/** Stands for what the disk says of these files and of all in these folders, relative to `root`. */
export function seenAt(root: string, sources: readonly string[]): string;
