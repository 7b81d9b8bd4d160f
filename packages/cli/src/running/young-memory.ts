import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Where a larger space for new objects saves hardly any work. */
const MOST_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 100;

/**
 * Keeps the space for new objects from growing further than it pays. The engine doubles it up to 128 MiB while much is made, as during
 * an import, and the process keeps that memory for long. The engine also makes the space of an idle process as small as it can: then it
 * may grow again, since in 2 MiB a third of the processor time of writes goes into tidying up.
 */
export function boundYoungMemory(): void {
  let mayGrow = true;
  setInterval(() => {
    const grows = youngBytes() < MOST_BYTES;
    if (grows === mayGrow) return;
    mayGrow = grows;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? '2' : '1'}`);
  }, LOOK_EVERY_MS).unref();
}

/** The bytes that the space for new objects takes. */
export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
