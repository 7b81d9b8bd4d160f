import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { openConnection } from '../packages/server/src/storage/sqlite/connections/connection.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A database that is filled. */
export interface Store {
  /** `text` has a `?` for each value. */
  all(text: string, values: readonly string[]): Promise<readonly Row[]>;
  insert(table: string, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  /** Makes statistics and closes the database. */
  finish(): Promise<void>;
  /** Closes the database; what was inserted is lost. */
  close(): Promise<void>;
}

/** The first column of what a statement gives. */
export async function texts(store: Store, text: string, ...values: readonly string[]): Promise<readonly string[]> {
  return (await store.all(text, values)).map((row) => String(Object.values(row)[0]));
}

/** A SQLite file with the functions that the product's triggers call. */
export function sqliteStore(path: string, schema = ''): Store {
  const handle: DatabaseSync = openConnection(path).handle;
  handle.exec(schema);
  handle.exec('BEGIN');
  return {
    all: async (text, values) => handle.prepare(text).all(...values),
    insert: async (table, columns, rows) => {
      const names = columns.map((name) => `"${name}"`).join(', ');
      const insert = handle.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
      for (const row of rows) insert.run(...columns.map((name) => (row[name] ?? null) as SQLInputValue));
    },
    finish: async () => {
      handle.exec('COMMIT; ANALYZE');
      handle.close();
    },
    close: async () => handle.close(),
  };
}

/** A schema of a PostgreSQL. */
export async function postgresStore(url: string, schema = ''): Promise<Store> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  if (schema !== '') await client.query(schema);
  return {
    all: async (text, values) => {
      let n = 0;
      return (
        await client.query<Row>(
          text.replace(/\?/g, () => `$${String((n += 1))}`),
          [...values],
        )
      ).rows;
    },
    insert: async (table, columns, rows) => {
      const names = columns.map((name) => `"${name}"`).join(', ');
      const text = `INSERT INTO "${table}" (${names}) SELECT ${names} FROM jsonb_populate_recordset(null::"${table}", $1::jsonb)`;
      await client.query(text, [JSON.stringify(rows)]);
    },
    finish: async () => {
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
    close: () => client.end(),
  };
}
