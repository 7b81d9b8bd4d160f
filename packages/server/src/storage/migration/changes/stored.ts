import type { Reader } from '../../database/database.ts';
import { quoted } from '../../sql/names.ts';
import type { SqlValue } from '../../sql/sql-value.ts';

/** A condition with its values, or all rows. */
export interface Where {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export const ALL: Where = { text: 'TRUE', values: [] };

const EXAMPLES = 3;
const EXAMPLE_LENGTH = 40;

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
