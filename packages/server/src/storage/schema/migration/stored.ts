import type { Dialect } from '../../dialect.ts';
import type { Reader } from '../../database.ts';
import { quoted } from '../../names.ts';
import type { SqlValue } from '../../sql-value.ts';

/** A condition with its values, or all rows. */
export interface Where {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export const ALL: Where = { text: 'TRUE', values: [] };

const EXAMPLES = 3;
const EXAMPLE_LENGTH = 40;

/** A stored value as a text, by the meaning of its column. */
export function textOf(dialect: Dialect, column: string, meaning: string): string {
  const name = quoted(column);
  const scale = /^decimal (\d+)$/.exec(meaning)?.[1];
  if (scale !== undefined) return dialect.decimalText(name, Number(scale));
  if (meaning === 'boolean') return `CASE WHEN ${name} THEN 'true' ELSE 'false' END`;
  return meaning === 'integer' ? `CAST(${name} AS text)` : name;
}

/** Rows in which a column says anything; a false says nothing. */
export function filled(column: string, meaning: string): string {
  return meaning === 'boolean' ? `${quoted(column)} <> FALSE` : `${quoted(column)} IS NOT NULL`;
}

export async function countRows(reader: Reader, table: string, { text, values }: Where): Promise<number> {
  const [row] = await reader.all(`SELECT count(*) AS n FROM ${quoted(table)} WHERE ${text}`, values);
  return Number(row?.['n'] ?? 0);
}

/** Some values of an expression, shortened. */
export async function examplesOf(
  reader: Reader,
  table: string,
  expression: string,
  { text, values }: Where,
): Promise<readonly string[]> {
  const query = `SELECT DISTINCT ${expression} AS value FROM ${quoted(table)} WHERE ${text} LIMIT ${String(EXAMPLES)}`;
  const rows = await reader.all(query, values);
  return rows.map(({ value }) => shortened(String(value)));
}

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= EXAMPLE_LENGTH ? characters.join('') : `${characters.slice(0, EXAMPLE_LENGTH).join('')}…`;
}
