import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';

/** The users who edit each record now, on all servers of a database. Without a sign they are removed. */
export interface Presence {
  /** This user is editing the record. */
  note(record: RecordName, user: string): Promise<void>;
  /** The user has stopped. */
  leave(record: RecordName, user: string): Promise<void>;
  /** Ids of those who gave a sign lately, in the order in which they began. */
  editing(record: RecordName): Promise<readonly string[]>;
  /** Drops signs that count no more. */
  forget(): Promise<void>;
}

/** Which record: its entity and its id. */
export interface RecordName {
  readonly entity: string;
  readonly id: string;
}

export const PRESENCE_TABLE: TableShape = {
  name: '_presence',
  columns: [
    textColumn('id', KEY),
    textColumn('record', REQUIRED),
    textColumn('user', REQUIRED),
    textColumn('began_at', REQUIRED),
    textColumn('at', REQUIRED),
  ],
  key: [],
};

const LAST = 'SELECT "at" FROM "_presence" WHERE "id" = ?';
const NOTE = `INSERT INTO "_presence" ("id", "record", "user", "began_at", "at") VALUES (?, ?, ?, ?, ?)
  ON CONFLICT ("id") DO UPDATE SET "at" = excluded."at",
    "began_at" = CASE WHEN "_presence"."at" < ? THEN excluded."began_at" ELSE "_presence"."began_at" END`;
const LEAVE = 'DELETE FROM "_presence" WHERE "id" = ?';
const EDITING = 'SELECT "user" FROM "_presence" WHERE "record" = ? AND "at" >= ? ORDER BY "began_at", "id"';
const FORGET = 'DELETE FROM "_presence" WHERE "at" < ?';

/** Signs in the table `_presence`, which must exist. A user counts as editing for `seconds` after their last sign. */
export function createPresence(db: Database, seconds: number, clock: Clock): Presence {
  const ago = (part: number): string => new Date(Date.parse(clock()) - seconds * 1000 * part).toISOString();
  const nameOf = ({ entity, id }: RecordName): string => `${entity} ${id}`;
  return {
    note: async (record, user) => {
      const name = nameOf(record);
      const id = `${name} ${user}`;
      const [last] = await db.read.all(LAST, [id]);
      if (last && String(last['at']) > ago(1 / 3)) return; // the last sign still counts for long enough
      const now = clock();
      await db.write((tx) => tx.run(NOTE, [id, name, user, now, now, ago(1)]), id);
    },
    leave: async (record, user) => {
      const id = `${nameOf(record)} ${user}`;
      await db.write((tx) => tx.run(LEAVE, [id]), id);
    },
    editing: async (record) => {
      const rows = await db.read.all(EDITING, [nameOf(record), ago(1)]);
      return rows.map((row) => String(row['user']));
    },
    forget: async () => {
      await db.write((tx) => tx.run(FORGET, [ago(1)]));
    },
  };
}
