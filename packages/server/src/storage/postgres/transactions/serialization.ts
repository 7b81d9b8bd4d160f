/** Lets work with the same serialization key run one after the other; without a key it runs at once. */
export interface Serialize {
  <T>(key: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Whether work with this key runs or waits. */
  isBusy(key: string): boolean;
}

export function createSerialize(): Serialize {
  const tails = new Map<string, Promise<unknown>>();
  const serialize = <T>(key: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (key === undefined) return work();
    const before = tails.get(key);
    const run = before ? before.then(work, work) : work();
    tails.set(key, run);
    void Promise.allSettled([run]).then(() => {
      if (tails.get(key) === run) tails.delete(key);
    });
    return run;
  };
  return Object.assign(serialize, { isBusy: (key: string) => tails.has(key) });
}
