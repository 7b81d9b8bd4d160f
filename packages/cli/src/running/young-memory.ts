import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Where a larger space for new objects saves hardly any work. */
const MOST_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 500;

/**
 * Keeps the space for new objects from growing further than it pays. The engine doubles it up to 128 MiB while much is made, as during
 * an import, and the process keeps that memory.
 */
export function boundYoungMemory(): void {
  const looking = setInterval(() => {
    if (youngBytes() < MOST_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(looking);
  }, LOOK_EVERY_MS).unref();
}

/** The bytes that the space for new objects takes. */
export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
