import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How often the folder is looked at, in milliseconds: where a look takes long, twenty times as seldom as that, but not seldomer than the longest. */
const LOOK_MS = 100;
const SHARE = 20;
const LONGEST_MS = 1000;
/** Editors write a file in several steps: what was the same in two looks this far apart is read. */
const SETTLED_MS = 40;

/**
 * Calls `changed` whenever something in the folder is no longer as it was, once for what changes together. It looks at the
 * folder instead of asking the system for events: those follow a file and are lost where another one takes its name, as
 * after a save by renaming, a checkout or a folder that was moved. What changes after this promise is kept is seen.
 */
export async function watchFolder(folder: string, changed: () => void): Promise<{ close(): void }> {
  let told = await stateOf(folder);
  let last = told;
  let wasOther = false; // what was there in between may have been read
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const look = async (): Promise<void> => {
    const begun = performance.now();
    const now = await stateOf(folder);
    const took = performance.now() - begun;
    const isSettled = now === last;
    last = now;
    if (closed) return;
    wasOther ||= now !== told;
    if (isSettled && wasOther) {
      told = now;
      wasOther = false;
      changed();
    }
    const rest = isSettled ? Math.min(Math.max(took * SHARE, LOOK_MS), LONGEST_MS) : SETTLED_MS;
    timer = setTimeout(() => void look(), rest);
  };
  timer = setTimeout(() => void look(), LOOK_MS);
  return {
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Far beyond what people write; more files are no specification, and are refused when they are read. */
const MOST_FILES = 10_000;

/**
 * Every file below the folder with what tells one content from another; a folder that is not there has none. Of the folders themselves it
 * has when they were moved last: one that was away for a moment comes back with the same files, and may have been read while it was away.
 */
async function stateOf(folder: string, seen = { files: 0 }, above: readonly string[] = []): Promise<string> {
  const own = above.length > 0 ? null : await stat(folder, { bigint: true }).catch(() => null);
  const entries = await entriesOf(folder);
  const parts = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(folder, entry.name);
        const about = await stat(path, { bigint: true }).catch(() => null);
        seen.files += 1;
        if (about === null || seen.files > MOST_FILES) return '';
        const id = `${about.dev}:${about.ino}`;
        // A link to a folder that it lies in has no end.
        if (about.isDirectory() && above.includes(id)) return '';
        if (about.isDirectory()) return `${path}/ ${id} ${about.ctimeNs}\n${await stateOf(path, seen, [...above, id])}`;
        return `${path} ${id} ${about.size} ${about.mtimeNs} ${about.ctimeNs}\n`;
      }),
  );
  return `${own === null ? '' : `${own.ino} ${own.ctimeNs}\n`}${parts.join('')}`;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
