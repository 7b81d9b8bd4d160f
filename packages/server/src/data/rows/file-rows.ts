import type { JudgedSeed } from './row-verdicts.ts';
import { isWritten } from './remembered-rows.ts';
import { isUnnamed } from './seeds.ts';

/** What a start does with the rows of one data file. */
export interface FileRows {
  readonly file: string;
  /** Rows that become new records. */
  readonly created: number;
  /**
   * Those of them in a file that was loaded before which have neither id nor key: each is a new row, or one that was changed, whose
   * former record stays.
   */
  readonly unnamed: number;
  /** Rows that are written to their record. */
  readonly changed: number;
}

/** The rows that are written, counted by file. */
export function rowsByFile(judged: readonly JudgedSeed[]): readonly FileRows[] {
  return [...Map.groupBy(judged.filter(isWritten), ({ seed }) => seed.file)].map(([file, rows]) => {
    const created = rows.filter(({ verdict }) => verdict === 'new');
    const unnamed = created.filter(({ seed, wasLoaded }) => wasLoaded && isUnnamed(seed));
    return { file, created: created.length, unnamed: unnamed.length, changed: rows.length - created.length };
  });
}
