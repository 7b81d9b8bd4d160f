import { isOneReference, type Model, rolesWith } from '@ninefold/model';
import { migrate } from '../records/migrate.ts';
import type { Database } from '../storage/database/database.ts';
import type { TableShape } from '../storage/database/shapes.ts';
import { fillSql } from '../storage/denormalised/denormalised-sql.ts';
import { denormalisedColumns } from '../storage/denormalised/denormalised-columns.ts';
import { tablesOf } from '../storage/schema/tables.ts';
import { childTable, quoted } from '../storage/sql/names.ts';
import { type Connection, openConnection } from '../storage/sqlite/connections/connection.ts';
import { SQLITE } from '../storage/sqlite/dialect.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import { newId } from '../uuid.ts';
import { sqliteCounting, type VisitCounting } from './count-visits.ts';
import { type Ground, momentOf, SHARES, type ValueSource, valueSource } from './shares.ts';
import { seededRandom } from './seeded-random.ts';
import { writeStatistics } from './sample-statistics.ts';

/** So many rows of a table are made, at most. What they say holds for all rows of the table. */
const MOST_ROWS = 10_000;
/** So many users look at each list in turn. */
const CALLERS = 3;

/** A small database whose statistics are those of a large one. */
export interface Sample {
  readonly db: Database;
  readonly counting: VisitCounting;
  /** Gives a few users whose references are filled this role and no other, the same users for each role. Their ids. */
  callers(role: string): readonly string[];
  /** For how many rows of an entity each of its sampled rows stands. */
  scale(entity: string): number;
  close(): Promise<void>;
}

/** What a sample stands for. */
export interface SampleParts {
  readonly model: Model;
  /** How many rows each entity is to have. */
  readonly rows: Readonly<Record<string, number>>;
  /** The same seed gives the same sample. */
  readonly seed: number;
  /** The moment at which lists are asked for, in ms. */
  readonly now: number;
}

/** Makes a sample in a new file. The caller removes its folder. */
export async function openSample(path: string, parts: SampleParts): Promise<Sample> {
  const db = await openSqlite(path);
  const { model } = parts;
  await migrate(db, model);
  const ground = groundOf(parts);
  const tables = tablesOf(model).filter(({ name }) => !name.startsWith('_'));
  const writer = openConnection(path);
  writer.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF');
  const domains = new Map<string, ReadonlyMap<string, ValueSource>>();
  withoutIndexes(writer, () => {
    for (const table of tables) domains.set(table.name, fill(writer, ground, table));
    for (const entity of Object.keys(model.entities))
      for (const column of denormalisedColumns(model, entity)) writer.exec(fillSql(column));
  });
  const people = filledUsers(writer, model);
  writeStatistics(writer, (table, column) => {
    const rows = ground.rows(table);
    const source = domains.get(table)?.get(column) ?? viaSource(ground, domains, { table, column });
    return { rows, distinct: source === null ? 1 : source.distinct(rows) };
  });
  const connection = openConnection(path);
  return {
    ...{ db, counting: sqliteCounting(connection) },
    callers: (role) => {
      giveRole(writer, model, role, people);
      return people;
    },
    scale: (entity) => ground.rows(entity) / Math.max(1, ground.ids(entity).length),
    close: async () => {
      connection.handle.close();
      writer.handle.close();
      await db.close();
    },
  };
}

function groundOf({ model, rows, seed, now }: SampleParts): Ground {
  const random = seededRandom(seed);
  const tables = new Map(tablesOf(model).map((table) => [table.name, table]));
  const owner = (table: string): string => (Object.hasOwn(rows, table) ? table : (table.split('.')[0] ?? ''));
  const ids = new Map<string, readonly string[]>();
  const ground: Ground = {
    ...{ model, random, now },
    ids: (table) => ids.get(table) ?? [],
    rows: (table) => Math.ceil((rows[owner(table)] ?? 0) * eachOf(tables.get(table))),
  };
  for (const { name, ...table } of tables.values()) {
    const most = MOST_ROWS * eachOf({ name, ...table });
    const blank = Array.from({ length: Math.min(most, ground.rows(name)) }, () => '');
    ids.set(name, blank);
    ids.set(
      name,
      blank.map((_, turn) => newId(momentOf(ground, name, turn))),
    );
  }
  return ground;
}

/** How many rows a table has for each record: more or less than one where it holds items of a list field, or lines. */
function eachOf(table: TableShape | undefined): number {
  if (table === undefined || !table.columns.some(({ name }) => name === 'record')) return 1;
  return table.columns.some(({ name }) => name === 'id') ? SHARES.lines : SHARES.items;
}

/** Runs `work` while the tables have no indexes and no triggers. The triggers are gone afterwards. */
function withoutIndexes(writer: Connection, work: () => void): void {
  const made = writer.all(
    `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`,
    [],
  );
  for (const { type, name } of made) writer.exec(`DROP ${String(type)} ${quoted(String(name))}`);
  writer.exec('BEGIN');
  work();
  writer.exec('COMMIT');
  for (const { type, sql } of made) if (type === 'index') makeIndex(writer, String(sql));
}

/** Drawn values may be alike where they should not be: their index is then one that allows it. */
function makeIndex(writer: Connection, text: string): void {
  try {
    writer.exec(text);
  } catch (cause) {
    if (SQLITE.violation(cause)?.kind !== 'unique') throw cause;
    writer.exec(text.replace(/^CREATE UNIQUE INDEX/, 'CREATE INDEX'));
  }
}

/** Fills a table, and says how each of its columns was filled. */
function fill(writer: Connection, ground: Ground, table: TableShape): ReadonlyMap<string, ValueSource> {
  const found = table.columns.flatMap((column) => {
    const source = eachOf(table) === 1 ? undefined : childSource(ground, table, column.name);
    const drawn = source ?? valueSource(ground, table, column);
    return drawn === null ? [] : [[column.name, drawn] as const];
  });
  const names = found.map(([name]) => quoted(name)).join(', ');
  const insert = `INSERT INTO ${quoted(table.name)} (${names}) VALUES (${found.map(() => '?').join(', ')})`;
  for (let turn = 0; turn < ground.ids(table.name).length; turn += 1)
    writer.run(
      insert,
      found.map(([, source]) => source.draw(turn)),
    );
  return new Map(found);
}

/** Items and lines belong to the records in turn. */
function childSource(ground: Ground, table: TableShape, column: string): ValueSource | undefined {
  const owners = ground.ids(table.name.split('.')[0] ?? '');
  const each = eachOf(table);
  if (column === 'record')
    return {
      draw: (turn) => owners[Math.floor(turn / each) % Math.max(1, owners.length)] ?? null,
      distinct: (rows) => rows / Math.max(1, each),
    };
  if (column === 'position') return { draw: (turn) => turn, distinct: () => Math.max(1, each) };
  return undefined;
}

/** Of a denormalised column: that of the field at its end. */
function viaSource(
  { model }: Ground,
  domains: ReadonlyMap<string, ReadonlyMap<string, ValueSource>>,
  { table, column }: { readonly table: string; readonly column: string },
): ValueSource | null {
  const last = denormalisedColumns(model, table)
    .find(({ name }) => name === column)
    ?.steps.at(-1);
  return last === undefined ? null : (domains.get(last.entity)?.get(last.column) ?? null);
}

/** Some users as they are usual: whose references are filled, as far as there are any. */
function filledUsers(writer: Connection, model: Model): readonly string[] {
  writer.exec('UPDATE "user" SET "active" = 1');
  const references = Object.values(model.entities['user']?.fields ?? {}).filter(isOneReference);
  const blanks = ['0', ...references.map(({ id }) => `(${quoted(id)} IS NULL)`)].join(' + ');
  const text = `SELECT "id", ${blanks} AS "blanks" FROM "user" ORDER BY "blanks", "id" LIMIT ${String(CALLERS)}`;
  const found = writer.all(text, []);
  return found.map(({ id }) => String(id));
}

function giveRole(writer: Connection, model: Model, role: string, people: readonly string[]): void {
  const roles = quoted(childTable('user', 'roles'));
  writer.exec(`DELETE FROM ${roles}`);
  if (rolesWith(model, []).includes(role)) return; // everybody has it
  for (const id of people)
    writer.run(`INSERT INTO ${roles} ("record", "position", "value") VALUES (?, 0, ?)`, [id, role]);
}
