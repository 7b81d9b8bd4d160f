/** Lets works run together, or one of them alone. */
export interface Gate {
  together<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until nothing runs, and keeps others from beginning until it has ended. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function createGate(): Gate {
  const running = new Set<Promise<unknown>>();
  let last: Promise<unknown> | null = null;
  return {
    together: async (work) => {
      while (last) await last;
      const run = work();
      const ended = run.then(
        () => undefined,
        () => undefined,
      );
      running.add(ended);
      void ended.then(() => running.delete(ended));
      return run;
    },
    alone: (work) => {
      const before = [...running, ...(last ? [last] : [])];
      const run = Promise.all(before).then(work);
      const ended = run.then(
        () => undefined,
        () => undefined,
      );
      last = ended;
      void ended.then(() => {
        if (last === ended) last = null;
      });
      return run;
    },
  };
}
