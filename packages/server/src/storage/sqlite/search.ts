import { quoted } from '../sql/names.ts';
import { column, name, sql, table, type Sql } from '../sql/sql.ts';
import type { SearchDialect } from '../search/dialect.ts';
import { coverOf, isWhole } from '../search/search-text.ts';
import { token } from './connections/search-functions.ts';

/**
 * An index of n-grams beside each table, which triggers update. Rows of the table have no number of their own that stays,
 * so that `_searched.<table>` gives them one.
 */
export const SQLITE_SEARCH: SearchDialect = {
  present: async (reader) => {
    const made = await reader.all(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '\\_search.%.insert' ESCAPE '\\'`,
      [],
    );
    return made.map(({ name, sql }) => ({
      table: String(name).slice('_search.'.length, -'.insert'.length),
      text: String(sql),
    }));
  },
  make: (table) => {
    const { grams, rows, of } = namesOf(table);
    return [
      insertTrigger(table),
      `CREATE TABLE ${rows} ("n" INTEGER PRIMARY KEY, "record" TEXT NOT NULL UNIQUE) STRICT`,
      `CREATE VIRTUAL TABLE ${grams} USING fts5("grams", content='', contentless_delete=1, detail=none, tokenize=ascii)`,
      `CREATE TRIGGER ${quoted(`_search.${table}.update`)} AFTER UPDATE OF "_search" ON ${of} WHEN old."_search" IS NOT new."_search" BEGIN
  DELETE FROM ${grams} WHERE rowid = (SELECT "n" FROM ${rows} WHERE "record" = old."id");
  INSERT INTO ${rows} ("record") SELECT new."id" WHERE new."_search" IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO ${grams} (rowid, "grams") SELECT "n", nf_grams(new."_search") FROM ${rows} WHERE "record" = new."id" AND new."_search" IS NOT NULL;
END`,
      `CREATE TRIGGER ${quoted(`_search.${table}.delete`)} AFTER DELETE ON ${of} BEGIN
  DELETE FROM ${grams} WHERE rowid = (SELECT "n" FROM ${rows} WHERE "record" = old."id");
  DELETE FROM ${rows} WHERE "record" = old."id";
END`,
      `INSERT INTO ${rows} ("record") SELECT "id" FROM ${of} WHERE "_search" IS NOT NULL ORDER BY "id"`,
      `INSERT INTO ${grams} (rowid, "grams") SELECT r."n", nf_grams(t."_search") FROM ${rows} r JOIN ${of} t ON t."id" = r."record" ORDER BY r."n"`,
    ];
  },
  drop: (table) => {
    const { grams, rows } = namesOf(table);
    const triggers = ['insert', 'update', 'delete'].map(
      (kind) => `DROP TRIGGER IF EXISTS ${quoted(`_search.${table}.${kind}`)}`,
    );
    return [...triggers, `DROP TABLE IF EXISTS ${grams}`, `DROP TABLE IF EXISTS ${rows}`];
  },
  condition: (of, alias, words) => {
    const { grams, rows } = tablesOf(of);
    return sql`${column(alias, 'id')} IN (SELECT r."record" FROM ${rows} r WHERE r."n" IN (SELECT rowid FROM ${grams} WHERE ${grams} MATCH ${words}))`;
  },
  parameter: (words) => words.flatMap(coverOf).map(term).join(' AND '),
  source: (of, alias, words) => {
    const { grams, rows } = tablesOf(of);
    const found = sql`${grams} AS found CROSS JOIN ${rows} AS r ON r."n" = found.rowid AND found.${grams} MATCH ${words}`;
    return sql`${found} CROSS JOIN ${table(of)} AS ${name(alias)} ON ${column(alias, 'id')} = r."record"`;
  },
  isPlanned: false,
  hits: async (reader, table, parameter, most) => {
    const { grams } = namesOf(table);
    const found = `SELECT 1 FROM ${grams} WHERE ${grams} MATCH ? LIMIT ${String(most)}`;
    const [row] = await reader.all(`SELECT count(*) AS n FROM (${found})`, [parameter]);
    return Number(row?.['n'] ?? 0);
  },
};

function tablesOf(of: string): { readonly grams: Sql; readonly rows: Sql } {
  return { grams: table(`_search.${of}`), rows: table(`_searched.${of}`) };
}

function namesOf(table: string): { readonly grams: string; readonly rows: string; readonly of: string } {
  return { grams: quoted(`_search.${table}`), rows: quoted(`_searched.${table}`), of: quoted(table) };
}

function insertTrigger(table: string): string {
  const { grams, rows, of } = namesOf(table);
  return `CREATE TRIGGER ${quoted(`_search.${table}.insert`)} AFTER INSERT ON ${of} WHEN new."_search" IS NOT NULL BEGIN
  INSERT INTO ${rows} ("record") VALUES (new."id");
  INSERT INTO ${grams} (rowid, "grams") SELECT "n", nf_grams(new."_search") FROM ${rows} WHERE "record" = new."id";
END`;
}

function term(gram: string): string {
  return `"${token(gram)}"${isWhole(gram) ? '' : '*'}`;
}
