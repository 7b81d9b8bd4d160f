import { collectGarbage } from '@ninefold/server';

const LOOK_EVERY_MS = 500;
/** A server that is busy for more of a look than this share has no moment to collect garbage. */
const QUIET = 0.05;

/**
 * Gives back the memory that only the start needed, in the first half second in which hardly anything is asked. The engine would keep it:
 * an idle server makes too little for it to collect all of its garbage.
 */
export function giveBackStartMemory(collect: () => void = () => collectGarbage('last-resort')): void {
  let before = performance.eventLoopUtilization();
  const looking = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > QUIET) return;
    clearInterval(looking);
    collect();
  }, LOOK_EVERY_MS).unref();
}
