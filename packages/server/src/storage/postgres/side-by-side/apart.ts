/** Keys whose tasks were made in vain when they ran beside each other: for a while they run one after the other. */
export interface Apart {
  mayShare(key: string): boolean;
  /** A group in which tasks with these keys ran side by side was rolled back. */
  note(keys: readonly string[]): void;
}

const APART_MS = 5000;

export function createApart(now: () => number = () => performance.now()): Apart {
  const until = new Map<string, number>();
  return {
    mayShare: (key) => {
      const end = until.get(key);
      if (end === undefined) return true;
      if (end > now()) return false;
      until.delete(key);
      return true;
    },
    note: (keys) => {
      for (const key of keys) until.set(key, now() + APART_MS);
    },
  };
}
