import { mayHave, type RowAccess as Known, type Wanted } from '../../sql/footprint.ts';

/** What a task reads or writes. */
export interface RowAccess extends Omit<Known, 'only'> {
  readonly only?: Wanted;
}

/**
 * Which tasks of one transaction have to come before which others in a serial order, by what each reads and writes and in which order
 * that is sent: an edge for each read before a write of the same row, write before read, and write before write. The graph has no
 * circle.
 */
export interface ConflictGraph {
  /** Adds what a task (a number below 31) does next; false, and nothing is added, where that would make a circle. */
  add(task: number, accesses: readonly RowAccess[]): boolean;
  /** Takes out a task that has only read. */
  remove(task: number): void;
}

/** Tasks, a bit each. */
type Tasks = number;

/** The tasks that have accessed rows of a table: any row, single rows, and either of the two. */
interface Accessed {
  any: Tasks;
  all: Tasks;
  readonly rows: Map<string, Tasks>;
}

/** The tasks that have read the rows with some values. */
interface Looked {
  readonly only: Wanted;
  tasks: Tasks;
}

interface TableAccesses {
  readonly reading: Accessed;
  readonly writing: Accessed;
  readonly looked: Looked[];
  /** What is known of the values of written rows; null where somebody else has written them too. */
  readonly values: Map<string, Wanted | null>;
}

export function createConflictGraph(): ConflictGraph {
  const tables = new Map<string, TableAccesses>();
  /** For each task those that come before it. */
  const before: Tasks[] = [];
  const conflicting = (accesses: readonly RowAccess[]): Tasks => {
    let found = 0;
    for (const access of accesses) {
      const known = tables.get(access.table);
      if (known) found |= access.writes ? conflictingWith(known, access) : writersOf(known, access);
    }
    return found;
  };
  return {
    add: (task, accesses) => {
      const own = 1 << task;
      const found = ((before[task] ?? 0) | conflicting(accesses)) & ~own;
      if ((allBefore(before, found) & own) !== 0) return false;
      before[task] = found;
      for (const access of accesses) note(tables, access, own);
      return true;
    },
    remove: (task) => {
      before[task] = 0;
      for (const { reading, looked } of tables.values()) {
        forget(reading, 1 << task);
        for (const one of looked) one.tasks &= ~(1 << task);
      }
    },
  };
}

/** The tasks that have read or written what is written now. */
function conflictingWith({ reading, writing, looked }: TableAccesses, { row, only }: RowAccess): Tasks {
  let found = accessing(writing, row) | accessing(reading, row);
  for (const one of looked) if (only === undefined || mayHave(only, one.only)) found |= one.tasks;
  return found;
}

/** The tasks that have written what is read now. */
function writersOf({ writing, values: written }: TableAccesses, { row, only }: RowAccess): Tasks {
  if (row !== null || only === undefined || only.size === 0) return accessing(writing, row);
  let found = writing.any;
  for (const [id, tasks] of writing.rows) {
    const values = written.get(id) ?? null;
    if (values === null || mayHave(values, only)) found |= tasks;
  }
  return found;
}

function accessing({ any, all, rows }: Accessed, row: string | null): Tasks {
  return row === null ? all : any | (rows.get(row) ?? 0);
}

function note(tables: Map<string, TableAccesses>, access: RowAccess, own: Tasks): void {
  const { table, row, writes, only } = access;
  let known = tables.get(table);
  if (!known) {
    known = { reading: nobody(), writing: nobody(), looked: [], values: new Map() };
    tables.set(table, known);
  }
  if (!writes && row === null && only !== undefined && only.size > 0) {
    known.looked.push({ only, tasks: own });
    return;
  }
  if (writes && row !== null) known.values.set(row, known.writing.rows.has(row) ? null : (only ?? null));
  const accessed = writes ? known.writing : known.reading;
  accessed.all |= own;
  if (row === null) accessed.any |= own;
  else accessed.rows.set(row, (accessed.rows.get(row) ?? 0) | own);
}

function nobody(): Accessed {
  return { any: 0, all: 0, rows: new Map() };
}

function forget(accessed: Accessed, own: Tasks): void {
  accessed.any &= ~own;
  accessed.all &= ~own;
  for (const [row, tasks] of accessed.rows) accessed.rows.set(row, tasks & ~own);
}

/** These tasks, those before them, and so on. */
function allBefore(before: readonly Tasks[], tasks: Tasks): Tasks {
  let all = tasks;
  for (let last = 0; last !== all; ) {
    last = all;
    for (let task = 0; task < before.length; task += 1) if ((all & (1 << task)) !== 0) all |= before[task] ?? 0;
  }
  return all;
}
