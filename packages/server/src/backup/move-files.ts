import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { rm } from 'node:fs/promises';
import { makePrivateFolder, PRIVATE_FILE } from '../private-files.ts';
import { noteWhereFilesLie, openFiles, refuseFilesElsewhere } from '../start/open-files.ts';
import { filesOf, openToRestore, startFailureOf, type DataPlace } from '../start/open-place.ts';
import { StartFailure } from '../start-failure.ts';
import type { Database } from '../storage/database/database.ts';
import type { Row } from '../storage/sql/sql-value.ts';
import type { FileStore } from '../uploads/file-store.ts';

/** What a move has done. */
export interface MovedFiles {
  readonly from: string;
  readonly to: string;
  /** Contents that were copied. */
  readonly copied: number;
  /** Contents that lay there already. */
  readonly there: number;
  /** Contents that are not where they should be, by their hashes: their files cannot be read anyway. */
  readonly missing: readonly string[];
}

const HASHES = `SELECT DISTINCT "hash" FROM "_file" WHERE "hash" > ? AND "type" IS NOT NULL ORDER BY "hash" LIMIT 500`;

/**
 * Copies the contents of files from the store `from` to the one of the place, each checked by its hash, and notes that they lie there.
 * What was copied before it was stopped is not copied again. The contents stay in the former store, too. Throws a `StartFailure` where a
 * server uses the data, a store cannot be reached, or the contents lie elsewhere.
 */
export async function moveFiles(
  place: DataPlace,
  from: DataPlace['files'],
  log: (line: string) => void,
): Promise<MovedFiles> {
  const [source, target] = [await openFiles({ ...place, files: from ?? null }, log), await openFiles(place, log)];
  if (source.name === target.name) throw new StartFailure('files_same');
  try {
    for (const store of [source, target]) await store.look();
    const database = await openToRestore(place, log);
    try {
      await refuseFilesElsewhere(database.read, source);
      const moved = await copyAll(database, { source, target, folder: join(filesOf(place), 'arriving') });
      await database.write((tx) => noteWhereFilesLie(tx, target), 'files');
      return { from: source.name, to: target.name, ...moved };
    } finally {
      await database.close();
    }
  } catch (cause) {
    throw startFailureOf(cause, place);
  }
}

interface Between {
  readonly source: FileStore;
  readonly target: FileStore;
  /** Where a content lies on its way. */
  readonly folder: string;
}

async function copyAll(
  { read }: Database,
  { source, target, folder }: Between,
): Promise<Pick<MovedFiles, 'copied' | 'there' | 'missing'>> {
  makePrivateFolder(folder);
  const missing: string[] = [];
  const count = { copied: 0, there: 0 };
  let known: { readonly digits: string; readonly hashes: ReadonlySet<string> } = { digits: '', hashes: new Set() };
  for (let after: string | null = ''; after !== null; ) {
    const rows: readonly Row[] = await read.all(HASHES, [after]);
    for (const { hash: value } of rows) {
      const hash = String(value);
      const digits = hash.slice(0, 2);
      if (known.digits !== digits)
        known = { digits, hashes: new Set((await target.beginningWith(digits)).map((content) => content.hash)) };
      if (known.hashes.has(hash)) count.there += 1;
      else if (await copy(hash, { source, target, folder })) count.copied += 1;
      else missing.push(hash);
    }
    after = rows.length === 0 ? null : String(rows.at(-1)?.['hash']);
  }
  return { ...count, missing };
}

/** Copies one content; false where it is missing, or is another than its hash says. */
async function copy(hash: string, { source, target, folder }: Between): Promise<boolean> {
  const content = await source.read(hash, null);
  if (content === null) return false;
  const part = join(folder, `${hash}.part`);
  const digest = createHash('sha256');
  const taken = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      digest.update(chunk);
      yield chunk;
    }
  };
  await pipeline(content, taken, createWriteStream(part, { mode: PRIVATE_FILE }));
  const isWhole = digest.digest('hex') === hash;
  if (isWhole) await target.take(hash, part);
  await rm(part, { force: true });
  return isWhole;
}
