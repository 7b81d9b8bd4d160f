import type { Entity, Field, Scope } from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import type { Row, SqlValue } from '../../storage/sql-value.ts';
import { literal, quoted } from '../../storage/names.ts';
import type { Ground } from '../context.ts';
import { badParameter } from './list-params.ts';
import { every, FALSE, join, some, sql, wrap, type Sql } from './sql.ts';
import { titleInOrder } from './titles.ts';
import type { View } from './view.ts';

/** One part of an order. Blanks come last either way. */
export interface SortKey {
  readonly field: string;
  readonly value: Sql;
  /** What stands behind a column that holds the value, to order by it in the same way. */
  readonly collation: string;
  readonly descending: boolean;
  /** Whether it may be blank. */
  readonly blank: boolean;
}

const SYSTEM: ReadonlySet<string> = new Set(['created_at', 'changed_at', 'state_since', 'version']);
const MAX_KEYS = 5;

/** The order that was asked for, else newest first; the id decides between equals. */
export function sortKeys(ground: Ground, view: View, sort: readonly string[]): readonly SortKey[] {
  if (sort.length > MAX_KEYS) throw badParameter('sort');
  const keys = sort.map((entry) => sortKey(ground, view, entry));
  const last = keys.at(-1);
  const descending = last ? last.descending : true;
  return [...keys, { field: 'id', value: sql('t."id"'), collation: '', descending, blank: false }];
}

/** The field of `-due`. */
export function fieldOfSort(entry: string): string {
  return entry.replace(/^[-+]/, '');
}

function sortKey(ground: Ground, view: View, entry: string): SortKey {
  const name = fieldOfSort(entry);
  const value = sortValue(ground, view, name);
  if (!value) throw badParameter('sort');
  return { field: name, ...value, descending: entry.startsWith('-'), blank: !SYSTEM.has(name) && name !== 'state' };
}

type SortValue = Pick<SortKey, 'value' | 'collation'>;

function plainly(value: Sql): SortValue {
  return { value, collation: '' };
}

function sortValue(ground: Ground, view: View, name: string): SortValue | null {
  const { entity } = view;
  if (SYSTEM.has(name) && (name !== 'state_since' || entity.lifecycle)) return plainly(sql(`t.${quoted(name)}`));
  if (name === 'state' && entity.lifecycle)
    return plainly(sql(ranked('t."state"', Object.keys(entity.lifecycle.states))));
  if (name === 'created_by' || name === 'changed_by')
    return plainly(titleInOrder(ground, view.rights, 'user', `t.${quoted(name)}`));
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field || view.access.fields.get(name) === 'never') return null;
  return fieldValue(ground, view, entity, field);
}

/** The reading of a text goes before the text itself, where this reader may read it in every row that is shown. */
function textInOrder(view: View, field: Field, column: string): Sql {
  const reading = field.sortBy === null ? undefined : view.entity.fields[field.sortBy];
  const isRead = reading?.visibleWhen === null && view.access.fields.get(reading.id) === 'always';
  return sql(isRead ? `coalesce(t.${quoted(reading.id)}, ${column})` : column);
}

function fieldValue(ground: Ground, view: View, entity: Entity, field: Field): SortValue | null {
  const column = `t.${quoted(field.id)}`;
  if (columnOf(field) === null) return null;
  if (field.type === 'choice') return plainly(sql(ranked(column, field.options)));
  if (field.type === 'reference') return caseless(ground, titleInOrder(ground, view.rights, field.to, column));
  const isName = field.type === 'string' && entity.key !== field.id && !field.unique;
  return isName || field.sortBy !== null ? caseless(ground, textInOrder(view, field, column)) : plainly(sql(column));
}

function caseless({ dialect }: Ground, value: Sql): SortValue {
  const { text, collation } = dialect.caseless(value.text);
  return { value: { text, values: (scope) => value.values(scope) }, collation };
}

/** The place in the written order. */
function ranked(column: string, options: readonly string[]): string {
  if (options.length === 0) return 'NULL';
  return `CASE ${column} ${options.map((option, index) => `WHEN ${literal(option)} THEN ${index}`).join(' ')} END`;
}

export function orderSql(keys: readonly SortKey[]): Sql {
  return {
    text: keys.map((key) => `${key.value.text} ${directionOf(key)}`).join(', '),
    values: (scope) => keys.flatMap(({ value }) => value.values(scope)),
  };
}

/** Nothing is said of blanks where there are none: an index is walked either way then. */
function directionOf({ descending, blank }: SortKey): string {
  return `${descending ? 'DESC' : 'ASC'}${blank ? ' NULLS LAST' : ''}`;
}

/** The same order over the columns that `keyColumns` gives, of the rows of `alias`. */
export function orderOfKeys(keys: readonly SortKey[], alias: string): string {
  return keys.map((key, index) => `${alias}."~k${index}"${key.collation} ${directionOf(key)}`).join(', ');
}

/** The values of the sort keys of a row, to continue after it: columns `"~k0"` … of its statement. */
export function keyColumns(keys: readonly SortKey[]): Sql {
  return {
    text: keys.map(({ value }, index) => `${value.text} AS "~k${index}"`).join(', '),
    values: (scope) => keys.flatMap(({ value }) => value.values(scope)),
  };
}

export function encodeAfter(keys: readonly SortKey[], row: Row): string {
  const values = keys.map((_, index) => {
    const value = row[`~k${index}`] ?? null;
    return typeof value === 'bigint' || typeof value === 'number' ? { n: value.toString() } : value;
  });
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * The rows that follow the one that `after` describes, in parts that come one after the other: those whose first key says
 * something, and those where it is blank. Each is a range of an index, which no condition over both would be.
 */
export function afterSql(keys: readonly SortKey[], after: string): readonly Sql[] {
  const values = decodeAfter(after);
  const [first, ...rest] = keys;
  const [from = null, ...others] = values;
  if (values.length !== keys.length || !first) throw badParameter('after');
  const blank = wrap('', first.value, ' IS NULL');
  if (from === null) return [every([blank, beyond(rest, others)])];
  const range = pair(first.value, first.descending ? '<= ?' : '>= ?', from);
  return [every([range, beyond(keys, values)]), ...(first.blank ? [blank] : [])];
}

function pair(value: Sql, compare: string, right: SqlValue): Sql {
  return { text: `${value.text} ${compare}`, values: (scope: Scope) => [...value.values(scope), right] };
}

/** Behind these values in the order of these keys; of one whose value says something, what is blank is left out where it is the first. */
function beyond(keys: readonly SortKey[], values: readonly SqlValue[]): Sql {
  if (
    keys.every(({ descending }) => descending === keys[0]?.descending) &&
    keys.every(({ blank }, at) => at === 0 || !blank)
  )
    return together(keys, values);
  const steps = keys.map((key, index) => {
    const equal = keys
      .slice(0, index)
      .map((before, at) => pair(before.value, 'IS NOT DISTINCT FROM ?', values[at] ?? null));
    return every([...equal, behind(key, values[index] ?? null)]);
  });
  return some(steps);
}

/** Compared as one row: an index begins right there. */
function together(keys: readonly SortKey[], values: readonly SqlValue[]): Sql {
  if (keys.length === 0) return FALSE;
  const row = join(
    keys.map(({ value }) => value),
    ', ',
  );
  const marks = keys.map(() => '?').join(', ');
  return {
    text: `(${row.text}) ${keys[0]?.descending === true ? '<' : '>'} (${marks})`,
    values: (scope) => [...row.values(scope), ...values],
  };
}

function behind({ value, descending, blank }: SortKey, from: SqlValue): Sql {
  if (from === null) return FALSE;
  const compare = pair(value, descending ? '< ?' : '> ?', from);
  return blank ? some([compare, wrap('', value, ' IS NULL')]) : compare;
}

function decodeAfter(after: string): readonly SqlValue[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(after, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed)) throw badParameter('after');
    return parsed.map(decodeKey);
  } catch {
    throw badParameter('after');
  }
}

function decodeKey(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  const digits = typeof value === 'object' && 'n' in value ? value.n : null;
  if (typeof digits === 'string' && /^-?\d{1,18}$/.test(digits)) return BigInt(digits);
  throw badParameter('after');
}
