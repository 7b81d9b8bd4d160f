/** Code that comes when it is first needed. */
export interface Arrival<T> {
  /** The code, where it has come. */
  here(): T | null;
  /** Loads it, once. Where it does not come this throws what `load` threw, and the next call tries again. */
  arrive(): Promise<T>;
}

export function arrivalOf<T>(load: () => Promise<T>): Arrival<T> {
  let loaded: T | null = null;
  let coming: Promise<T> | null = null;
  return {
    here: () => loaded,
    arrive: async () => {
      coming ??= load();
      try {
        loaded = await coming;
        return loaded;
      } catch (error) {
        coming = null;
        throw error;
      }
    },
  };
}
