/** One column as it should be. `meaning` changes whenever stored values would have to be read differently. */
export interface ColumnShape {
  readonly name: string;
  readonly sqlType: 'TEXT' | 'INTEGER';
  /** What follows the type: `NOT NULL DEFAULT 0`, `REFERENCES "team"("id")`. */
  readonly constraint: string;
  readonly meaning: string;
  /** A stored value that stands for "nothing written". */
  readonly blank: 'null' | 'zero';
  /** The only values that may be stored, or null. */
  readonly options: readonly string[] | null;
}

export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  /** Constraints of the whole table, such as its primary key. */
  readonly constraints: readonly string[];
}

export interface IndexShape {
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  /** Column names or expressions, as they stand in SQL. */
  readonly parts: readonly string[];
  readonly where: string | null;
}

export function textColumn(name: string, constraint = '', meaning = 'text'): ColumnShape {
  return { name, sqlType: 'TEXT', constraint, meaning, blank: 'null', options: null };
}

export function integerColumn(name: string, constraint = ''): ColumnShape {
  return { name, sqlType: 'INTEGER', constraint, meaning: 'integer', blank: 'null', options: null };
}
