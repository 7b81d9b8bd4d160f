import { setFlagsFromString } from 'node:v8';

/** What has lived for a while is collected when there is so much more of it, in percent, than the collection before has left. */
const MOST_GROWTH = 30;
/** The engine decides: four times as much, where much is made. */
const FREE = 0;

let bound = 0;

/**
 * Does work that makes much for long, such as an import, and keeps the memory of the process near to what it uses meanwhile. Otherwise
 * the engine lets older objects become four times as many before it collects them, which takes less time, and the process keeps that memory.
 */
export async function inBoundHeap<T>(work: () => Promise<T>): Promise<T> {
  bound += 1;
  if (bound === 1) setGrowth(MOST_GROWTH);
  try {
    return await work();
  } finally {
    bound -= 1;
    if (bound === 0) setGrowth(FREE);
  }
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${String(percent)}`);
}
