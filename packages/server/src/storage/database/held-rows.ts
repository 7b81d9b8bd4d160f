import { footprintOf, mayHave, type RowAccess } from '../sql/footprint.ts';
import type { Insert, Sql, Statement } from '../sql/sql.ts';
import type { SqlValue } from '../sql/sql-value.ts';
import type { Writer } from './database.ts';
import { insertMany } from './insert-many.ts';

/** New rows that are held back, in their order. */
export interface HeldRows {
  readonly size: () => number;
  /** Holds a row back, and answers its table; null where the statement is not an `INSERT` of one row. */
  add(statement: Statement, values: readonly SqlValue[]): string | null;
  /** Whether the access may meet one of them. */
  meets(access: RowAccess): boolean;
  /** Forgets all but the first `most`. */
  keep(most: number): void;
  /** Sends the first `most`, without waiting for them. */
  send(tx: Writer, most: number): void;
}

interface Held {
  readonly statement: Sql & { readonly insert: Insert };
  readonly values: readonly SqlValue[];
  readonly footprint: readonly RowAccess[];
}

export function createHeldRows(): HeldRows {
  let held: Held[] = [];
  const written = new Map<string, Set<string | null>>();
  const note = ({ footprint }: Held): void => {
    for (const { table, row } of footprint.filter(({ writes }) => writes)) {
      const rows = written.get(table);
      if (rows) rows.add(row);
      else written.set(table, new Set([row]));
    }
  };
  const become = (rows: Held[]): void => {
    held = rows;
    written.clear();
    held.forEach(note);
  };
  return {
    size: () => held.length,
    add: (statement, values) => {
      const footprint = footprintOf(statement, values);
      const table = footprint?.find(({ writes }) => writes)?.table;
      if (typeof statement === 'string' || !isInsert(statement) || footprint === null || table === undefined)
        return null;
      const one = { statement, values, footprint };
      held.push(one);
      note(one);
      return table;
    },
    meets: ({ table, row, only }) => {
      const rows = written.get(table);
      if (rows === undefined) return false;
      if (row !== null) return rows.has(row) || rows.has(null);
      return (
        only.size === 0 ||
        held.some(({ footprint }) =>
          footprint.some((one) => one.writes && one.table === table && mayHave(one.only, only)),
        )
      );
    },
    keep: (most) => {
      if (held.length > most) become(held.slice(0, most));
    },
    send: (tx, most) => {
      put(tx, held.slice(0, most));
      become(held.slice(most));
    },
  };
}

function isInsert(statement: Sql): statement is Held['statement'] {
  return statement.insert !== undefined;
}

/** Rows of one table go together, tables in the order of their first row: what belongs to a record comes behind it. */
function put(tx: Writer, held: readonly Held[]): void {
  const accesses = held.flatMap(({ footprint }) => footprint);
  const tables = new Set(accesses.flatMap(({ table, writes }) => (writes ? table : [])));
  if (accesses.some(({ table, writes }) => !writes && tables.has(table))) {
    for (const { statement, values } of held) tx.later(statement, values); // one may look at the one before it
    return;
  }
  for (const [statement, rows] of Map.groupBy(held, (one) => one.statement))
    insertMany(
      tx,
      statement,
      rows.map(({ values }) => values),
    );
}
