import type { RowAccess } from '../sql/footprint.ts';
import type { Sql } from '../sql/sql.ts';
import type { Row, SqlValue } from '../sql/sql-value.ts';

/** What statements of one transaction gave, for as long as no table is written that they read. */
export interface KnownRows {
  /** The rows that the statement gave to the same values before, else those that `ask` gives. */
  read(asked: Asked, ask: () => Promise<readonly Row[]>): Promise<readonly Row[]>;
  /** A row of this table is new. */
  forget(table: string): void;
  forgetAll(): void;
}

/** A statement that only reads. */
interface Asked {
  readonly statement: Sql;
  readonly values: readonly SqlValue[];
  readonly footprint: readonly RowAccess[];
}

interface Known {
  readonly rows: readonly Row[];
  /** How often its tables had been written by then. */
  readonly at: number;
}

const MOST_KNOWN = 5000;
/** Longer texts are read again. */
const MOST_CHARACTERS = 200;

export function createKnownRows(): KnownRows {
  const known = new Map<Sql, Map<string, Known>>();
  const writes = new Map<string, number>();
  let size = 0;
  const forgetAll = (): void => {
    if (size === 0) return;
    known.clear();
    size = 0;
  };
  const moment = (footprint: readonly RowAccess[]): number =>
    footprint.reduce((sum, { table }) => sum + (writes.get(table) ?? 0), 0);
  return {
    read: async ({ statement, values, footprint }, ask) => {
      const key = keyOf(values);
      if (key === null) return ask();
      const at = moment(footprint);
      const found = known.get(statement)?.get(key);
      if (found?.at === at) return found.rows;
      const rows = await ask();
      if (moment(footprint) !== at || !isSmall(rows)) return rows;
      if (size >= MOST_KNOWN) forgetAll();
      const own = known.get(statement) ?? new Map<string, Known>();
      known.set(statement, own.set(key, { rows, at }));
      size += 1;
      return rows;
    },
    forget: (table) => void writes.set(table, (writes.get(table) ?? 0) + 1),
    forgetAll,
  };
}

/** Null where the values are long. */
function keyOf(values: readonly SqlValue[]): string | null {
  const [only] = values;
  if (values.length === 1 && typeof only === 'string' && only.length <= MOST_CHARACTERS) return `=${only}`;
  let key = '';
  for (const value of values) {
    if (value instanceof Uint8Array || (typeof value === 'string' && value.length > MOST_CHARACTERS)) return null;
    key += `${typeof value} ${String(value).length} ${String(value)} `;
  }
  return key;
}

function isSmall(rows: readonly Row[]): boolean {
  return (
    rows.length < 3 &&
    rows.every((row) =>
      Object.values(row).every((value) => typeof value !== 'string' || value.length <= MOST_CHARACTERS),
    )
  );
}
