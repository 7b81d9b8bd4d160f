import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Writer } from '../storage/database/database.ts';
import { LOOK_TABLE, VIEW_TABLE } from '../storage/schema/view-tables.ts';
import { argument, raw, sql, table, type Sql } from '../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../storage/sql/writes.ts';
import { newId } from '../uuid.ts';

/** A view as it is kept; `person` is null where it is shared. */
export interface KeptView {
  readonly id: string;
  readonly person: string | null;
  readonly screen: string;
  readonly name: string;
  readonly query: string;
  /** JSON. */
  readonly look: string;
  readonly version: number;
}

/** What a view is made of. */
export type NewView = Omit<KeptView, 'id' | 'version'>;

/** The views of lists, and how people want to see lists. */
export interface ViewStore {
  /** The person's own views and the shared ones, by name. */
  of(person: string): Promise<readonly KeptView[]>;
  /** Of the same one. */
  one(person: string, id: string): Promise<KeptView | null>;
  /** Null where there are `most` of that person, or shared ones, already. */
  add(view: NewView, madeBy: string, most: number): Promise<KeptView | null>;
  /** Throws `changed_meanwhile` where it has another version by now, `not_found` where it is gone. */
  change(old: KeptView, next: NewView): Promise<KeptView>;
  remove(old: KeptView): Promise<void>;
  /** By screen or view, as JSON. */
  looks(person: string): Promise<ReadonlyMap<string, string>>;
  /** Null forgets it. */
  setLook(person: string, of: string, look: string | null): Promise<void>;
}

const COLUMNS = ['person', 'id', 'screen', 'name', 'query', 'look', 'made_by', 'version'];
const SELECTED = sql`SELECT ${raw(COLUMNS.map((name) => `v."${name}"`).join(', '))} FROM ${table(VIEW_TABLE.name)} v`;
/** Shared ones are nobody's. */
const SHARED = '';
const OF = sql`${SELECTED} WHERE v."person" IN (${argument(0)}, '') ORDER BY v."name", v."id"`;
const ONE = sql`${SELECTED} WHERE v."person" IN (${argument(0)}, '') AND v."id" = ${argument(1)}`;
const EXACT = sql`${SELECTED} WHERE v."person" = ${argument(0)} AND v."id" = ${argument(1)}`;
const INSERT = insertInto(VIEW_TABLE.name, 'id', columnsGiven(COLUMNS));
const deleted = (from: string, where: Sql): Sql => sql`DELETE FROM ${target(from, null)} WHERE ${where}`;
const REMOVE = deleted(VIEW_TABLE.name, sql`"person" = ${argument(0)} AND "id" = ${argument(1)}`);
const LOOKS = sql`SELECT l."of", l."look" FROM ${table(LOOK_TABLE.name)} l WHERE l."person" = ${argument(0)}`;
const SET_LOOK = sql`INSERT INTO ${target(LOOK_TABLE.name, null)} ("person", "of", "look")
  VALUES (${argument(0)}, ${argument(1)}, ${argument(2)}) ON CONFLICT ("person", "of") DO UPDATE SET "look" = excluded."look"`;
const FORGET_LOOK = deleted(LOOK_TABLE.name, sql`"person" = ${argument(0)} AND "of" = ${argument(1)}`);

/** Views in the tables `_view` and `_look`, which must exist. */
export function createViewStore(db: Database, clock: Clock): ViewStore {
  return {
    of: async (person) => (await db.read.all(OF, [person])).map(keptView),
    one: async (person, id) => (await db.read.all(ONE, [person, id])).map(keptView)[0] ?? null,
    add: (view, madeBy, most) =>
      db.write(async (tx) => {
        const space = view.person ?? SHARED;
        const there = (await tx.all(OF, [space])).filter((row) => row['person'] === space);
        if (there.length >= most) return null;
        return insert(tx, { ...view, id: newId(clock()), version: 1 }, madeBy);
      }),
    change: (old, next) =>
      db.write(async (tx) => {
        const [row] = await tx.all(EXACT, [old.person ?? SHARED, old.id]);
        if (row === undefined) throw new Refusal('not_found');
        if (keptView(row).version !== old.version) throw new Refusal('changed_meanwhile');
        await tx.run(REMOVE, [old.person ?? SHARED, old.id]);
        return insert(tx, { ...next, id: old.id, version: old.version + 1 }, String(row['made_by']));
      }),
    remove: ({ person, id }) => db.write(async (tx) => void (await tx.run(REMOVE, [person ?? SHARED, id]))),
    looks: async (person) =>
      new Map((await db.read.all(LOOKS, [person])).map((row) => [String(row['of']), String(row['look'])])),
    setLook: (person, of, look) =>
      db.write(
        async (tx) =>
          void (await (look === null ? tx.run(FORGET_LOOK, [person, of]) : tx.run(SET_LOOK, [person, of, look]))),
      ),
  };
}

async function insert(tx: Writer, view: KeptView, madeBy: string): Promise<KeptView> {
  const { person, id, screen, name, query, look, version } = view;
  await tx.run(INSERT, [person ?? SHARED, id, screen, name, query, look, madeBy, version]);
  return view;
}

function keptView(row: Readonly<Record<string, unknown>>): KeptView {
  const text = (name: string): string => String(row[name]);
  return {
    id: text('id'),
    person: text('person') === SHARED ? null : text('person'),
    ...{ screen: text('screen'), name: text('name'), query: text('query'), look: text('look') },
    version: Number(row['version']),
  };
}
