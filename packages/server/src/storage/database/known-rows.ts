import { mayHave, type Wanted } from '../sql/footprint.ts';
import type { Sql } from '../sql/sql.ts';
import type { Row, SqlValue } from '../sql/sql-value.ts';

/** What statements of one transaction gave, for as long as no table is written that they read. */
export interface KnownRows {
  /** The rows that the statement gave to the same values before, else those that `ask` gives. */
  read(asked: Asked, ask: () => Promise<readonly Row[]>): Promise<readonly Row[]>;
  /** A row of this table is written: nothing that was read of the table is known any more, or with the values of the row what may be of it. */
  forget(table: string, values?: Wanted): void;
  forgetAll(): void;
}

/** A statement that only reads. */
interface Asked {
  readonly statement: Sql;
  readonly values: readonly SqlValue[];
  readonly footprint: readonly { readonly table: string; readonly only?: Wanted }[];
}

interface Known {
  readonly rows: Promise<readonly Row[]>;
  /** How often its tables had been written by then. */
  readonly at: number;
  readonly footprint: Asked['footprint'];
  /** Takes it from what is known. */
  readonly drop: () => void;
}

/** Of how much is kept what was read. */
interface Room {
  /** How many answers are kept. */
  readonly answers: number;
  /** Answers of more rows are read again. */
  readonly rows: number;
}

/** For a transaction of any number of writes. */
const LONG: Room = { answers: 5000, rows: 2 };
/** For one of few. */
export const SHORT: Room = { answers: 1000, rows: 200 };
/** Longer texts are read again. */
const MOST_CHARACTERS = 200;

/** Whoever asks for what is being read gets the same answer. */
export function createKnownRows(room: Room = LONG): KnownRows {
  const known = new Map<string, Map<string, Known>>();
  const byTable = new Map<string, Set<Known>>();
  const writes = new Map<string, number>();
  let size = 0;
  const forgetAll = (): void => {
    if (size === 0) return;
    known.clear();
    byTable.clear();
    size = 0;
  };
  const moment = (footprint: Asked['footprint']): number =>
    footprint.reduce((sum, { table }) => sum + (writes.get(table) ?? 0), 0);
  const keep = ({ text }: Sql, key: string, given: Omit<Known, 'drop'>): Known => {
    if (size >= room.answers) forgetAll();
    const own = known.get(text) ?? new Map<string, Known>();
    const kept: Known = {
      ...given,
      drop: () => {
        if (own.get(key) === kept) own.delete(key);
        for (const { table } of kept.footprint) byTable.get(table)?.delete(kept);
      },
    };
    known.set(text, own.set(key, kept));
    for (const { table } of given.footprint) {
      const others = byTable.get(table);
      if (others) others.add(kept);
      else byTable.set(table, new Set([kept]));
    }
    size += 1;
    return kept;
  };
  return {
    read: async ({ statement, values, footprint }, ask) => {
      const key = keyOf(values);
      if (key === null) return ask();
      const at = moment(footprint);
      const found = known.get(statement.text)?.get(key);
      if (found?.at === at) return found.rows;
      found?.drop();
      const { rows, drop } = keep(statement, key, { rows: ask(), at, footprint });
      try {
        const all = await rows;
        if (!isSmall(all, room)) drop();
        return all;
      } catch (cause) {
        drop();
        throw cause;
      }
    },
    forget: (table, values) => {
      if (values === undefined) return void writes.set(table, (writes.get(table) ?? 0) + 1);
      for (const { footprint, drop } of byTable.get(table) ?? [])
        if (footprint.some((one) => one.table === table && (one.only === undefined || mayHave(values, one.only))))
          drop();
    },
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

function isSmall(rows: readonly Row[], room: Room): boolean {
  return (
    rows.length <= room.rows &&
    rows.every((row) =>
      Object.values(row).every((value) => typeof value !== 'string' || value.length <= MOST_CHARACTERS),
    )
  );
}
