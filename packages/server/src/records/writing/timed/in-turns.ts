import { setImmediate } from 'node:timers/promises';
import type { Dialect } from '../../../storage/database/dialect.ts';

/** So many writes are under way at a time: their transactions may share one, and reads come in between. */
const AT_ONCE = 16;
/** Where writes hold up this process: so many make a transaction that is short. */
const HOLDING = 2;
/** A turn of the loop in which nobody else did anything takes less. */
const IDLE_MS = 0.05;

/**
 * Does one work for each item, several at a time, in their order, until `isOver`. A database in this process holds up everybody while
 * it writes: there the works rest after each few of them while others have something to do, at most as long as these took. No transaction
 * is open meanwhile.
 */
export async function inTurns<T>(
  engine: Dialect['id'],
  items: readonly T[],
  isOver: () => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  if (engine === 'sqlite') return giveWay(items, isOver, work);
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (isOver()) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function giveWay<T>(items: readonly T[], isOver: () => boolean, work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length && !isOver(); from += HOLDING) {
    const begun = performance.now();
    await Promise.all(items.slice(from, from + HOLDING).map(work));
    await restFor(performance.now() - begun);
  }
}

/** Lets others go on while they have something to do, at most so long, in ms. */
async function restFor(mostMs: number): Promise<void> {
  const begun = performance.now();
  for (let turn = begun, now = begun; now - begun <= mostMs; turn = now) {
    await setImmediate();
    now = performance.now();
    if (now - turn < IDLE_MS) return;
  }
}
