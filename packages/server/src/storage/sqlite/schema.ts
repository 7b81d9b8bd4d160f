import { literal, quoted } from '../names.ts';
import type { SchemaDialect } from '../schema/dialect.ts';
import type { ColumnShape } from '../schema/shapes.ts';
import { SQLITE_CODECS } from './codecs.ts';
import { presentTable } from './present-table.ts';

const INDEXES = `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`;

export const SQLITE_SCHEMA: SchemaDialect = {
  foundation: [],
  createTable: ({ name, columns, key }) => {
    const constraints = key.length === 0 ? [] : [`PRIMARY KEY (${key.map(quoted).join(', ')})`];
    return `CREATE TABLE ${quoted(name)} (${[...columns.map(columnText), ...constraints].join(', ')}) STRICT`;
  },
  addColumn: (table, column) => `ALTER TABLE ${quoted(table)} ADD COLUMN ${columnText(column)}`,
  addReference: () => null,
  createIndex: ({ name, table, unique, parts, where }) =>
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table)} (${parts.join(', ')})${where === null ? '' : ` WHERE ${where}`}`,
  noteIndex: () => null,
  columns: async (tx, table) => {
    const rows = await tx.all('SELECT name FROM pragma_table_info(?)', [table]);
    return rows.map(({ name }) => String(name));
  },
  indexes: async (tx) => {
    const rows = await tx.all(INDEXES, []);
    return rows.map(({ name, tbl_name: table, sql }) => ({
      name: String(name),
      table: String(table),
      text: String(sql),
    }));
  },
  table: presentTable,
  dropTable: (name) => `DROP TABLE ${quoted(name)}`,
};

function columnText(column: ColumnShape): string {
  const { name, holds, scale, references } = column;
  const type = holds === 'count' ? 'INTEGER' : SQLITE_CODECS[holds].sqlType(scale);
  const target =
    references === null
      ? ''
      : ` REFERENCES ${quoted(references.table)} ("id")${references.cascade ? ' ON DELETE CASCADE' : ''}`;
  return `${quoted(name)} ${type}${constraint(column)}${target}`;
}

function constraint({ key, required, initial }: ColumnShape): string {
  const value = initial === null ? '' : ` DEFAULT ${initial === false ? '0' : literal(initial)}`;
  return `${key ? ' PRIMARY KEY' : ''}${required ? ' NOT NULL' : ''}${value}`;
}
