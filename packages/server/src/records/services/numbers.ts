/** The last numbers of sequences that a transaction has drawn: it draws the next ones without asking, for nobody else draws beside it. */
export interface Numbers {
  /** The number behind the last one of this sequence; the first one of a transaction is drawn by `draw`. */
  next(sequence: string, draw: () => Promise<bigint>): Promise<bigint>;
  /** The sequences whose last number is not the one that is stored. */
  take(): readonly (readonly [sequence: string, last: bigint])[];
  /** Where `work` fails, the numbers that it drew are drawn again. */
  part<T>(work: () => Promise<T>): Promise<T>;
}

export function createNumbers(): Numbers {
  let last = new Map<string, bigint>();
  let stored = new Map<string, bigint>();
  return {
    next: async (sequence, draw) => {
      const known = last.get(sequence);
      const next = known === undefined ? await draw() : known + 1n;
      last.set(sequence, next);
      if (known === undefined) stored.set(sequence, next);
      return next;
    },
    take: () => {
      const open = [...last].filter(([sequence, number]) => stored.get(sequence) !== number);
      stored = new Map(last);
      return open;
    },
    part: async (work) => {
      const before = [new Map(last), new Map(stored)] as const;
      try {
        return await work();
      } catch (reason) {
        [last, stored] = before;
        throw reason;
      }
    },
  };
}
