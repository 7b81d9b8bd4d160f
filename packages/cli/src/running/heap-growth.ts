import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Where a larger space for new objects saves hardly any work. */
const MOST_YOUNG_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 500;
/** What has lived for a while is collected when there is so much more of it, in percent, than was left by the collection before. */
const MOST_GROWTH = 30;

/**
 * Keeps the memory of a server near to what it uses. While much is made, as during an import, the engine doubles the space for new objects
 * up to 128 MiB, and lets older ones become four times as many before it collects them; the process keeps that memory.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${String(MOST_GROWTH)}`);
  const looking = setInterval(() => {
    if (bytesOf('new_space') < MOST_YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(looking);
  }, LOOK_EVERY_MS).unref();
}

/** The bytes that a space of the heap takes. */
export function bytesOf(space: 'new_space' | 'old_space'): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === space)?.space_size ?? 0;
}
