import type { Scope } from '@ninefold/model';
import { quoted } from './names.ts';
import type { Recalled, Source } from './source.ts';
import type { Row, SqlValue } from './sql-value.ts';

/** Gives one parameter when the statement runs: from the scope, or from the arguments of this run. */
export type Param = (scope: Scope, args: readonly SqlValue[]) => SqlValue;

/** Rows of a table that a statement reads or writes: the one whose key is the parameter `row`, or with null any of them. */
export interface Access {
  readonly table: string;
  readonly row: Param | null;
  readonly writes: boolean;
  /** Only rows with these values; where they are written, before and after. */
  readonly only?: readonly (Cell | Among)[];
}

/** The value of a column. */
export interface Cell {
  readonly column: string;
  readonly value: Param;
}

/** A column that has one of these values, which the text of the statement names. */
export interface Among {
  readonly column: string;
  readonly among: readonly string[];
}

/**
 * A statement or a part of one: its text, the parameters of its question marks in order, and the tables that it reads and writes
 * itself (not what triggers write).
 */
export interface Sql {
  readonly text: string;
  readonly params: readonly Param[];
  readonly accesses: readonly Access[];
  /** The parts of an `INSERT` of one row, from which one of several is made. */
  readonly insert?: Insert;
}

/** An `INSERT` of one row: all up to its values, those, and what stands between them and those of another row. */
export interface Insert {
  readonly head: string;
  readonly row: string;
  readonly between: string;
  /** The columns whose values are parameters themselves. */
  readonly cells: readonly Cell[];
}

/** What a database is asked: of a text alone nobody knows which tables it reads or writes. */
export type Statement = string | Sql;

export function textOf(statement: Statement): string {
  return typeof statement === 'string' ? statement : statement.text;
}

/** Composes parts; anything that is not a part itself is refused by the type. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return {
    text: strings.reduce((text, part, index) => `${text}${parts[index - 1]?.text ?? ''}${part}`),
    params: parts.flatMap(({ params }) => params),
    accesses: parts.flatMap(({ accesses }) => accesses),
  };
}

/** The parameters of a statement that takes them from the scope and from `args`. */
export function valuesOf({ params }: Sql, scope: Scope, args: readonly SqlValue[] = []): readonly SqlValue[] {
  return params.map((param) => param(scope, args));
}

export function param(given: Param): Sql {
  return { text: '?', params: [given], accesses: [] };
}

/** A parameter whose value is known when the part is made. */
export function value(known: SqlValue): Sql {
  return param(() => known);
}

const ARGUMENTS: Sql[] = [];

/** A parameter that is the argument with this index of each run: one part for each index, so that a statement knows where it stands. */
export function argument(index: number): Sql {
  return (ARGUMENTS[index] ??= param((_, args) => args[index] ?? null));
}

/** SQL that is written here or by a dialect, with the parts for its question marks: never for a value or for the name of a table. */
export function raw(text: string, ...parts: readonly Sql[]): Sql {
  return {
    text,
    params: parts.flatMap(({ params }) => params),
    accesses: parts.flatMap(({ accesses }) => accesses),
  };
}

export const TRUE: Sql = raw('TRUE');
export const FALSE: Sql = raw('FALSE');

export function name(identifier: string): Sql {
  return raw(quoted(identifier));
}

export function column(alias: string, identifier: string): Sql {
  return raw(`${quoted(alias)}.${quoted(identifier)}`);
}

/** The value of a column as `given`, which is one parameter; none where it is anything else. */
export function cell(name: string, { text, params: [given] }: Sql): readonly Cell[] {
  return text === '?' && given !== undefined ? [{ column: name, value: given }] : [];
}

/** The name of a table of which the statement may read any row. */
export function table(identifier: string): Sql {
  return { text: quoted(identifier), params: [], accesses: [{ table: identifier, row: null, writes: false }] };
}

/** The same where the statement reads only rows with these values, each in a column that holds plain text. */
export function tableWith(identifier: string, only: readonly (Cell | Among)[]): Sql {
  return { text: quoted(identifier), params: [], accesses: [{ table: identifier, row: null, writes: false, only }] };
}

/**
 * `FROM table t WHERE t.key = …`, of which only the row with this key is read: `id` of a record, or `record` of the rows of a list or
 * of lines, which belong to one record together. `key` is one parameter.
 */
export function fromOne(identifier: string, by: 'id' | 'record', key: Sql, ...conditions: readonly Sql[]): Sql {
  const [row = null] = key.params;
  const own: Sql = { text: quoted(identifier), params: [], accesses: [{ table: identifier, row, writes: false }] };
  const rest = all(conditions);
  const plain = sql`FROM ${own} t WHERE ${column('t', by)} = ${key}`;
  return rest === TRUE ? plain : sql`${plain} AND (${rest})`;
}

export function join(parts: readonly Sql[], between: string): Sql {
  return raw(parts.map(({ text }) => text).join(between), ...parts);
}

/** All of them; parts that are always true vanish. A part that joins others by `OR` stands in brackets of its own. */
export function all(parts: readonly Sql[]): Sql {
  const needed = parts.filter((part) => part !== TRUE);
  if (needed.includes(FALSE)) return FALSE;
  return needed.length < 2 ? (needed[0] ?? TRUE) : sql`(${join(needed, ' AND ')})`;
}

/** Any of them; parts that are never true vanish. */
export function any(parts: readonly Sql[]): Sql {
  const needed = parts.filter((part) => part !== FALSE);
  if (needed.includes(TRUE)) return TRUE;
  return needed.length < 2 ? (needed[0] ?? FALSE) : sql`(${join(needed, ' OR ')})`;
}

/**
 * Those that look up fewest other rows first, else in their order: a database looks at the parts in the order of the text, and a row that
 * the first of them decides spares it the rest.
 */
export function cheapFirst(parts: readonly Sql[]): readonly Sql[] {
  const looks = new Map(parts.map((part) => [part, part.text.split('SELECT ').length]));
  return parts.toSorted((one, other) => (looks.get(one) ?? 0) - (looks.get(other) ?? 0));
}

/** True where the part is false or NULL. */
export function isNotTrue(part: Sql): Sql {
  return sql`(${part}) IS NOT TRUE`;
}

/** A column that a statement gives beside those of its table, and how its value is read from a row. */
export interface ResultColumn<T> {
  /** `… AS name`, to stand among the columns of a statement. */
  readonly selected: Sql;
  /** The name, as an outer statement or an order uses it. */
  readonly name: Sql;
  read(row: Row): T;
}

/** `label` is the only one in its statement; no column of a table has a name like it. */
export function resultColumn<T>(label: string, value: Sql, parse: (value: SqlValue) => T): ResultColumn<T> {
  const own = `~${label}`;
  const name = raw(quoted(own));
  return { name, selected: sql`${value} AS ${name}`, read: (row) => parse(row[own] ?? null) };
}

/** A text; null where there is none. */
export function asText(value: SqlValue): string | null {
  return typeof value === 'string' ? value : null;
}

/** A count of rows. */
export function asCount(value: SqlValue): number {
  return Number(value ?? 0);
}

/** A condition: NULL and false are both false. */
export function asTruth(value: SqlValue): boolean {
  return Number(value ?? 0) === 1;
}

/** A text; empty where there is none. */
export function asTextOrEmpty(value: SqlValue): string {
  return typeof value === 'string' ? value : '';
}

/** What a source recalls, or reads where it remembers nothing. */
export async function recalled(source: Source, statement: Statement, values: readonly SqlValue[]): Promise<Recalled> {
  return source.recall?.(statement, values) ?? { rows: await source.all(statement, values), savedMs: 0 };
}
