import type pg from 'pg';

const TABLES = `SELECT DISTINCT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND t.tgtype & 2 = 0 AND c.relnamespace = current_schema()::regnamespace`;

/** The tables with a trigger that runs after their writes: such a write may change rows of other tables. */
export interface TriggerTables {
  /** Asks the database once and remembers the answer. */
  find(): Promise<ReadonlySet<string>>;
  /** To be called when tables were changed. */
  forget(): void;
}

export function createTriggerTables(pool: pg.Pool): TriggerTables {
  let known: Promise<ReadonlySet<string>> | null = null;
  const ask = async (): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query<{ readonly name: string }>(TABLES);
    return new Set(rows.map(({ name }) => name));
  };
  return {
    find: async () => {
      known ??= ask();
      try {
        return await known;
      } catch (cause) {
        known = null;
        throw cause;
      }
    },
    forget: () => void (known = null),
  };
}
