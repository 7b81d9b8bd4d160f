import { createHash } from 'node:crypto';
import type { Model } from '@ninefold/model';
import type { Database, Writer } from '../database.ts';
import { quoted } from '../names.ts';
import { indexesOf } from './indexes.ts';
import { readMeta, writeMeta, META_TABLE } from './meta.ts';
import { MigrationRefused } from './migration-refused.ts';
import type { ColumnShape, IndexShape, TableShape } from './shapes.ts';
import { RECORD_TABLES, tablesOf } from './tables.ts';

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
 * `own` are tables of the runtime beside those of records.
 */
export async function migrate(db: Database, model: Model, own: readonly TableShape[] = []): Promise<MigrationReport> {
  return db.alone(async (tx) => {
    for (const table of [META_TABLE, ...RECORD_TABLES, ...own]) await addMissing(tx, table);
    await found(tx);
    const known = await readMeta(tx, 'model');
    if (known === model.hash) return { created: false, statements: [] };
    const statements = await reshape(tx, model);
    await writeMeta(tx, 'model', model.hash);
    return { created: known === null, statements };
  });
}

/** Makes what statements need beside tables, where it is not what this version needs. */
async function found(tx: Writer): Promise<void> {
  const { foundation } = tx.dialect.schema;
  const hash = createHash('sha256').update(foundation.join('\n')).digest('hex');
  if (foundation.length === 0 || (await readMeta(tx, 'foundation')) === hash) return;
  for (const text of foundation) await tx.run(text, []);
  await writeMeta(tx, 'foundation', hash);
}

async function addMissing(tx: Writer, table: TableShape): Promise<void> {
  const { schema } = tx.dialect;
  if ((await schema.columns(tx, table.name)).length === 0) await tx.run(schema.createTable(table), []);
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
  const indexes = indexesOf(model, tx.dialect);
  const stale = await staleIndexes(tx, tables, indexes);
  for (const name of stale) await run(`DROP INDEX ${quoted(name)}`);
  const references: string[] = [];
  for (const table of tables) references.push(...(await reshapeTable(tx, table, meanings[table.name] ?? {}, run)));
  for (const text of references) await run(text);
  const present = new Set((await tx.dialect.schema.indexes(tx)).map(({ name }) => name));
  for (const index of indexes) await addIndex(tx, index, present, run);
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
  const texts = new Set(wanted.map((index) => tx.dialect.schema.createIndex(index)));
  const names = new Set(tables.map(({ name }) => name));
  const ours = (await tx.dialect.schema.indexes(tx)).filter(({ table }) => names.has(table));
  return ours.filter(({ text }) => !texts.has(text)).map(({ name }) => name);
}

type Run = (text: string) => Promise<void>;

/** Answers the statements that make references of new columns, for when every table is there. */
async function reshapeTable(
  tx: Writer,
  table: TableShape,
  meanings: Readonly<Record<string, string>>,
  run: Run,
): Promise<readonly string[]> {
  const { schema } = tx.dialect;
  const present = await schema.columns(tx, table.name);
  const referencesOf = (columns: readonly ColumnShape[]): readonly string[] =>
    columns.flatMap((column) => (column.references ? (schema.addReference(table.name, column) ?? []) : []));
  if (present.length === 0) {
    await run(schema.createTable(table));
    return referencesOf(table.columns);
  }
  const wanted = new Set(table.columns.map(({ name }) => name));
  for (const name of present.filter((column) => !wanted.has(column))) {
    await refuseLoss(tx, table.name, name, 'column_has_data', meanings[name] === 'boolean');
    await run(dropColumn(table.name, name));
  }
  const added: ColumnShape[] = [];
  for (const column of table.columns)
    if (await reshapeColumn(tx, table.name, column, present, meanings, run)) added.push(column);
  return referencesOf(added);
}

/** Whether the column is new. */
async function reshapeColumn(
  tx: Writer,
  table: string,
  column: ColumnShape,
  present: readonly string[],
  meanings: Readonly<Record<string, string>>,
  run: Run,
): Promise<boolean> {
  const before = meanings[column.name];
  const isThere = present.includes(column.name);
  if (isThere && (before === undefined || before === column.meaning)) {
    if (column.options !== null) await refuseOptions(tx, table, column.name, column.options);
    return false;
  }
  if (isThere) {
    await refuseLoss(tx, table, column.name, 'type_has_data', before === 'boolean');
    await run(dropColumn(table, column.name));
  }
  await run(tx.dialect.schema.addColumn(table, column));
  return true;
}

function dropColumn(table: string, column: string): string {
  return `ALTER TABLE ${quoted(table)} DROP COLUMN ${quoted(column)}`;
}

async function refuseLoss(
  tx: Writer,
  table: string,
  column: string,
  reason: 'column_has_data' | 'type_has_data',
  boolean: boolean,
): Promise<void> {
  const filled = boolean ? `${quoted(column)} <> FALSE` : `${quoted(column)} IS NOT NULL`;
  const rows = await tx.all(`SELECT 1 FROM ${quoted(table)} WHERE ${filled} LIMIT 1`, []);
  if (rows.length > 0) throw new MigrationRefused(reason, table, column);
}

async function refuseOptions(tx: Writer, table: string, column: string, options: readonly string[]): Promise<void> {
  const name = quoted(column);
  const unknown = `SELECT ${name} AS value FROM ${quoted(table)} WHERE ${name} IS NOT NULL AND ${name} NOT IN (SELECT "value" FROM ${tx.dialect.items('o')}) LIMIT 1`;
  const rows = await tx.all(unknown, [tx.dialect.list(options)]);
  if (rows.length > 0) throw new MigrationRefused('option_in_use', table, column, String(rows[0]?.['value']));
}

async function addIndex(tx: Writer, index: IndexShape, present: ReadonlySet<string>, run: Run): Promise<void> {
  if (present.has(index.name)) return;
  const { dialect } = tx;
  try {
    await run(dialect.schema.createIndex(index));
  } catch (cause) {
    if (!index.unique || dialect.violation(cause)?.kind !== 'unique') throw cause;
    throw new MigrationRefused('not_unique', index.table, index.parts.join(', '));
  }
  const note = dialect.schema.noteIndex(index);
  if (note !== null) await tx.run(note, []);
}

function meaningsOf(tables: readonly TableShape[], before: Meanings): Meanings {
  const now = tables.map(({ name, columns }) => [
    name,
    Object.fromEntries(columns.map((column) => [column.name, column.meaning])),
  ]);
  return { ...before, ...Object.fromEntries(now) };
}
