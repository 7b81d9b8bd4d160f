import type { Connection } from '../storage/sqlite/connections/connection.ts';
import type { Dialect } from '../storage/database/dialect.ts';
import { SQLITE } from '../storage/sqlite/dialect.ts';
import type { Row, SqlValue } from '../storage/sql/sql-value.ts';
import { statementBlocks, type StatementBlock } from './statement-blocks.ts';

/** How one part of a statement looks for rows of the listed entity, and what it visits. */
export interface BlockVisits {
  /** Indexes that lead to the rows; empty where the table is read from its beginning. */
  readonly indexes: readonly string[];
  /** Entries of these indexes that were visited. */
  readonly entries: number;
  /** Rows of the table that were visited. */
  readonly rows: number;
  /** Rows that were found, or what was counted. */
  readonly found: number;
  /** Whether only counts were asked for. */
  readonly counts: boolean;
  /** The part ends once it has found so many rows; null where it looks at everything that it might find. */
  readonly stops: number | null;
}

/** A database in which statements are run, and counted. */
export interface VisitCounting {
  readonly dialect: Dialect;
  all(text: string, values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** What the parts of a statement visit that look for rows of the listed entity. */
  visits(text: string, values: readonly SqlValue[]): Promise<readonly BlockVisits[]>;
}

/**
 * Counts on a connection to SQLite, which gets functions for that: once for each connection.
 * SQLite says which index it takes (`EXPLAIN QUERY PLAN`), not what it visits. So each part runs once more with two conditions that
 * always hold, in front of all others: one is evaluated at each entry of the index that leads to the rows, the other, which reads a
 * column that stands in no index, at each row that is looked up because of what the index holds.
 */
export function sqliteCounting(connection: Connection): VisitCounting {
  const seen = { entries: 0, rows: 0 };
  const counting = (what: keyof typeof seen): void =>
    connection.handle.function(`nf_${what}`, (_of: unknown) => {
      seen[what] += 1;
      return 1;
    });
  counting('entries');
  counting('rows');
  const visitsOf = (block: StatementBlock, values: readonly SqlValue[]): BlockVisits => {
    const own = values.slice(block.first, block.first + block.count);
    const plan = planOf(connection, block.text, own);
    const isCovered = plan.every((step) => step.includes('COVERING INDEX'));
    const watch = `nf_entries(t.rowid) AND ${isCovered ? '' : 'nf_rows(t."version") AND '}`;
    Object.assign(seen, { entries: 0, rows: 0 });
    const rows = connection.all(`${block.text.slice(0, block.mark)}${watch}${block.text.slice(block.mark)}`, own);
    const indexes = plan.flatMap((step) => /INDEX (.+?)(?: \(|$)/.exec(step)?.[1] ?? []).map(nameOf);
    const counts = block.text.startsWith('SELECT count(*)');
    return {
      indexes: [...new Set(indexes)],
      entries: indexes.length === 0 ? 0 : seen.entries,
      rows: seen.rows,
      found: counts ? Number(Object.values(rows[0] ?? {})[0] ?? 0) : rows.length,
      counts: counts || block.text.startsWith('SELECT 1 '),
      stops: counts || isSorted(connection, block.text, own) ? null : block.limit,
    };
  };
  return {
    dialect: SQLITE,
    all: async (text, values) => connection.all(text, values),
    visits: async (text, values) => statementBlocks(text).map((block) => visitsOf(block, values)),
  };
}

/** The index of a primary key has no name of its own. */
function nameOf(index: string): string {
  return index.replace(/^sqlite_autoindex_(.+)_1$/, '$1.id');
}

/** The steps that go through the rows `t`: `SEARCH t USING COVERING INDEX …`, `SCAN t`. */
function planOf(connection: Connection, text: string, values: readonly SqlValue[]): readonly string[] {
  return detailsOf(connection, text, values).filter((detail) => /^(?:SEARCH|SCAN) t\b/.test(detail));
}

/** Whether all rows are found before the first one is given. */
function isSorted(connection: Connection, text: string, values: readonly SqlValue[]): boolean {
  return detailsOf(connection, text, values).includes('USE TEMP B-TREE FOR ORDER BY');
}

function detailsOf(connection: Connection, text: string, values: readonly SqlValue[]): readonly string[] {
  return connection.all(`EXPLAIN QUERY PLAN ${text}`, values).map(({ detail }) => String(detail));
}
