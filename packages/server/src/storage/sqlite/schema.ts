import { literal, quoted } from '../sql/names.ts';
import type { SchemaDialect } from '../database/schema-dialect.ts';
import type { ColumnShape } from '../database/shapes.ts';
import { SQLITE_CODECS } from './codecs.ts';
import { presentTable } from './present-table.ts';

const INDEXES = `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`;
/** `dbstat` adds up the pages of each. */
const SIZES = `SELECT d.name, d.pgsize AS size FROM dbstat d JOIN sqlite_schema s ON s.name = d.name AND s.type = 'index' WHERE d.aggregate = TRUE`;

export const SQLITE_SCHEMA: SchemaDialect = {
  foundation: [],
  createTable: ({ name, columns, key }) => {
    const constraints = key.length === 0 ? [] : [`PRIMARY KEY (${key.map(quoted).join(', ')})`];
    return `CREATE TABLE ${quoted(name)} (${[...columns.map(columnText), ...constraints].join(', ')}) STRICT`;
  },
  addColumn: (table, column) => `ALTER TABLE ${quoted(table)} ADD COLUMN ${columnText(column)}`,
  addReference: () => null,
  appendOnly: async (_tx, table) => guards(table),
  createIndex: ({ name, table, unique, parts, where }) =>
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(table)} (${parts.join(', ')})${where === null ? '' : ` WHERE ${where}`}`,
  covers: true,
  takesLongKeys: true,
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
  indexSizes: async (tx) => {
    const rows = await tx.all(SIZES, []);
    return new Map(rows.map(({ name, size }) => [String(name), Number(size)]));
  },
  rowsAbout: async (tx, table) => {
    const [row] = await tx.all(`SELECT max(rowid) AS n FROM ${quoted(table)}`, []);
    return Number(row?.['n'] ?? 0);
  },
  table: presentTable,
  halfway: null,
  dropTable: (name) => `DROP TABLE ${quoted(name)}`,
};

/** A deletion looks at the clock of the rows themselves: nothing else in the database knows the time of the application. */
function guards(table: string): readonly string[] {
  const refused = `BEGIN SELECT RAISE(ABORT, 'append only'); END`;
  const newest = `(SELECT "at" FROM ${quoted(table)} ORDER BY "id" DESC LIMIT 1)`;
  const make = 'CREATE TRIGGER IF NOT EXISTS';
  return [
    `${make} ${quoted(`${table}.kept`)} BEFORE UPDATE ON ${quoted(table)} ${refused}`,
    `${make} ${quoted(`${table}.stays`)} BEFORE DELETE ON ${quoted(table)} WHEN old."until" > ${newest} ${refused}`,
  ];
}

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
