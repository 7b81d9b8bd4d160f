import { literal, quoted } from '../names.ts';
import type { SchemaDialect } from '../schema/dialect.ts';
import type { ColumnShape, IndexShape } from '../schema/shapes.ts';
import { POSTGRES_CODECS } from './codecs.ts';
import { FUNCTIONS } from './functions/all.ts';
import { presentTable } from './present-table.ts';

const COLUMNS = `SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(?)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
const INDEXES = `SELECT i.relname AS name, t.relname AS "table", obj_description(i.oid, 'pg_class') AS text
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a ON a.oid = i.relam
  WHERE a.amname = 'btree' AND NOT x.indisprimary AND t.relnamespace = current_schema()::regnamespace`;

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
  createIndex,
  noteIndex: (index) => `COMMENT ON INDEX ${quoted(index.name)} IS ${literal(createIndex(index))}`,
  columns: async (tx, table) => (await tx.all(COLUMNS, [table])).map(({ attname }) => String(attname)),
  indexes: async (tx) => {
    const rows = await tx.all(INDEXES, []);
    return rows.flatMap(({ name, table, text }) =>
      text === null ? [] : [{ name: String(name), table: String(table), text: String(text) }],
    );
  },
  table: presentTable,
  dropTable: (name) => `DROP TABLE ${quoted(name)} CASCADE`,
};

function createIndex({ name, table, unique, parts, where }: IndexShape): string {
  const condition = where === null ? '' : ` WHERE ${where}`;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table)} (${parts.join(', ')})${condition}`;
}

function columnText({ name, holds, scale, key, required, initial }: ColumnShape): string {
  const type = holds === 'count' ? 'bigint' : POSTGRES_CODECS[holds].sqlType(scale);
  const value = initial === null ? '' : ` DEFAULT ${initial === false ? 'FALSE' : literal(initial)}`;
  return `${quoted(name)} ${type}${key ? ' PRIMARY KEY' : ''}${required ? ' NOT NULL' : ''}${value}`;
}
