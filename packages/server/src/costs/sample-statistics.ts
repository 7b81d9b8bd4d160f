import type { Connection } from '../storage/sqlite/connections/connection.ts';
import { unlimited } from '../storage/sqlite/statistics.ts';

/** How many rows a table is to have, and how many different values a column. */
export type Domain = (table: string, column: string) => { readonly rows: number; readonly distinct: number };

const TRASH = /WHERE "trashed_at" IS NOT NULL$/;

/** Writes what SQLite would know of the full tables, as the server lets it count, so that it plans as it will then. */
export function writeStatistics(writer: Connection, domain: Domain): void {
  writer.exec('ANALYZE; DELETE FROM sqlite_stat1');
  for (const { table, name, sql } of writer.all(INDEXES, [])) {
    if (TRASH.test(String(sql))) continue; // nothing is in the trash
    const columns = writer.all('SELECT "name" FROM pragma_index_info(?)', [String(name)]);
    const stat = statisticOf(
      columns.map((column) => String(column['name'])),
      (column) => domain(String(table), column),
    );
    if (stat === null) continue;
    writer.run('INSERT INTO sqlite_stat1 ("tbl", "idx", "stat") VALUES (?, ?, ?)', [String(table), String(name), stat]);
  }
  writer.exec('ANALYZE sqlite_schema');
}

const INDEXES = `SELECT tbl_name AS "table", name, sql FROM sqlite_schema WHERE type = 'index' AND substr(tbl_name, 1, 1) <> '_'`;

/** `1000000 333334 5 1`: rows, and how many are alike in the first column, in the first two, and so on; null for no rows. */
function statisticOf(
  columns: readonly string[],
  domain: (column: string) => { readonly rows: number; readonly distinct: number },
): string | null {
  const rows = Math.max(0, ...columns.map((column) => domain(column).rows));
  if (rows === 0) return null;
  let different = 1;
  const alike = columns.map((column) => {
    different = Math.min(rows, different * Math.max(1, domain(column).distinct));
    return Math.ceil(rows / different);
  });
  return unlimited([rows, ...alike].join(' '));
}
