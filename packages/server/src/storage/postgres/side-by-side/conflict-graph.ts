import type { RowAccess as Known } from '../../sql/footprint.ts';

type RowAccess = Omit<Known, 'only'>;

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

interface TableAccesses {
  readonly reading: Accessed;
  readonly writing: Accessed;
}

export function createConflictGraph(): ConflictGraph {
  const tables = new Map<string, TableAccesses>();
  /** For each task those that come before it. */
  const before: Tasks[] = [];
  const conflicting = (accesses: readonly RowAccess[]): Tasks => {
    let found = 0;
    for (const { table, row, writes } of accesses) {
      const known = tables.get(table);
      if (known) found |= accessing(known.writing, row) | (writes ? accessing(known.reading, row) : 0);
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
      for (const { reading } of tables.values()) forget(reading, 1 << task);
    },
  };
}

function accessing({ any, all, rows }: Accessed, row: string | null): Tasks {
  return row === null ? all : any | (rows.get(row) ?? 0);
}

function note(tables: Map<string, TableAccesses>, { table, row, writes }: RowAccess, own: Tasks): void {
  let known = tables.get(table);
  if (!known) tables.set(table, (known = { reading: nobody(), writing: nobody() }));
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
