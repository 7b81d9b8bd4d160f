import type { Database, Writer } from '../../storage/database/database.ts';
import { textOf, type Statement } from '../../storage/sql/sql.ts';

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
