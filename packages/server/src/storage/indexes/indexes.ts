import type { Model } from '@ninefold/model';
import type { Database } from '../database/database.ts';
import { readIndexRows, removeIndexRow, useIndexShape, writeIndexRow, type IndexRow } from './index-rows.ts';
import type { Indexes } from './index-entry.ts';
import { listIndexes } from './list-indexes.ts';

/** What the indexes of an application stand on. */
export interface IndexParts {
  readonly db: Database;
  readonly model: Model;
  /** RFC 3339 UTC. */
  readonly clock: () => string;
}

/** Whose turn among surveys the list of indexes takes. */
const OPERATOR = 'indexes';

/** The indexes of a database that follows this model. */
export function createIndexes({ db, model, clock }: IndexParts): Indexes {
  const find = async (name: string): Promise<IndexRow | undefined> =>
    (await readIndexRows(db.read)).find((row) => row.name === name);
  return {
    list: () => db.survey(OPERATOR, (reader) => listIndexes(reader, model, clock())),
    rule: async (name, ruling) => {
      const row = await find(name);
      if (row === undefined) return false;
      await db.write((tx) => writeIndexRow(tx, { ...row, ruling }), name);
      if (ruling === 'refused' && row.madeAt !== null) await dropIndex(db, { ...row, ruling });
      return true;
    },
    make: async (name) => {
      const row = await find(name);
      if (row === undefined) return false;
      if (row.madeAt === null)
        await makeIndex(db, { ...row, ruling: row.ruling === 'refused' ? null : row.ruling }, clock());
      return true;
    },
  };
}

/** Makes an index and notes that it is there; false where another server is at such work. */
export async function makeIndex(db: Database, row: IndexRow, now: string): Promise<boolean> {
  const done = await db.indexing(async (work) => {
    await db.write((tx) => writeIndexRow(tx, { ...row, madeAt: null, givenUpAt: null }), row.name);
    await work.make(useIndexShape(row));
    await db.write((tx) => writeIndexRow(tx, { ...row, madeAt: now, givenUpAt: null }), row.name);
    return true;
  });
  return done === true;
}

/** Drops an index and notes that it is gone; one without a ruling that did not fail is forgotten. */
export async function dropIndex(db: Database, row: IndexRow): Promise<boolean> {
  const isForgotten = row.ruling === null && row.givenUpAt === null;
  const done = await db.indexing(async (work) => {
    await work.drop(row.name);
    await db.write(
      (tx) => (isForgotten ? removeIndexRow(tx, row.name) : writeIndexRow(tx, { ...row, madeAt: null })),
      row.name,
    );
    return true;
  });
  return done === true;
}
