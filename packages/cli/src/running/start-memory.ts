import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

const LOOK_EVERY_MS = 500;
/** A server that is busy for more of a look than this share has no moment to collect garbage. */
const QUIET = 0.05;

/**
 * Gives back the memory that only the start needed, in the first half second in which hardly anything is asked. The engine would keep it:
 * an idle server makes too little for it to collect all of its garbage.
 */
export function giveBackStartMemory(collect: () => void = collectAll): void {
  let before = performance.eventLoopUtilization();
  const looking = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > QUIET) return;
    clearInterval(looking);
    collect();
  }, LOOK_EVERY_MS).unref();
}

/** Collects all garbage and gives back what is free. It takes some tens of milliseconds. */
function collectAll(): void {
  setFlagsFromString('--expose-gc'); // holds for contexts that are made from now on: this one alone
  const collectGarbage = runInNewContext('gc') as CollectGarbage; // what V8 puts there
  setFlagsFromString('--no-expose-gc');
  collectGarbage({ type: 'major', flavor: 'last-resort' });
}
