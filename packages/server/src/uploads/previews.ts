import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { StoredFile } from '@ninefold/model';
import { makePrivateFolder, PRIVATE_FILE } from '../private-files.ts';
import { Refusal } from '../refusal.ts';
import type { FileStore } from './file-store.ts';

/** The sides of the squares into which previews fit, in pixels, by their names. */
export const PREVIEW_SIZES: Readonly<Record<string, number>> = { small: 192, large: 1600 };

/** A picture of a content. */
export interface Preview {
  /** In bytes. */
  readonly size: number;
  /** WebP. */
  content(): Readable;
}

/** Small pictures of contents, which are made when somebody asks for one, and kept. */
export interface Previews {
  /** Null where there is none of such a content. Throws `overloaded` where too many wait to be made, and `file_gone` where the content is missing. */
  of(file: Pick<StoredFile, 'size' | 'type'>, hash: string, size: string): Promise<Preview | null>;
  /** Removes those of contents that begin with these two digits and are not among the ones that are needed. */
  keep(digits: string, needed: ReadonlySet<unknown>): Promise<void>;
}

/** Of which kinds there are previews. */
const KINDS = /^(?:image\/(?:jpeg|png|gif|webp|tiff|avif)|application\/pdf)$/;
/** The process holds the whole content. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_WAITING = 40;
const PATIENCE_MS = 20_000;
const MEMORY_MB = 128;
const PROGRAM = fileURLToPath(new URL(`./preview-program${extname(import.meta.url)}`, import.meta.url));
/** As the program ends where what draws is not installed. */
const NO_LIBRARY = 3;

/** Previews in a folder, of the contents of a store. A content of which none can be made is remembered by an empty file. */
export function createPreviews(store: FileStore, folder: string): Previews {
  let before: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const making = new Map<string, Promise<void>>();
  const make = async (hash: string, type: string, size: string): Promise<void> => {
    const content = await store.read(hash, null);
    if (content === null) throw new Refusal('file_gone');
    const made = await drawn(content, [type, String(PREVIEW_SIZES[size])]);
    if (made === null) return;
    const file = placeOf(folder, hash, size);
    makePrivateFolder(join(folder, hash.slice(0, 2)));
    await writeFile(`${file}.part`, made, { mode: PRIVATE_FILE });
    await rename(`${file}.part`, file);
  };
  /** One after the other: the server has other work. */
  const inTurn = (hash: string, type: string, size: string): Promise<void> => {
    const key = `${hash} ${size}`;
    const known = making.get(key);
    if (known !== undefined) return known;
    if (waiting >= MOST_WAITING) throw new Refusal('overloaded');
    waiting += 1;
    const mine = before
      .then(() => make(hash, type, size))
      .finally(() => {
        waiting -= 1;
        making.delete(key);
      });
    before = mine.catch(() => undefined);
    making.set(key, mine);
    return mine;
  };
  return {
    of: async ({ type, size: bytes }, hash, size) => {
      if (!KINDS.test(type) || bytes > MOST_BYTES || bytes === 0) return null;
      const file = placeOf(folder, hash, size);
      const lengthOf = async (): Promise<number> => (await stat(file).catch(() => null))?.size ?? -1;
      if ((await lengthOf()) === -1) await inTurn(hash, type, size);
      const length = await lengthOf();
      return length <= 0 ? null : { size: length, content: () => createReadStream(file) };
    },
    keep: async (digits, needed) => {
      const all = await readdir(join(folder, digits)).catch(() => []);
      for (const name of all)
        if (!needed.has(name.split('-')[0])) await rm(join(folder, digits, name), { force: true });
    },
  };
}

function placeOf(folder: string, hash: string, size: string): string {
  return join(folder, hash.slice(0, 2), `${hash}-${size}.webp`);
}

/**
 * Draws a content in a process of its own, which has no settings of the server, little time and few pixels. Empty where it cannot be drawn,
 * null where what draws is not installed.
 */
async function drawn(content: Readable, words: readonly string[]): Promise<Buffer | null> {
  const child = spawn(process.execPath, [`--max-old-space-size=${String(MEMORY_MB)}`, PROGRAM, ...words], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (child.pid !== undefined) yieldToOthers(child.pid);
  const made = buffer(child.stdout);
  made.catch(() => undefined);
  const sent = pipeline(content, child.stdin).catch((cause: unknown) => cause); // the process may end before it has read all
  const code = await ended;
  child.stdin.destroy();
  const failure = await sent;
  if (code === NO_LIBRARY) return null;
  if (code === 0) return made;
  if (content.errored !== null && content.errored === failure) throw content.errored; // the store is away: nothing is known of the content
  return Buffer.alloc(0);
}

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it has ended already
  }
}
