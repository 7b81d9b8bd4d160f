import { literal, quoted } from '../../sql/names.ts';
import type { SchemaDialect } from '../../database/schema-dialect.ts';
import type { ColumnShape, IndexShape } from '../../database/shapes.ts';
import { POSTGRES_CODECS } from './codecs.ts';
import { POSTGRES_HALFWAY } from './halfway.ts';
import { FUNCTIONS } from '../functions/all.ts';
import { presentTable } from './present-table.ts';

const COLUMNS = `SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(?)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
const GUARD = `SELECT 1 FROM pg_trigger WHERE tgrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(?)) AND NOT tgisinternal LIMIT 1`;
const INDEXES = `SELECT i.relname AS name, t.relname AS "table", obj_description(i.oid, 'pg_class') AS text
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a ON a.oid = i.relam
  WHERE a.amname = 'btree' AND NOT x.indisprimary AND t.relnamespace = current_schema()::regnamespace`;
const SIZES = `SELECT i.relname AS name, pg_relation_size(i.oid) AS size FROM pg_index x
  JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid WHERE t.relnamespace = current_schema()::regnamespace`;
const ROWS = `SELECT reltuples::bigint AS n FROM pg_class WHERE oid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(?))`;

export const POSTGRES_SCHEMA: SchemaDialect = {
  foundation: FUNCTIONS,
  createTable: ({ name, columns, key }) => {
    const constraints = key.length === 0 ? [] : [`PRIMARY KEY (${key.map(quoted).join(', ')})`];
    return `CREATE TABLE ${quoted(name)} (${[...columns.map(columnText), ...constraints].join(', ')})`;
  },
  addColumn: (table, column) => `ALTER TABLE ${quoted(table)} ADD COLUMN ${columnText(column)}`,
  addReference: (table, { name, references }) => {
    if (references === null) return null;
    const cascade = references.cascade ? ' ON DELETE CASCADE' : '';
    return `ALTER TABLE ${quoted(table)} ADD FOREIGN KEY (${quoted(name)}) REFERENCES ${quoted(references.table)} ("id")${cascade} DEFERRABLE`;
  },
  appendOnly: async (tx, table) => ((await tx.all(GUARD, [table])).length > 0 ? [] : guards(table)),
  createIndex,
  covers: false,
  takesLongKeys: false,
  noteIndex: (index) => `COMMENT ON INDEX ${quoted(index.name)} IS ${literal(createIndex(index))}`,
  columns: async (tx, table) => (await tx.all(COLUMNS, [table])).map(({ attname }) => String(attname)),
  indexes: async (tx) => {
    const rows = await tx.all(INDEXES, []);
    return rows.flatMap(({ name, table, text }) =>
      text === null ? [] : [{ name: String(name), table: String(table), text: String(text) }],
    );
  },
  indexSizes: async (tx) => {
    const rows = await tx.all(SIZES, []);
    return new Map(rows.map(({ name, size }) => [String(name), Number(size)]));
  },
  rowsAbout: async (tx, table) => {
    const [row] = await tx.all(ROWS, [table]);
    return Math.max(0, Number(row?.['n'] ?? 0)); // -1 before the first statistics
  },
  table: presentTable,
  halfway: POSTGRES_HALFWAY,
  dropTable: (name) => `DROP TABLE ${quoted(name)} CASCADE`,
};

/** A deletion looks at the clock of the rows themselves: nothing else in the database knows the time of the application. */
function guards(table: string): readonly string[] {
  const [name, refuse, unripe] = [quoted(table), quoted(`${table}.refuse`), quoted(`${table}.unripe`)];
  const refused = `RAISE EXCEPTION 'append only'`;
  return [
    `CREATE OR REPLACE FUNCTION ${refuse}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${refused}; END $$`,
    `CREATE OR REPLACE FUNCTION ${unripe}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF old."until" > (SELECT "at" FROM ${name} ORDER BY "id" DESC LIMIT 1) THEN ${refused}; END IF; RETURN old; END $$`,
    `CREATE TRIGGER ${quoted(`${table}.kept`)} BEFORE UPDATE ON ${name} FOR EACH ROW EXECUTE FUNCTION ${refuse}()`,
    `CREATE TRIGGER ${quoted(`${table}.emptied`)} BEFORE TRUNCATE ON ${name} EXECUTE FUNCTION ${refuse}()`,
    `CREATE TRIGGER ${quoted(`${table}.stays`)} BEFORE DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION ${unripe}()`,
  ];
}

function createIndex({ name, table, unique, parts, where }: IndexShape): string {
  const condition = where === null ? '' : ` WHERE ${where}`;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table)} (${parts.join(', ')})${condition}`;
}

function columnText({ name, holds, scale, key, required, initial }: ColumnShape): string {
  const type = holds === 'count' ? 'bigint' : POSTGRES_CODECS[holds].sqlType(scale);
  const value = initial === null ? '' : ` DEFAULT ${initial === false ? 'FALSE' : literal(initial)}`;
  return `${quoted(name)} ${type}${key ? ' PRIMARY KEY' : ''}${required ? ' NOT NULL' : ''}${value}`;
}
