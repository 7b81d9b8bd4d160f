import type { DatabaseSync } from 'node:sqlite';
import { quoted } from '../sql/names.ts';

/** So many entries of an index are looked at, at most, that are alike. */
const LIMIT = 2000;
/** What is taken for the share of a table that is alike where the counting ended before its end. */
const SHARE = 1 / 3;
/** To analyze, where that pays; tables that this connection has not looked into, too. */
const ALL_TABLES = '0x10002';
const READ = 'SELECT "tbl", "idx", "stat" FROM sqlite_stat1';
const EXISTS = `SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'`;

/**
 * Brings the statistics that plans rest on up to date where tables have grown. SQLite counts entries that are alike only so far,
 * and would take 2,001 for all there are: every row that is not in the trash would be sought out and sorted for one page of a
 * million. Where counting ended early, many are taken for alike. Other connections read the statistics again once they find that
 * the schema was changed.
 */
export function refreshStatistics(writer: DatabaseSync): void {
  refresh(writer, `PRAGMA optimize = ${ALL_TABLES}`);
}

/** The same for one index that has just been made. */
export function countEntries(writer: DatabaseSync, index: string): void {
  refresh(writer, `ANALYZE ${quoted(index)}`);
}

function refresh(writer: DatabaseSync, count: string): void {
  const before = statistics(writer);
  writer.exec(`PRAGMA analysis_limit = ${String(LIMIT)}; ${count}`);
  const after = statistics(writer);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const write = writer.prepare('UPDATE sqlite_stat1 SET "stat" = ? WHERE "tbl" = ? AND "idx" IS ?');
  for (const { tbl, idx, stat } of after) write.run(unlimited(stat), tbl, idx);
  writer.exec('ANALYZE sqlite_schema');
  writer.exec('CREATE VIEW "_statistics" AS SELECT 1; DROP VIEW "_statistics"');
}

interface Statistic {
  readonly tbl: string;
  readonly idx: string | null;
  readonly stat: string;
}

function statistics(writer: DatabaseSync): readonly Statistic[] {
  if (!writer.prepare(EXISTS).get()) return [];
  return writer
    .prepare(READ)
    .all()
    .map(({ tbl, idx, stat }) => ({ tbl: String(tbl), idx: idx === null ? null : String(idx), stat: String(stat) }));
}

/** `1000000 2001 1`: rows, and how many of them are alike in the first column, in the first two, and so on. */
export function unlimited(stat: string): string {
  const [rows = '0', ...alike] = stat.split(' ');
  const many = Math.ceil(Number(rows) * SHARE);
  return [rows, ...alike.map((count) => (Number(count) > LIMIT ? String(Math.max(Number(count), many)) : count))].join(
    ' ',
  );
}
