/** Lets works of one lane begin one after the other. */
export type Lanes = <T>(lane: string | undefined, work: () => Promise<T>) => Promise<T>;

export function createLanes(): Lanes {
  const tails = new Map<string, Promise<unknown>>();
  return (lane, work) => {
    if (lane === undefined) return work();
    const before = tails.get(lane);
    const run = before ? before.then(work, work) : work();
    tails.set(lane, run);
    void Promise.allSettled([run]).then(() => {
      if (tails.get(lane) === run) tails.delete(lane);
    });
    return run;
  };
}
