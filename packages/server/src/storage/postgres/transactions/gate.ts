/** Lets transactions of this process run at the same time, or one of them alone. */
export interface Gate {
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until no other work runs, and keeps others from beginning until this one has ended. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createGate(): Gate {
  const running = new Set<Promise<unknown>>();
  let last: Promise<unknown> | null = null;
  return {
    shared: async (work) => {
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
    exclusive: (work) => {
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
