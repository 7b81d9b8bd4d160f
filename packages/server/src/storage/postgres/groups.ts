import type { Writer } from '../database.ts';

/** Works of one transaction. */
export const MOST_TOGETHER = 16;

/** A work that waits for its group, and who hears what came of it. */
export interface Member {
  readonly lane: string;
  readonly work: (tx: Writer) => Promise<unknown>;
  readonly done: (value: unknown) => void;
  readonly failed: (cause: unknown) => void;
}

/** Lets works that arrive together share one transaction: its beginning, its commit and the locks that it takes are paid once. */
export type Groups = <T>(lane: string, work: (tx: Writer) => Promise<T>) => Promise<T>;

/**
 * `run` makes all of a group; it hears of its members in the order in which they came and tells each of them. Who arrives once a
 * group has begun waits for the next. One group runs at a time: two of them would look at the same pages of an index, and PostgreSQL
 * would let one of them fail.
 */
export function createGroups(run: (members: readonly Member[]) => Promise<void>): Groups {
  const waiting: Member[] = [];
  let isRunning = false;
  let isDue = false;
  const begin = (): void => {
    isDue = false;
    isRunning = true;
    const end = (): void => {
      isRunning = false;
      due();
    };
    run(waiting.splice(0, MOST_TOGETHER)).then(end, end);
  };
  const due = (): void => {
    if (isDue || isRunning || waiting.length === 0) return;
    isDue = true;
    setImmediate(begin); // requests that lie there already are read first
  };
  return (lane, work) =>
    new Promise((resolve, reject) => {
      waiting.push({ lane, work, done: (value) => resolve(value as Awaited<ReturnType<typeof work>>), failed: reject });
      due();
    });
}
