import type { Touched } from './touched.ts';

/**
 * In which order works of one transaction, made side by side, could have been made one after the other: what each reads and writes
 * is noted as it is sent, and nobody may come both before and after somebody else.
 */
export interface Order {
  /** False where what this work does next would leave no such order; nothing of it is noted then. */
  note(work: number, touched: readonly Touched[]): boolean;
  /** Forgets a work that has only read. */
  forget(work: number): void;
}

interface Noted {
  readonly work: number;
  readonly row: string | null;
  readonly writes: boolean;
}

export function createOrder(): Order {
  const byTable = new Map<string, Noted[]>();
  /** For each work those that come before it. */
  const before = new Map<number, ReadonlySet<number>>();
  const earlier = (work: number, touched: readonly Touched[]): readonly number[] =>
    touched.flatMap((one) =>
      (byTable.get(one.table) ?? []).flatMap((other) => (other.work !== work && collide(one, other) ? other.work : [])),
    );
  return {
    note: (work, touched) => {
      const found = new Set([...(before.get(work) ?? []), ...earlier(work, touched)]);
      if (comesBefore(before, work, found)) return false;
      before.set(work, found);
      for (const { table, row, writes } of touched) {
        const noted = byTable.get(table);
        if (noted) noted.push({ work, row, writes });
        else byTable.set(table, [{ work, row, writes }]);
      }
      return true;
    },
    forget: (work) => {
      before.delete(work);
      for (const [table, noted] of byTable)
        byTable.set(
          table,
          noted.filter((one) => one.work !== work),
        );
    },
  };
}

function collide(one: Noted | Touched, other: Noted): boolean {
  return (one.writes || other.writes) && (one.row === null || other.row === null || one.row === other.row);
}

/** Whether a work comes before one of these, or before one that comes before them. */
function comesBefore(
  before: ReadonlyMap<number, ReadonlySet<number>>,
  work: number,
  others: ReadonlySet<number>,
): boolean {
  const seen = new Set<number>();
  const open = [...others];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === work) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(before.get(at) ?? []));
  }
  return false;
}
