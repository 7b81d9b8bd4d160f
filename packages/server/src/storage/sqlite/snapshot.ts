import { textOf } from '../sql/sql.ts';
import type { Reader } from '../database/database.ts';
import { openConnection } from './connections/connection.ts';
import { SQLITE } from './dialect.ts';

/** One moment of a SQLite file, by a connection of its own that only reads. */
export async function sqliteSnapshot<T>(path: string, work: (reader: Reader) => Promise<T>): Promise<T> {
  const connection = openConnection(path, { readOnly: true });
  try {
    connection.exec('BEGIN');
    connection.all('SELECT count(*) FROM sqlite_schema', []); // the moment is that of the first look
    return await work({ dialect: SQLITE, all: async (statement, values) => connection.all(textOf(statement), values) });
  } finally {
    connection.handle.close();
  }
}
