import type { HalfwayDialect } from '../../database/schema-dialect.ts';
import { literal, quoted } from '../../sql/names.ts';
import type { Source } from '../../sql/source.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
interface NamedColumn {
  readonly table: string;
  readonly number: number;
  readonly name: string;
}
interface Defined {
  readonly name: string;
  readonly text: string;
  /** What an index is remembered by. */
  readonly note: string | null;
}

/** Everything that the quick stage of a migration may change. */
interface Shape {
  readonly tables: readonly Named[];
  readonly columns: readonly NamedColumn[];
  /** Functions first, then the triggers that call them, then indexes. */
  readonly definitions: readonly Defined[];
}

interface Note extends Shape {
  readonly addedTables: readonly string[];
  readonly addedColumns: readonly Omit<NamedColumn, 'name'>[];
}

const HERE = `c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`;
const TABLES = `SELECT c.oid::text AS id, c.relname AS name FROM pg_class c WHERE ${HERE}`;
const COLUMNS = `SELECT c.oid::text AS "table", a.attnum::int AS number, a.attname AS name
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE ${HERE} AND a.attnum > 0 AND NOT a.attisdropped`;
const DEFINITIONS = [
  `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS text, NULL AS note FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype`,
  `SELECT t.tgname AS name, pg_get_triggerdef(t.oid) AS text, NULL AS note FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid WHERE ${HERE} AND NOT t.tgisinternal`,
  `SELECT i.relname AS name, pg_get_indexdef(i.oid) AS text, obj_description(i.oid, 'pg_class') AS note
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
    WHERE ${HERE} AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.oid)`,
];

/** How long a migration waits for one table while its readers wait behind it. */
const MOMENT_MS = 100;
const OF_RECORDS = `${TABLES} AND (NOT starts_with(c.relname, '_') OR starts_with(c.relname, '_gone')) ORDER BY c.relname`;

export const POSTGRES_HALFWAY: HalfwayDialect = {
  lock: async (tx) => {
    const tables = (await tx.all(OF_RECORDS, [])).map(({ name }) => quoted(String(name)));
    if (tables.length === 0) return;
    await tx.all(`SET LOCAL lock_timeout = ${String(MOMENT_MS)}`, []);
    await tx.all(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`, []);
    await tx.all('SET LOCAL lock_timeout = 0', []);
  },
  note: async (tx) => JSON.stringify(await shapeOf(tx)),
  added: async (tx, text) => {
    const before = JSON.parse(text) as Shape; // written by `note`
    const now = await shapeOf(tx);
    const tables = new Set(before.tables.map(({ id }) => id));
    const columns = new Set(before.columns.map(keyOf));
    const note: Note = {
      ...before,
      addedTables: now.tables.flatMap(({ id }) => (tables.has(id) ? [] : [id])),
      addedColumns: now.columns.filter((column) => tables.has(column.table) && !columns.has(keyOf(column))),
    };
    return JSON.stringify(note);
  },
  undo: async (tx, text) => {
    const note = JSON.parse(text) as Note; // written by `added`
    await dropAdded(tx, note);
    await renameBack(tx, note);
    await defineAgain(tx, note);
  },
};

function keyOf({ table, number }: Omit<NamedColumn, 'name'>): string {
  return `${table} ${String(number)}`;
}

async function shapeOf(tx: Source): Promise<Shape> {
  const tables = (await tx.all(TABLES, [])).map(({ id, name }) => ({ id: String(id), name: String(name) }));
  const columns = (await tx.all(COLUMNS, [])).map(({ table, number, name }) => ({
    table: String(table),
    number: Number(number),
    name: String(name),
  }));
  return { tables, columns, definitions: await definitionsOf(tx) };
}

async function definitionsOf(tx: Source): Promise<readonly Defined[]> {
  const found: Defined[] = [];
  for (const text of DEFINITIONS)
    for (const row of await tx.all(text, [])) {
      const note = row['note'] ?? null;
      found.push({ name: String(row['name']), text: String(row['text']), note: note === null ? null : String(note) });
    }
  return found;
}

async function dropAdded(tx: Source, { addedTables, addedColumns }: Note): Promise<void> {
  const { tables, columns } = await shapeOf(tx);
  const nameOf = (id: string): string => tables.find((table) => table.id === id)?.name ?? '';
  const added = new Set(addedColumns.map(keyOf));
  for (const column of columns)
    if (added.has(keyOf(column)))
      await tx.all(`ALTER TABLE ${quoted(nameOf(column.table))} DROP COLUMN ${quoted(column.name)}`, []);
  for (const { id, name } of tables) if (addedTables.includes(id)) await tx.all(`DROP TABLE ${quoted(name)}`, []);
}

/** Names that were exchanged pass through a third one. */
async function renameBack(tx: Source, before: Note): Promise<void> {
  const now = await shapeOf(tx);
  const names = new Map(before.tables.map(({ id, name }) => [id, name] as const));
  const moved = now.tables.filter(({ id, name }) => names.has(id) && names.get(id) !== name);
  for (const { id, name } of moved) await tx.all(`ALTER TABLE ${quoted(name)} RENAME TO ${quoted(`_back.${id}`)}`, []);
  for (const { id } of moved)
    await tx.all(`ALTER TABLE ${quoted(`_back.${id}`)} RENAME TO ${quoted(names.get(id) ?? '')}`, []);
  const columns = new Map(before.columns.map((column) => [keyOf(column), column.name] as const));
  const other = now.columns.filter((column) => (columns.get(keyOf(column)) ?? column.name) !== column.name);
  const rename = async (table: string, from: string, to: string): Promise<void> => {
    await tx.all(`ALTER TABLE ${quoted(names.get(table) ?? '')} RENAME COLUMN ${quoted(from)} TO ${quoted(to)}`, []);
  };
  for (const { table, number, name } of other) await rename(table, name, `_back_${String(number)}`);
  for (const column of other)
    await rename(column.table, `_back_${String(column.number)}`, columns.get(keyOf(column)) ?? '');
}

async function defineAgain(tx: Source, { definitions }: Note): Promise<void> {
  const present = new Set((await definitionsOf(tx)).map(({ name }) => name));
  for (const { name, text, note } of definitions) {
    if (present.has(name)) continue;
    await tx.all(text, []);
    if (note !== null) await tx.all(`COMMENT ON INDEX ${quoted(name)} IS ${literal(note)}`, []);
  }
}
