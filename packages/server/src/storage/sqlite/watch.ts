/** A statement that took longer than it may: the driver cannot stop one, so it stops itself. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Measures one statement after the other. */
export interface Watch {
  start(): void;
  /** Throws where the statement that was started last has had its time. */
  readonly look: () => void;
}

/** The clock is looked at once in so many calls. */
const EVERY = 64;

export function createWatch(ms: number): Watch {
  let end = Infinity;
  let calls = 0;
  return {
    start: () => {
      end = performance.now() + ms;
    },
    look: () => {
      calls += 1;
      if (calls % EVERY === 0 && performance.now() > end)
        throw new TookTooLong(`a statement took longer than ${String(ms)} ms`);
    },
  };
}
