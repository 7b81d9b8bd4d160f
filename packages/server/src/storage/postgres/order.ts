import type { Touched } from './touched.ts';

/**
 * In which order works of one transaction, made side by side, could have been made one after the other: what each reads and writes
 * is noted as it is sent, and nobody may come both before and after somebody else.
 */
export interface Order {
  /** False where what this work (a number below 31) does next would leave no such order; nothing of it is noted then. */
  note(work: number, touched: readonly Touched[]): boolean;
  /** Forgets a work that has only read. */
  forget(work: number): void;
}

/** Works, a bit each. */
type Works = number;

/** Who has touched rows of a table, one by one or any of them. */
interface Touching {
  any: Works;
  all: Works;
  readonly rows: Map<string, Works>;
}

interface Table {
  readonly reading: Touching;
  readonly writing: Touching;
}

export function createOrder(): Order {
  const tables = new Map<string, Table>();
  /** For each work those that come before it. */
  const before: Works[] = [];
  const earlier = (touched: readonly Touched[]): Works => {
    let found = 0;
    for (const { table, row, writes } of touched) {
      const known = tables.get(table);
      if (known) found |= meeting(known.writing, row) | (writes ? meeting(known.reading, row) : 0);
    }
    return found;
  };
  return {
    note: (work, touched) => {
      const own = 1 << work;
      const found = ((before[work] ?? 0) | earlier(touched)) & ~own;
      if ((allBefore(before, found) & own) !== 0) return false;
      before[work] = found;
      for (const one of touched) add(tables, one, own);
      return true;
    },
    forget: (work) => {
      before[work] = 0;
      for (const { reading } of tables.values()) remove(reading, 1 << work);
    },
  };
}

function meeting({ any, all, rows }: Touching, row: string | null): Works {
  return row === null ? all : any | (rows.get(row) ?? 0);
}

function add(tables: Map<string, Table>, { table, row, writes }: Touched, own: Works): void {
  let known = tables.get(table);
  if (!known) tables.set(table, (known = { reading: nobody(), writing: nobody() }));
  const touching = writes ? known.writing : known.reading;
  touching.all |= own;
  if (row === null) touching.any |= own;
  else touching.rows.set(row, (touching.rows.get(row) ?? 0) | own);
}

function nobody(): Touching {
  return { any: 0, all: 0, rows: new Map() };
}

function remove(touching: Touching, own: Works): void {
  touching.any &= ~own;
  touching.all &= ~own;
  for (const [row, works] of touching.rows) touching.rows.set(row, works & ~own);
}

/** These works, whoever comes before them, and so on. */
function allBefore(before: readonly Works[], works: Works): Works {
  let all = works;
  for (let last = 0; last !== all; ) {
    last = all;
    for (let work = 0; work < before.length; work += 1) if ((all & (1 << work)) !== 0) all |= before[work] ?? 0;
  }
  return all;
}
