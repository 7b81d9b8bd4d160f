import { rightsFor, type Model } from '@ninefold/model';
import type { Database, Writer } from '../../storage/database/database.ts';
import { textOf, type Statement } from '../../storage/sql/sql.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';

/** What a database is asked by writes, while it is counted: statements, and rows that they give. */
export interface Counted {
  asked: number;
  given: number;
}

/** The same database, whose writes add to `counted`; `told` takes the text of each of their statements. */
export function counting(db: Database, counted: Counted, told: (text: string) => void = () => undefined): Database {
  const count = (statement: Statement): void => {
    counted.asked += 1;
    told(textOf(statement));
  };
  const writer = (tx: Writer): Writer => ({
    ...tx,
    all: async (statement, values) => {
      count(statement);
      const rows = await tx.all(statement, values);
      counted.given += rows.length;
      return rows;
    },
    run: (statement, values) => (count(statement), tx.run(statement, values)),
    later: (statement, values) => (count(statement), tx.later(statement, values)),
  });
  return { ...db, write: (work, key, size) => db.write((tx) => work(writer(tx)), key, size) };
}

/** An empty application whose writes are counted, and somebody who uses it. */
export interface Counting {
  readonly db: Database;
  readonly records: Records;
  readonly who: Caller;
  readonly counted: Counted;
}

/** Opens a database of a test for a model; the caller closes it. */
export async function openCounting(
  model: Model,
  now: string,
  followers: { readonly sendsMail?: boolean } = {},
): Promise<Counting> {
  const counted: Counted = { asked: 0, given: 0 };
  const db = await openTestDatabase();
  await migrate(db, model, [], { now });
  const records = createRecords(counting(db, counted), model, () => now, followers);
  const me = await records.me(await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: [] }));
  if (!me) throw new Error('nobody');
  return { db, records, counted, who: { me, rights: rightsFor(model, me.roles), via: 'screen' } };
}
