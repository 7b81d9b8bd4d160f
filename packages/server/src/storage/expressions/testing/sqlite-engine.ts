import { SQLITE_EXPRESSIONS } from '../../sqlite/expressions/dialect.ts';
import type { Engine } from './engine.ts';
import { bindable, databaseOf } from './rows.ts';

const NOTHING = { user: [], team: [], ticket: [] };

/** SQLite in memory. */
export function sqliteEngine(): Engine {
  let database = databaseOf(NOTHING);
  return {
    dialect: SQLITE_EXPRESSIONS,
    fill: (rows) => {
      database.close();
      database = databaseOf(rows);
      return Promise.resolve();
    },
    all: (text, values) => {
      const statement = database.prepare(text);
      statement.setReadBigInts(true);
      return Promise.resolve(statement.all(...bindable(values)));
    },
    run: (text) => Promise.resolve(database.exec(text)),
    cent: '1',
    close: () => Promise.resolve(database.close()),
  };
}
