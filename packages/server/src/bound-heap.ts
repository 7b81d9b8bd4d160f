import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';

/** What has lived for a while is collected when there is so much more of it, in percent, than the collection before has left. */
const MOST_GROWTH = 50;
/** Work that takes so long makes much. */
const LONG_MS = 300;
/** The engine decides: four times as much, where much is made. */
const FREE = 0;

let bound = 0;
let collecting: NodeJS.Timeout | undefined;

/**
 * Does work that makes much for long, such as an import, and keeps the memory of the process near to what it uses meanwhile. Otherwise
 * the engine lets older objects become four times as many before it collects them, which takes less time, and the process keeps that memory.
 * The engine takes the bound at a collection: work that is still on its way after a moment begins with one, of some tens of milliseconds.
 */
export async function inBoundHeap<T>(work: () => Promise<T>): Promise<T> {
  bound += 1;
  if (bound === 1) {
    setGrowth(MOST_GROWTH);
    collecting = setTimeout(() => collectGarbage(), LONG_MS).unref();
  }
  try {
    return await work();
  } finally {
    bound -= 1;
    if (bound === 0) {
      clearTimeout(collecting);
      setGrowth(FREE);
    }
  }
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${String(percent)}`);
}
