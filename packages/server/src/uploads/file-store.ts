import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makePrivateFolder } from '../private-files.ts';

/** Part of a content: from its first byte to its last, both counted. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Where the contents of files lie, each once, by the SHA-256 of its bytes. */
export interface FileStore {
  /** Where it is, without keys; `folder` beside the data. */
  readonly name: string;
  /** Whether it can be used. Throws `FilesAway`, and a `StartFailure` where it refuses what is said in the setting. */
  look(): Promise<void>;
  /** Takes over a file of this disk as the content with this hash, which is on the disk for good then. */
  take(hash: string, file: string): Promise<void>;
  /** Reads a content, or part of it; null where it is not there. */
  read(hash: string, range: ByteRange | null): Promise<Readable | null>;
  remove(hash: string): Promise<void>;
  /** The hashes that begin with these two digits, with the time at which each content came last. */
  beginningWith(digits: string): Promise<readonly { readonly hash: string; readonly at: Date }[]>;
}

/** The name of the store beside the data. */
export const FOLDER = 'folder';

const HASH = /^[0-9a-f]{64}$/;

export function isHash(text: string): boolean {
  return HASH.test(text);
}

/** How many digits of a hash name the folder in which the content lies. */
const FOLDER_DIGITS = 2;

/** A store in a folder beside the data. */
export function createFolderStore(folder: string): FileStore {
  const placeOf = (hash: string): string => {
    if (!isHash(hash)) throw new TypeError('this is no hash');
    return join(folder, hash.slice(0, FOLDER_DIGITS), hash);
  };
  return {
    name: FOLDER,
    look: async () => undefined,
    take: async (hash, file) => {
      const place = placeOf(hash);
      makePrivateFolder(dirname(place));
      await rename(file, place); // also over one that is there: it came just now
      for (const changed of [dirname(place), folder]) await syncFolder(changed);
    },
    read: async (hash, range) => {
      const file = placeOf(hash);
      return existsSync(file)
        ? createReadStream(file, range === null ? {} : { start: range.from, end: range.to })
        : null;
    },
    remove: (hash) => rm(placeOf(hash), { force: true }),
    beginningWith: async (digits) => {
      const found = await readdir(join(folder, digits)).catch(() => []);
      const dated = found
        .filter((hash) => isHash(hash))
        .map(async (hash) => {
          const known = await stat(placeOf(hash)).catch(() => null);
          return known === null ? [] : [{ hash, at: known.mtime }];
        });
      return (await Promise.all(dated)).flat();
    },
  };
}

/** What stands in a folder is on the disk then. Systems that open no folders, as Windows, do it by themselves. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}

/** Where a store notes how much of the content in a file it has taken. */
export function memoOf(file: string): string {
  return `${file}.sent`;
}
