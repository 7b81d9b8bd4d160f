import type { Noted } from '../audit/noted.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../uuid.ts';
import { DEPUTY_TABLE } from '../storage/schema/deputy-table.ts';
import type { Database, Writer } from '../storage/database/database.ts';
import { argument, sql, table, type Sql } from '../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../storage/sql/writes.ts';

/** Who may press in the place of whom, from one day to another (`2026-03-05`), both included. */
export interface Deputyship {
  readonly id: string;
  readonly person: string;
  readonly deputy: string;
  readonly from: string;
  readonly until: string;
}

/** The deputies whom people have named. */
export interface DeputyStore {
  /**
   * Names a deputy from a day on; null where the person has `most` already that have not ended before `today`. Those that have ended
   * are forgotten.
   */
  name(
    wanted: Omit<Deputyship, 'id'>,
    bounds: { readonly today: string; readonly most: number },
    noted: Noted,
  ): Promise<Deputyship | null>;
  /** Ends one that this person has named; null where there is none. */
  end(id: string, person: string, noted: (ended: Deputyship) => Noted): Promise<Deputyship | null>;
  /** Those that have not ended before a day, of this person and for whom this person is the deputy, the soonest first. */
  of(user: string, today: string): Promise<readonly Deputyship[]>;
}

const COLUMNS = ['id', 'person', 'deputy', 'from', 'until'];
const INSERT = insertInto(DEPUTY_TABLE.name, 'id', columnsGiven(COLUMNS));
const SELECTED = sql`SELECT "id", "person", "deputy", "from", "until" FROM ${table(DEPUTY_TABLE.name)}`;
const OWN = sql`${SELECTED} WHERE "person" = ${argument(0)} AND "until" >= ${argument(1)} ORDER BY "from", "id"`;
const FOR_OTHERS = sql`${SELECTED} WHERE "deputy" = ${argument(0)} AND "until" >= ${argument(1)} ORDER BY "from", "id"`;
const ONE = sql`${SELECTED} WHERE "id" = ${argument(0)} AND "person" = ${argument(1)}`;
const deleted = (of: Sql): Sql => sql`DELETE FROM ${target(DEPUTY_TABLE.name, null)} WHERE ${of}`;
const REMOVE = deleted(sql`"id" = ${argument(0)}`);
const FORGET = deleted(sql`"person" = ${argument(0)} AND "until" < ${argument(1)}`);

/** Deputies in the table `_deputy`, which must exist. */
export function createDeputyStore(db: Database, clock: Clock): DeputyStore {
  return {
    name: (wanted, { today, most }, noted) =>
      db.write(async (tx) => {
        await tx.run(FORGET, [wanted.person, today]);
        if ((await tx.all(OWN, [wanted.person, today])).length >= most) return null;
        const named = { id: newId(clock()), ...wanted };
        const { id, person, deputy, from, until } = named;
        await tx.run(INSERT, [id, person, deputy, from, until]);
        told(tx, named, noted);
        return named;
      }),
    end: (id, person, noted) =>
      db.write(async (tx) => {
        const [row] = await tx.all(ONE, [id, person]);
        if (row === undefined) return null;
        const ended = deputyshipOf(row);
        await tx.run(REMOVE, [id]);
        told(tx, ended, noted(ended));
        return ended;
      }),
    of: async (user, today) => {
      const [own, forOthers] = await Promise.all([OWN, FOR_OTHERS].map((found) => db.read.all(found, [user, today])));
      return [...(own ?? []), ...(forOthers ?? [])].map(deputyshipOf);
    },
  };
}

/** Keeps the act in the log, and tells open pages and other servers that what the deputy may do has changed. */
function told(tx: Writer, { deputy }: Deputyship, noted: Noted): void {
  noted(tx);
  tx.changed({ entity: 'user', id: deputy });
}

function deputyshipOf(row: Readonly<Record<string, unknown>>): Deputyship {
  return {
    id: String(row['id']),
    person: String(row['person']),
    deputy: String(row['deputy']),
    from: String(row['from']),
    until: String(row['until']),
  };
}
