import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, makePrivateFolder } from '../../private-files.ts';
import { createFollowers } from '../database/changes.ts';
import { createKeptRow } from '../database/kept-row.ts';
import {
  type Database,
  type IndexWork,
  type ReadableDatabase,
  type SurveyLimits,
  surveyLimits,
} from '../database/database.ts';
import { FileGone, OtherSpecification, failureOf } from '../database/failure.ts';
import { READ_FINGERPRINT } from '../schema/meta.ts';
import type { Row, SqlValue } from '../sql/sql-value.ts';
import { quoted } from '../sql/names.ts';
import { type Statement, textOf } from '../sql/sql.ts';
import { type Connection, openConnection } from './connections/connection.ts';
import { SQLITE } from './dialect.ts';
import { prepareMoments } from './connections/moments.ts';
import { sqliteSnapshot } from './snapshot.ts';
import { countEntries, refreshStatistics } from './statistics.ts';
import { createSurveys } from './surveys.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** Opens a SQLite file that is there to look into it: nothing can be written, not even by mistake. */
export async function openSqliteReader(path: string): Promise<ReadableDatabase> {
  const reader = openConnection(path, { readOnly: true });
  return {
    read: { dialect: SQLITE, all: async (statement, values) => reader.all(textOf(statement), values) },
    snapshot: (work) => sqliteSnapshot(path, work),
    close: async () => reader.handle.close(),
  };
}

/** Whether another process has a SQLite file open. */
export function isInUse(path: string): boolean {
  const handle = new DatabaseSync(path, { timeout: 0 });
  try {
    handle.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (cause) {
    if (SQLITE.violation(cause)?.kind === 'busy') return true;
    throw cause;
  } finally {
    handle.close();
  }
}

/**
 * Opens or creates the SQLite file at `path` (its folder too, both for this account alone; SQLite gives the files beside it
 * the rights of the file): one connection writes, another reads, and processes of their own answer surveys. WAL, a sync at
 * every commit, foreign keys on.
 */
export async function openSqlite(path: string, limits: SurveyLimits = surveyLimits()): Promise<Database> {
  makePrivateFolder(dirname(path));
  makePrivateFile(path);
  const writer = openConnection(path);
  writer.exec('PRAGMA temp_store = FILE'); // what a savepoint may have to take back grows with a long transaction
  prepareMoments(writer);
  const reader = openConnection(path);
  const surveys = createSurveys(path, limits);
  const followers = createFollowers();
  let at = Date.now() * 1000; // a place of an earlier process is one from before
  const files = createFileWatch(path);
  const queue = createWriteQueue(writer, {
    before: files.look,
    after: (changes) => {
      if (changes.length === 0) return;
      at += 1;
      followers.publish({ at, changes });
    },
  });
  const kept = createKeptRow();
  const check = (connection: Connection): void => {
    if (kept.known() === null) return;
    if (kept.found(connection.all(READ_FINGERPRINT, [])[0]?.['value']) === 'other') throw new OtherSpecification();
  };
  /** A name that is unknown because the stored data follows another specification says so. */
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (SQLITE.isOtherShape(cause)) check(reader);
      throw cause;
    }
  };
  const read = (statement: Statement, values: readonly SqlValue[]): Promise<readonly Row[]> =>
    told(async () => reader.all(textOf(statement), values));
  let open = true;
  return {
    dialect: SQLITE,
    read: { dialect: SQLITE, all: read },
    snapshot: (work) => sqliteSnapshot(path, work),
    survey: (caller, work) => told(() => surveys.run(caller, work)),
    write: (work, _key, size) => queue.write(work, () => check(writer), size === 'repeated'),
    // one write runs at a time, and readers never wait
    alone: (work) =>
      queue.write((tx) => work({ ...tx, stopWrites: () => Promise.resolve(), apart: (part) => part(tx) })),
    indexing: (work) => work(createIndexWork(queue, writer, () => check(writer))),
    isServed: () => Promise.resolve(false),
    keepTo: kept.keepTo,
    followLimits: kept.followLimits,
    watched: kept.watched,
    look: async () => {
      try {
        files.look();
        check(reader);
        return null;
      } catch (cause) {
        if (cause instanceof OtherSpecification) return 'other_specification';
        return failureOf(SQLITE.violation(cause)) ?? 'storage_away';
      }
    },
    tidy: () => queue.write(async () => refreshStatistics(writer.handle)),
    follow: (listener) => {
      listener({ at, changes: [] });
      return followers.follow(listener);
    },
    close: async () => {
      if (!open) return;
      open = false;
      await Promise.all([queue.drained(), surveys.close()]);
      reader.handle.close();
      try {
        refreshStatistics(writer.handle);
      } catch (cause) {
        if (failureOf(SQLITE.violation(cause)) === null) throw cause; // statistics can wait for room and a disk that is written to
      } finally {
        writer.handle.close();
      }
    },
  };
}

/** An index is made in a transaction, in which nothing else is written. */
function createIndexWork(queue: WriteQueue, { handle }: Connection, check: () => void): IndexWork {
  const drop = (name: string): void => handle.exec(`DROP INDEX IF EXISTS ${quoted(name)}`);
  return {
    stopsWrites: true,
    make: (index) =>
      queue.write(async (tx) => {
        drop(index.name);
        await tx.run(SQLITE.schema.createIndex(index), []);
        countEntries(handle, index.name);
      }, check),
    drop: (name) => queue.write(async () => drop(name), check),
  };
}

/** Looks whether the files of a database are still those that were opened. */
export interface FileWatch {
  /** Throws `FileGone` where one is not: what is written to it would be lost with the process. */
  readonly look: () => void;
}

/** The file at `path` has to be there. Its log is known from the first look on that finds one. */
export function createFileWatch(path: string): FileWatch {
  const log = `${path}-wal`;
  const own = idOf(path);
  let ownLog = idOf(log);
  return {
    look: () => {
      if (idOf(path) !== own) throw new FileGone(`${path} is not the file that was opened`);
      const found = idOf(log);
      ownLog ??= found;
      if (found !== ownLog) throw new FileGone(`${log} is not the file that was opened`);
    },
  };
}

/** Which file lies at a path; null for none. */
function idOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${String(found.dev)} ${String(found.ino)}`;
}
