import { isSecret, type Field } from '@ninefold/model';
import { rereadText } from '../../columns/meaning.ts';
import { columnOf, decodeField, encodeField, filledColumn, saysTheSame, storedText } from '../../columns/registry.ts';
import type { Reader, Writer } from '../../database/database.ts';
import type { Dialect } from '../../database/dialect.ts';
import { quoted } from '../../sql/names.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import { countRows } from '../changes/stored.ts';

/** A column that is there. */
interface Stored {
  readonly table: string;
  readonly column: string;
  /** How the values are stored now. */
  readonly meaning: string;
}

/** A column whose values are to be read as those of another field. */
export interface Retyped extends Stored {
  /** What they become. */
  readonly field: Field;
}

const PAGE = 1000;

/** The ids of rows whose value would not come back the same from the new type: it cannot be one of it, or reads otherwise there. */
export async function unconvertible(reader: Reader, retyped: Retyped): Promise<readonly string[]> {
  const { table, column } = retyped;
  const hasBlanks = (await countRows(reader, table, { text: `${quoted(column)} IS NULL`, values: [] })) > 0;
  return rowsWhere(reader, retyped, (text) => !comesBack(reader.dialect, retyped, text, hasBlanks));
}

/** The ids of rows for whose value something holds. */
export async function rowsWhere(
  reader: Reader,
  stored: Stored,
  holds: (text: string) => boolean,
): Promise<readonly string[]> {
  const ids: string[] = [];
  await eachRow(reader, stored, filledColumn(stored.column, stored.meaning), async (id, text) => {
    if (holds(text)) ids.push(id);
  });
  return ids;
}

/** Writes every value that can be one of the new type into the column of the field; the others, and those of `unwanted` rows, stay blank. */
export async function convert(tx: Writer, retyped: Retyped, unwanted: ReadonlySet<string>): Promise<void> {
  const text = `UPDATE ${quoted(retyped.table)} SET ${quoted(retyped.field.id)} = ? WHERE "id" = ?`;
  await eachRow(tx, retyped, `${quoted(retyped.column)} IS NOT NULL`, async (id, stored) => {
    const value = unwanted.has(id) ? undefined : converted(tx.dialect, retyped, stored);
    if (value !== undefined) await tx.run(text, [value, id]);
  });
}

async function eachRow(
  reader: Reader,
  { table, column, meaning }: Stored,
  which: string,
  work: (id: string, text: string) => Promise<void>,
): Promise<void> {
  const text = `SELECT "id", ${storedText(reader.dialect, column, meaning)} AS value FROM ${quoted(table)}
    WHERE "id" > ? AND ${which} ORDER BY "id" LIMIT ${String(PAGE)}`;
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

/** Whether the value, read back from the new type, is the stored one. One that becomes what a blank becomes cannot be told from blanks. */
function comesBack(dialect: Dialect, retyped: Retyped, text: string, hasBlanks: boolean): boolean {
  const { meaning, field } = retyped;
  if (isSecret(field)) return rereadText(text, field) !== undefined; // nobody reads it again, and it is that text all the same
  const value = converted(dialect, retyped, text);
  if (value === undefined || value === null) return false;
  if (hasBlanks && value === encodeField(dialect, field, null)) return false;
  return saysTheSame(meaning, text, String(decodeField(dialect, field, value)));
}
