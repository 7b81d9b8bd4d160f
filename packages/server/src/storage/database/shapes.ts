import type { IndexReason } from '@ninefold/model';
import type { ColumnKind } from '../columns/column.ts';

/** One column as it should be. `meaning` changes whenever stored values would have to be read differently. */
export interface ColumnShape {
  readonly name: string;
  /** `count` is a whole number of the runtime's own. */
  readonly holds: ColumnKind | 'count';
  /** Decimals, where it holds any. */
  readonly scale: number;
  readonly key: boolean;
  readonly required: boolean;
  /** What stands in rows that were there before the column. */
  readonly initial: string | false | null;
  readonly references: Target | null;
  readonly meaning: string;
  /** The only values that may be stored, or null. */
  readonly options: readonly string[] | null;
}

/** The table whose ids a column holds. With `cascade` the row goes when its target goes. */
export interface Target {
  readonly table: string;
  readonly cascade: boolean;
}

export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  /** Names of the columns that are the primary key together; empty where one column is. */
  readonly key: readonly string[];
  /** The database refuses to change its rows, and to delete one before the newest row's `at` has reached its `until`. */
  readonly appendOnly?: true;
}

export interface IndexShape {
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  /** Column names, as they stand in SQL. */
  readonly parts: readonly string[];
  readonly where: string | null;
}

/** An index that a model needs. */
export interface ModelIndex extends IndexShape {
  readonly reason: IndexReason;
}

const PLAIN = { scale: 0, key: false, required: false, initial: null, references: null, options: null } as const;

export function textColumn(name: string, more: Partial<ColumnShape> = {}): ColumnShape {
  return { ...PLAIN, name, holds: 'text', meaning: 'text', ...more };
}

export function countColumn(name: string): ColumnShape {
  return { ...PLAIN, name, holds: 'count', required: true, meaning: 'integer' };
}

/** For a column that must hold something. */
export const REQUIRED: Partial<ColumnShape> = { required: true };
/** For the one column that is the primary key. */
export const KEY: Partial<ColumnShape> = { key: true, required: true };
