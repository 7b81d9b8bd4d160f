import { watch } from 'node:fs';

/** Editors write a file in several steps; this long after the last one it is read. */
const SETTLED_MS = 40;

/** Calls `changed` whenever something in the folder was written, once for what is written together. */
export function watchFolder(folder: string, changed: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (name !== null && /(?:^|[\\/])(?:\.|node_modules[\\/])/.test(String(name))) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLED_MS);
  });
  return {
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
