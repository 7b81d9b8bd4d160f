import type { Model } from '@ninefold/model';
import type { Database, Writer } from '../database.ts';
import { quoted } from '../names.ts';
import { addColumn, createIndex, createTable, dropColumn } from './ddl.ts';
import { indexesOf } from './indexes.ts';
import { readMeta, writeMeta, META_TABLE } from './meta.ts';
import { MigrationRefused } from './migration-refused.ts';
import type { ColumnShape, IndexShape, TableShape } from './shapes.ts';
import { tablesOf } from './tables.ts';

/** What a start changed in the database. */
export interface MigrationReport {
  /** True on the first start with an empty database. */
  readonly created: boolean;
  /** Statements that were run, in order; empty when nothing had to change. */
  readonly statements: readonly string[];
}

type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Brings the tables to the shape of this model, in one transaction. Tables, columns and indexes are added;
 * what would lose stored data is a `MigrationRefused` that names table and column, and nothing is changed.
 */
export async function migrate(db: Database, model: Model): Promise<MigrationReport> {
  return db.write(async (tx) => {
    await tx.run(META_TABLE, []);
    const known = await readMeta(tx, 'model');
    if (known === model.hash) return { created: false, statements: [] };
    const statements = await reshape(tx, model);
    await writeMeta(tx, 'model', model.hash);
    return { created: known === null, statements };
  });
}

async function reshape(tx: Writer, model: Model): Promise<readonly string[]> {
  const tables = tablesOf(model);
  const meanings = JSON.parse((await readMeta(tx, 'columns')) ?? '{}') as Meanings;
  const statements: string[] = [];
  const run = async (text: string): Promise<void> => {
    await tx.run(text, []);
    statements.push(text);
  };
  await refuseLostTables(tx, tables, meanings);
  const stale = await staleIndexes(tx, tables, indexesOf(model));
  for (const name of stale) await run(`DROP INDEX ${quoted(name)}`);
  for (const table of tables) await reshapeTable(tx, table, meanings[table.name] ?? {}, run);
  for (const index of indexesOf(model)) await addIndex(tx, index, run);
  await writeMeta(tx, 'columns', JSON.stringify(meaningsOf(tables, meanings)));
  return statements;
}

/** Tables that the model no longer has stay, as long as they are empty. */
async function refuseLostTables(tx: Writer, tables: readonly TableShape[], meanings: Meanings): Promise<void> {
  const wanted = new Set(tables.map(({ name }) => name));
  for (const name of Object.keys(meanings).filter((table) => !wanted.has(table))) {
    const rows = await tx.all(`SELECT 1 FROM ${quoted(name)} LIMIT 1`, []);
    if (rows.length > 0) throw new MigrationRefused('table_has_data', name, null);
  }
}

/** Indexes on our tables that the model no longer asks for; those of others are left alone. */
async function staleIndexes(
  tx: Writer,
  tables: readonly TableShape[],
  wanted: readonly IndexShape[],
): Promise<readonly string[]> {
  const texts = new Set(wanted.map(createIndex));
  const rows = await tx.all(
    `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
    [],
  );
  const names = new Set(tables.map(({ name }) => name));
  const ours = rows.filter(({ tbl_name: table }) => names.has(String(table)));
  return ours.filter(({ sql }) => !texts.has(String(sql))).map(({ name }) => String(name));
}

type Run = (text: string) => Promise<void>;

async function reshapeTable(
  tx: Writer,
  table: TableShape,
  meanings: Readonly<Record<string, string>>,
  run: Run,
): Promise<void> {
  const present = (await tx.all('SELECT name FROM pragma_table_info(?)', [table.name])).map(({ name }) => String(name));
  if (present.length === 0) return run(createTable(table));
  const wanted = new Map(table.columns.map((column) => [column.name, column]));
  for (const name of present.filter((column) => !wanted.has(column))) {
    await refuseLoss(tx, table.name, name, 'column_has_data', meanings[name] === 'boolean');
    await run(dropColumn(table.name, name));
  }
  for (const column of table.columns) await reshapeColumn(tx, table.name, column, present, meanings, run);
}

async function reshapeColumn(
  tx: Writer,
  table: string,
  column: ColumnShape,
  present: readonly string[],
  meanings: Readonly<Record<string, string>>,
  run: Run,
): Promise<void> {
  const before = meanings[column.name];
  if (!present.includes(column.name)) return run(addColumn(table, column));
  if (before !== undefined && before !== column.meaning) {
    await refuseLoss(tx, table, column.name, 'type_has_data', before === 'boolean');
    await run(dropColumn(table, column.name));
    return run(addColumn(table, column));
  }
  if (column.options !== null) await refuseOptions(tx, table, column.name, column.options);
  return undefined;
}

async function refuseLoss(
  tx: Writer,
  table: string,
  column: string,
  reason: 'column_has_data' | 'type_has_data',
  boolean: boolean,
): Promise<void> {
  const filled = boolean ? `${quoted(column)} <> 0` : `${quoted(column)} IS NOT NULL`;
  const rows = await tx.all(`SELECT 1 FROM ${quoted(table)} WHERE ${filled} LIMIT 1`, []);
  if (rows.length > 0) throw new MigrationRefused(reason, table, column);
}

async function refuseOptions(tx: Writer, table: string, column: string, options: readonly string[]): Promise<void> {
  const name = quoted(column);
  const unknown = `SELECT ${name} AS value FROM ${quoted(table)} WHERE ${name} IS NOT NULL AND ${name} NOT IN (SELECT value FROM json_each(?)) LIMIT 1`;
  const rows = await tx.all(unknown, [JSON.stringify(options)]);
  if (rows.length > 0) throw new MigrationRefused('option_in_use', table, column, String(rows[0]?.['value']));
}

async function addIndex(tx: Writer, index: IndexShape, run: Run): Promise<void> {
  const text = createIndex(index);
  const present = await tx.all(`SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?`, [index.name]);
  if (present.length > 0) return;
  try {
    await run(text);
  } catch (cause) {
    if (!index.unique || !/UNIQUE constraint/.test(String(cause))) throw cause;
    throw new MigrationRefused('not_unique', index.table, index.parts.join(', '));
  }
}

function meaningsOf(tables: readonly TableShape[], before: Meanings): Meanings {
  const now = tables.map(({ name, columns }) => [
    name,
    Object.fromEntries(columns.map((column) => [column.name, column.meaning])),
  ]);
  return { ...before, ...Object.fromEntries(now) };
}
