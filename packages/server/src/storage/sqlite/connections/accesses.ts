import { constants, type DatabaseSync } from 'node:sqlite';

/**
 * What a statement reads or writes, as the engine compiles it, with its triggers and cascades: `ticket` for the rows that a
 * table has, `ticket.state` for the values of a column, and `EVERYTHING`.
 */
export type Accessed = Set<string>;

/** The shape of the data has changed. */
export const EVERYTHING = '*';

/** What statements of a connection read and write. */
export interface Accesses {
  /** Does what compiles a statement, and gives what the statement reads and writes. */
  compiled<T>(compile: () => T): { readonly value: T; readonly reads: Accessed; readonly writes: Accessed };
  /** What is compiled elsewhere writes: texts that are executed, and statements that the engine compiles again. */
  readonly written: Accessed;
}

/** Neither reads nor writes data. */
const HARMLESS: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_SAVEPOINT,
  constants.SQLITE_PRAGMA,
  constants.SQLITE_ANALYZE,
  constants.SQLITE_REINDEX,
  constants.SQLITE_CREATE_INDEX,
  constants.SQLITE_DROP_INDEX,
]);

/** `onShape`: is called when a statement is compiled that changes tables or triggers. */
export function watchAccesses(handle: DatabaseSync, onShape: () => void): Accesses {
  const written: Accessed = new Set();
  let reads: Accessed | null = null;
  let writes: Accessed = written;
  handle.setAuthorizer((action, table, column) => {
    if (action === constants.SQLITE_READ) noteRead(reads, table, column);
    else if (action === constants.SQLITE_UPDATE) writes.add(`${String(table)}.${String(column)}`);
    else if (action === constants.SQLITE_INSERT || action === constants.SQLITE_DELETE) writes.add(String(table));
    else if (!HARMLESS.has(action)) {
      writes.add(EVERYTHING);
      onShape();
    }
    return constants.SQLITE_OK;
  });
  return {
    written,
    compiled: (compile) => {
      const own = { reads: new Set<string>(), writes: new Set<string>() };
      reads = own.reads;
      writes = own.writes;
      try {
        return { value: compile(), ...own };
      } finally {
        reads = null;
        writes = written;
      }
    },
  };
}

/** Who reads a column reads which rows there are, too. */
function noteRead(reads: Accessed | null, table: string | null, column: string | null): void {
  if (reads === null || table === null) return;
  reads.add(table);
  if (column !== null && column !== '') reads.add(`${table}.${column}`);
}
