/** What is to be changed: a cell, or the first one of a row that can be. */
export interface WantedCell {
  readonly record: string;
  readonly field: string | null;
}
