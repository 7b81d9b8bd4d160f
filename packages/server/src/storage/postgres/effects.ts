import type pg from 'pg';
import { quoted } from '../names.ts';

const TABLES = `SELECT DISTINCT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND t.tgtype & 2 = 0 AND c.relnamespace = current_schema()::regnamespace`;

/** Knows tables whose writes change rows of others: those with a trigger that runs after them. */
export interface Effects {
  has(): Promise<(table: string) => boolean>;
  /** Tables were made anew. */
  forget(): void;
}

export function createEffects(pool: pg.Pool): Effects {
  let known: Promise<ReadonlySet<string>> | null = null;
  const find = async (): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query<{ readonly name: string }>(TABLES);
    return new Set(rows.map(({ name }) => quoted(name)));
  };
  return {
    has: async () => {
      known ??= find();
      try {
        const tables = await known;
        return (table) => tables.has(table);
      } catch (cause) {
        known = null;
        throw cause;
      }
    },
    forget: () => void (known = null),
  };
}
