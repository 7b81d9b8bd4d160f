import { argument, cell, join, name, raw, sql, type Cell, type Insert, type Sql } from './sql.ts';
import { quoted } from './names.ts';

/** A column of a row that is written. */
export interface Written {
  readonly column: string;
  readonly value: Sql;
}

/** Columns whose values are the arguments of each run, in this order. */
export function columnsGiven(names: readonly string[]): readonly Written[] {
  return names.map((column, index) => ({ column, value: argument(index) }));
}

/** Which row of a table is written: by its `id`, or the rows of a list or of lines by their `record`. */
export type RowKey = 'id' | 'record';

/** `INSERT` of one row, which is known by the column `key`. */
export function insertInto(table: string, key: RowKey, written: readonly Written[]): Sql {
  const head = sql`${insertHead(table, key, written)} VALUES `;
  const own = sql`(${valuesIn(written)})`;
  return { ...sql`${head}${own}`, insert: insertOf(written, head, own, ', ') };
}

/** The same where a condition holds, and nothing where it does not. */
export function insertWhere(table: string, key: RowKey, written: readonly Written[], condition: Sql): Sql {
  const head = sql`${insertHead(table, key, written)} `;
  const own = sql`SELECT ${valuesIn(written)} WHERE ${condition}`;
  return { ...sql`${head}${own}`, insert: insertOf(written, head, own, ' UNION ALL ') };
}

function insertHead(table: string, key: RowKey, written: readonly Written[]): Sql {
  const row = written.find(({ column }) => column === key)?.value ?? null;
  return sql`INSERT INTO ${target(table, row)} (${raw(written.map(({ column }) => quoted(column)).join(', '))})`;
}

function valuesIn(written: readonly Written[]): Sql {
  return join(
    written.map(({ value }) => value),
    ', ',
  );
}

function insertOf(written: readonly Written[], head: Sql, own: Sql, between: string): Insert {
  return {
    head: head.text,
    row: own.text,
    between,
    cells: written.flatMap(({ column, value }) => cell(column, value)),
  };
}

/** `UPDATE` of the row with this id. */
export function updateOf(table: string, written: readonly Written[], id: Sql): Sql {
  const sets = join(
    written.map(({ column, value }) => sql`${name(column)} = ${value}`),
    ', ',
  );
  return sql`UPDATE ${target(table, id)} SET ${sets} WHERE "id" = ${id}`;
}

/** `DELETE` of the rows of a list or of lines of one record. */
export function deleteOf(table: string, record: Sql): Sql {
  return sql`DELETE FROM ${target(table, record)} WHERE "record" = ${record}`;
}

/**
 * The name of a table that is written: the row whose key is the parameter `row`, or with null any of them. `only`: columns of plain text whose values every row
 * that is written had before and keeps.
 */
export function target(table: string, row: Sql | null, only: readonly Cell[] = []): Sql {
  return { text: quoted(table), params: [], accesses: [{ table, row: row?.params[0] ?? null, writes: true, only }] };
}
