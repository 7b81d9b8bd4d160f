import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorId, StoredFile } from '@ninefold/model';
import type { AttachedFile } from '@ninefold/spec';
import type { Clock } from '../clock.ts';
import { fileHash } from '../file-hash.ts';
import { makePrivateFolder } from '../private-files.ts';
import type { Writer } from '../storage/database/database.ts';
import { newId } from '../uuid.ts';
import type { FileCheck } from './file-check.ts';
import type { FileStore } from './file-store.ts';
import { refuseGoing } from './going.ts';
import { safeName } from './safe-name.ts';
import { prepared, removeParts } from './whole-file.ts';

/** A file that was taken in, with the hash of its content; or why it was not. */
export type Taken =
  | { readonly file: Omit<StoredFile, 'id'>; readonly hash: string }
  | { readonly refused: Extract<ErrorId, 'no_such_file' | 'file_refused' | 'file_not_checked'> };

/** Takes in what cells of data files name. */
export interface TakeAttached {
  /** Stores the content, in a transaction that runs alone: nothing takes it away before the end. Throws `FilesAway`. */
  content(tx: Writer, attached: AttachedFile): Promise<Taken>;
  /** Notes a file with that content. Answers its id. */
  note(tx: Writer, taken: Extract<Taken, { readonly file: unknown }>): string;
}

/** `folder`: of the specification. `filesFolder`: where what is arriving lies. */
export interface AttachedPlace {
  readonly folder: string;
  readonly filesFolder: string;
  /** The store, once contents may be put into it. */
  readonly store: (tx: Writer) => Promise<FileStore>;
  readonly fileCheck: FileCheck | null;
  readonly clock: Clock;
}

/** Stands for the sender of a file that no user has sent, and names what is made of it on the way. */
const DATA = 'data';
const NOTE = `INSERT INTO "_file" ("id", "name", "size", "type", "hash", "sender", "at") VALUES (?, ?, ?, ?, ?, '${DATA}', ?)`;

/** A file is looked at, checked and stored as if somebody had sent it. */
export function createTakeAttached({ folder, filesFolder, store, fileCheck, clock }: AttachedPlace): TakeAttached {
  const arriving = join(filesFolder, 'arriving');
  return {
    content: async (tx, { attached, hash: known }) => {
      const source = join(folder, ...attached.split('/'));
      if ((await fileHash(source).catch(() => null)) !== known) return { refused: 'no_such_file' };
      makePrivateFolder(arriving);
      await removeParts(arriving, DATA); // of a start that was killed
      const name = safeName(attached);
      const { whole, type } = await prepared(arriving, source, { id: DATA, name });
      const verdict = fileCheck === null ? 'clean' : (await fileCheck(whole)).is;
      if (verdict !== 'clean') {
        await removeParts(arriving, DATA);
        return { refused: verdict === 'refused' ? 'file_refused' : 'file_not_checked' };
      }
      const { size } = await stat(whole);
      const hash = await fileHash(whole);
      await refuseGoing(tx, clock, hash);
      await (await store(tx)).take(hash, whole);
      await removeParts(arriving, DATA);
      return { file: { name, size, type }, hash };
    },
    note: (tx, { file: { name, size, type }, hash }) => {
      const id = newId(clock());
      tx.later(NOTE, [id, name, size, type, hash, clock()]);
      return id;
    },
  };
}
