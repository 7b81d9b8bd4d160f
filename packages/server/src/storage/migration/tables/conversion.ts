import type { Field } from '@ninefold/model';
import { columnOf, encodeField, storedText } from '../../columns/registry.ts';
import type { Reader, Writer } from '../../database/database.ts';
import type { Dialect } from '../../database/dialect.ts';
import { quoted } from '../../sql/names.ts';
import type { SqlValue } from '../../sql/sql-value.ts';

/** A column whose values are to be read as those of another field. */
export interface Retyped {
  readonly table: string;
  readonly column: string;
  /** How the values are stored now. */
  readonly meaning: string;
  /** What they become. */
  readonly field: Field;
}

const PAGE = 1000;

/** The ids of rows whose value cannot become one of the new type without losing something. */
export async function unconvertible(reader: Reader, retyped: Retyped): Promise<readonly string[]> {
  const lost: string[] = [];
  await eachRow(reader, retyped, async (id, text) => {
    if (converted(reader.dialect, retyped, text) === undefined) lost.push(id);
  });
  return lost;
}

/** Writes every value that can be one of the new type into the column of the field; the others stay blank. */
export async function convert(tx: Writer, retyped: Retyped): Promise<void> {
  const text = `UPDATE ${quoted(retyped.table)} SET ${quoted(retyped.field.id)} = ? WHERE "id" = ?`;
  await eachRow(tx, retyped, async (id, stored) => {
    const value = converted(tx.dialect, retyped, stored);
    if (value !== undefined) await tx.run(text, [value, id]);
  });
}

async function eachRow(
  reader: Reader,
  { table, column, meaning }: Retyped,
  work: (id: string, text: string) => Promise<void>,
): Promise<void> {
  const text = `SELECT "id", ${storedText(reader.dialect, column, meaning)} AS value FROM ${quoted(table)}
    WHERE "id" > ? AND ${quoted(column)} IS NOT NULL ORDER BY "id" LIMIT ${String(PAGE)}`;
  for (let after = ''; ; ) {
    const rows = await reader.all(text, [after]);
    for (const { id, value } of rows) await work(String(id), String(value));
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)?.['id']);
  }
}

/** Undefined where nothing of the new type says the same. */
function converted(dialect: Dialect, { meaning, field }: Retyped, text: string): SqlValue | undefined {
  const wire = meaning.startsWith('reference ') ? undefined : columnOf(field)?.reread(text, field);
  return wire === undefined ? undefined : encodeField(dialect, field, wire);
}
