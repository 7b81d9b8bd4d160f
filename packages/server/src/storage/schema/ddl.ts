import { quoted } from '../names.ts';
import type { ColumnShape, IndexShape, TableShape } from './shapes.ts';

export function createTable(table: TableShape): string {
  const columns = table.columns.map((column) => columnText(column));
  return `CREATE TABLE ${quoted(table.name)} (${[...columns, ...table.constraints].join(', ')}) STRICT`;
}

export function addColumn(table: string, column: ColumnShape): string {
  return `ALTER TABLE ${quoted(table)} ADD COLUMN ${columnText(column)}`;
}

export function dropColumn(table: string, column: string): string {
  return `ALTER TABLE ${quoted(table)} DROP COLUMN ${quoted(column)}`;
}

export function createIndex(index: IndexShape): string {
  const where = index.where === null ? '' : ` WHERE ${index.where}`;
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoted(index.name)} ON ${quoted(index.table)} (${index.parts.join(', ')})${where}`;
}

function columnText({ name, sqlType, constraint }: ColumnShape): string {
  return `${quoted(name)} ${sqlType} ${constraint}`.trimEnd();
}
