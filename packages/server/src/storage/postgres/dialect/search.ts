import { quoted, shortName } from '../../sql/names.ts';
import { column, name, sql, table } from '../../sql/sql.ts';
import type { SearchDialect } from '../../search/dialect.ts';
import { coverOf } from '../../search/search-text.ts';
import { storable } from '../connections/storable.ts';

/** An inverted index of an expression, which every PostgreSQL has without an extension, and no locale decides what a letter is. */
export const POSTGRES_SEARCH: SearchDialect = {
  present: async (reader) => {
    const rows = await reader.all(
      `SELECT t.relname AS "table", obj_description(i.oid, 'pg_class') AS text
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a ON a.oid = i.relam
       WHERE a.amname = 'gin' AND t.relnamespace = current_schema()::regnamespace`,
      [],
    );
    return rows.flatMap(({ table, text }) => (text === null ? [] : [{ table: String(table), text: String(text) }]));
  },
  make: (table) => {
    const create = `CREATE INDEX ${quoted(nameOf(table))} ON ${quoted(table)} USING gin (nf_grams("_search"))`;
    return [create, `COMMENT ON INDEX ${quoted(nameOf(table))} IS '${create.replaceAll("'", "''")}'`];
  },
  drop: (table) => [`DROP INDEX IF EXISTS ${quoted(nameOf(table))}`],
  condition: (_table, alias, words) => sql`nf_grams(${column(alias, '_search')}) @> CAST(${words} AS text[])`,
  // A fence: of a rule whose value it does not know yet its planner thinks that it leads to few rows, and looks them all up as well.
  source: (of, alias, words) =>
    sql`(SELECT * FROM ${table(of)} WHERE nf_grams("_search") @> CAST(${words} AS text[]) OFFSET 0) AS ${name(alias)}`,
  isPlanned: true,
  hits: async (reader, table, parameter, most) => {
    const found = `SELECT 1 FROM ${quoted(table)} WHERE nf_grams("_search") @> CAST(? AS text[]) LIMIT ${String(most)}`;
    const [row] = await reader.all(`SELECT count(*) AS n FROM (${found}) AS "hits"`, [parameter]);
    return Number(row?.['n'] ?? 0);
  },
  parameter: (words) => `{${words.flatMap(coverOf).map(element).join(',')}}`,
};

function nameOf(table: string): string {
  return shortName(`${table}._search.grams`);
}

function element(gram: string): string {
  return `"${storable(gram).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
