import { constants } from 'node:fs';
import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { runtimeLimit, type Model, type UploadAnswer } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import { fileHash } from '../file-hash.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../private-files.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database/database.ts';
import { FilesAway } from '../storage/database/failure.ts';
import type { Row } from '../storage/sql/sql-value.ts';
import { isLeft } from '../thrown.ts';
import { newId } from '../uuid.ts';
import type { FileCheck } from './file-check.ts';
import type { FileStore } from './file-store.ts';
import { noteComing } from './going.ts';
import { sweepFiles, type Swept } from './sweep-files.ts';
import type { Previews } from './previews.ts';
import { safeName } from './safe-name.ts';
import { prepared, removeParts } from './whole-file.ts';

/** What takes files in, piece by piece. Only who began a file learns of it (`not_found`) and goes on with it. */
export interface Uploads {
  /** Begins a file of this size in bytes. Throws `too_large`, and `too_many_uploads` where too many of theirs are in no record. */
  begin(sender: string, file: { readonly name: string; readonly size: number }): Promise<UploadAnswer>;
  /**
   * Goes on with it at the byte `from`. Throws `bad_parameter` where that is not where it goes on, which `state` says. Where all of it is
   * here and the store could not take it, a piece of no bytes tries that again.
   */
  append(sender: string, id: string, from: number, body: Readable): Promise<UploadAnswer>;
  state(sender: string, id: string): Promise<UploadAnswer>;
  /** The hash of a whole file, by which its content is read; null where there is none. Asks no rights. */
  hashOf(id: string): Promise<string | null>;
  /** Tries to end the files that are all here and could not be checked or stored. */
  endHeld(): Promise<void>;
  /** Forgets what nothing refers to. */
  sweep(): Promise<Swept>;
  /** Forgets a file that is in no record. */
  cancel(sender: string, id: string): Promise<void>;
}

/** So many files of a sender may be in no record: they cannot fill the disk. */
const MOST_LOOSE = 50;

const BEGIN = 'INSERT INTO "_file" ("id", "name", "size", "sender", "at") VALUES (?, ?, ?, ?, ?)';
const FIND_HELD = 'SELECT "name", "size", "type", "sender" FROM "_file" WHERE "id" = ?';
const FIND = `${FIND_HELD} AND "sender" = ?`;
const HASH = 'SELECT "hash" FROM "_file" WHERE "id" = ? AND "type" IS NOT NULL';
const END = 'UPDATE "_file" SET "type" = ? WHERE "id" = ?';
const LOOSE = 'NOT EXISTS (SELECT 1 FROM "_file_use" u WHERE u."file" = "_file"."id")';
const COUNT = `SELECT count(*) AS "n" FROM "_file" WHERE "sender" = ? AND ${LOOSE}`;
const CANCEL = `DELETE FROM "_file" WHERE "id" = ? AND "sender" = ? AND ${LOOSE}`;

/** What uploads need: `filesFolder` takes what is arriving, on the disk of the store beside the data. */
interface UploadParts {
  readonly db: Database;
  readonly model: Model;
  readonly clock: Clock;
  readonly store: FileStore;
  readonly previews: Previews;
  readonly filesFolder: string;
  /** Looks at each file before anybody sees it; null: nothing does. */
  readonly fileCheck: FileCheck | null;
  readonly log: (line: string) => void;
}

/** Files of the table `_file`, which must exist. */
export function createUploads(parts: UploadParts): Uploads {
  const { db, model, clock, store, previews } = parts;
  const folder = join(parts.filesFolder, 'arriving');
  const most = runtimeLimit(model, 'upload_bytes');
  const partOf = (id: string): string => join(folder, `${id}.part`);
  const forgetPart = (id: string): Promise<void> => removeParts(folder, id);
  const arriving = new Map<string, Arriving>();

  const found = async (sender: string, id: string): Promise<Begun> => {
    const [row] = await db.read.all(FIND, [id, sender]);
    if (row === undefined) throw new Refusal('not_found');
    return begunIn(id, row);
  };
  const answerOf = async (file: Begun): Promise<UploadAnswer> =>
    answered(file, file.type === null ? await sizeOf(partOf(file.id)) : file.size);
  const forget = async ({ id, sender }: Begun): Promise<void> => {
    const { changes } = await db.write((tx) => tx.run(CANCEL, [id, sender]), id);
    if (changes > 0) await forgetPart(id); // a content that others may have stays until it is swept
  };
  const ended = ending(parts, folder, forget);

  return {
    begin: async (sender, { name, size }) => {
      if (size > most) throw new Refusal('too_large', { params: { max: most } });
      const id = newId(clock());
      const file: Begun = { id, name: safeName(name), size, type: null, sender };
      await noteBegun(db, file, clock());
      makePrivateFolder(folder);
      await (await open(partOf(id), 'a', PRIVATE_FILE)).close();
      return size === 0 ? ended(file) : answered(file, 0);
    },
    append: async (sender, id, from, body) => {
      const file = await found(sender, id);
      await arriving.get(id)?.stop();
      makePrivateFolder(folder);
      const received = file.type === null ? await sizeOf(partOf(id)) : file.size;
      if (file.type !== null || from !== received || arriving.has(id))
        throw new Refusal('bad_parameter', { params: { parameter: 'from' } });
      const piece = takeIn(body, partOf(id), { from, size: file.size });
      arriving.set(id, piece);
      try {
        const bytes = await piece.done;
        return bytes === file.size ? await ended(file) : answered(file, bytes);
      } finally {
        if (arriving.get(id) === piece) arriving.delete(id);
      }
    },
    state: async (sender, id) => answerOf(await found(sender, id)),
    hashOf: (id) => hashIn(db, id),
    sweep: () => sweepFiles({ db, model, clock, store, previews, forgetPart }),
    cancel: async (sender, id) => {
      const file = await found(sender, id);
      await arriving.get(id)?.stop();
      await forget(file);
    },
    endHeld: async () => {
      for (const id of await partsIn(folder)) {
        const [row] = await db.read.all(FIND_HELD, [id]);
        if (row === undefined || arriving.has(id)) continue;
        const file = begunIn(id, row);
        if (file.type !== null) await forgetPart(id); // it was killed before it could
        if (file.type !== null || (await sizeOf(partOf(id))) !== file.size) continue;
        const ending = ended(file).then(() => undefined, refusedQuietly);
        arriving.set(id, { done: ending.then(() => file.size), stop: async () => undefined });
        await ending.finally(() => arriving.delete(id));
      }
    },
  };
}

/** A file that was begun; `type` is null until it is whole. */
interface Begun extends Omit<UploadAnswer, 'received'> {
  readonly sender: string;
}

function begunIn(id: string, row: Row): Begun {
  const type = row['type'] === null ? null : String(row['type']);
  return { id, name: String(row['name']), size: Number(row['size']), type, sender: String(row['sender']) };
}

function answered({ id, name, size, type }: Begun, received: number): UploadAnswer {
  return { id, name, size, type, received };
}

/** What ends a file that is all here, unless another server has ended it meanwhile. */
function ending(parts: UploadParts, folder: string, forget: (file: Begun) => Promise<void>) {
  const { db, clock, store } = parts;
  const check = checking(parts);
  const end = async (file: Begun): Promise<UploadAnswer> => {
    const { whole, type } = await prepared(folder, join(folder, `${file.id}.part`), file);
    await check(file, whole, () => forget(file));
    const hash = await fileHash(whole);
    await noteComing(db, clock, file.id, hash);
    await store.take(hash, whole);
    await db.write((tx) => tx.run(END, [type, file.id]), file.id);
    await removeParts(folder, file.id);
    return answered({ ...file, type }, file.size);
  };
  return (file: Begun): Promise<UploadAnswer> =>
    end(file).catch(async (cause: unknown) => {
      const [row] = await db.read.all(FIND_HELD, [file.id]);
      const now = row && begunIn(file.id, row);
      if (now === undefined || now.type === null) throw cause;
      return answered(now, now.size);
    });
}

/** Has a file checked. One that is refused is forgotten and told of, one that cannot be checked waits. Throws for both. */
function checking({ fileCheck, log }: Pick<UploadParts, 'fileCheck' | 'log'>) {
  let isAway = false;
  return async ({ id, sender }: Begun, part: string, forget: () => Promise<void>): Promise<void> => {
    if (fileCheck === null) return;
    const { is, said } = await fileCheck(part);
    if (is === 'unknown') {
      if (!isAway) log(`Files cannot be checked (${said}). They wait until they can be.`);
      isAway = true;
      throw new Refusal('file_not_checked');
    }
    if (isAway) log('Files can be checked again.');
    isAway = false;
    if (is === 'clean') return;
    await forget();
    log(`The file ${id} that the user ${sender} has sent was refused by the check, and deleted (${said}).`);
    throw new Refusal('file_refused');
  };
}

/** What keeps a file from its end was told of already; the next round tries again. */
function refusedQuietly(cause: unknown): void {
  if (!(cause instanceof Refusal) && !(cause instanceof FilesAway)) throw cause;
}

/** The hash of a whole file, by which its content is read; null where there is none. Asks no rights. */
export async function hashIn(db: Pick<Database, 'read'>, id: string): Promise<string | null> {
  const [row] = await db.read.all(HASH, [id]);
  return typeof row?.['hash'] === 'string' ? row['hash'] : null;
}

async function noteBegun(db: Database, { id, name, size, sender }: Begun, at: string): Promise<void> {
  await db.write(async (tx) => {
    const [row] = await tx.all(COUNT, [sender]);
    if (Number(row?.['n'] ?? 0) >= MOST_LOOSE) throw new Refusal('too_many_uploads', { params: { max: MOST_LOOSE } });
    await tx.run(BEGIN, [id, name, size, sender, at]);
  }, `uploads of ${sender}`);
}

/** The ids of the files that are arriving in a folder. */
async function partsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => /^([\da-f-]{36})\.part$/.exec(name)?.[1] ?? []);
}

/** A piece that is being written. */
interface Arriving {
  /** How many bytes of the file are here. */
  readonly done: Promise<number>;
  /** Ends it where it is, and waits for that. */
  stop(): Promise<void>;
}

function takeIn(body: Readable, part: string, place: { readonly from: number; readonly size: number }): Arriving {
  const done = writePiece(body, part, place);
  return {
    done,
    stop: async () => {
      body.destroy();
      await done.catch(() => null);
    },
  };
}

/**
 * Writes what comes to its place in the file, each piece before the next is taken: what a lost connection still brings at another server
 * stands where it stands already. A body that is longer than the file is left unread behind its end.
 */
async function writePiece(
  body: Readable,
  part: string,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<number> {
  const written = await open(part, constants.O_WRONLY | constants.O_CREAT, PRIVATE_FILE);
  let bytes = from;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a body is bytes');
      if (bytes + chunk.length > size) throw new Refusal('too_large', { params: { max: size } });
      await writeAt(written, chunk, bytes);
      bytes += chunk.length;
    }
    await written.datasync();
    return bytes;
  } catch (cause) {
    throw isLeft(cause) || body.destroyed ? new Refusal('bad_request', { cause }) : cause;
  } finally {
    await written.close();
  }
}

async function writeAt(file: FileHandle, chunk: Buffer, at: number): Promise<void> {
  for (let done = 0; done < chunk.length; )
    done += (await file.write(chunk, done, chunk.length - done, at + done)).bytesWritten;
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}
