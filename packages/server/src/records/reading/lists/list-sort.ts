import { type Field, isOpaque, isOneReference } from '@ninefold/model';
import { inOrder, rankedInOrder, type OrderText } from '../../../storage/columns/in-order.ts';
import { columnOf } from '../../../storage/columns/registry.ts';
import type { Row, SqlValue } from '../../../storage/sql/sql-value.ts';
import {
  all,
  any,
  column,
  FALSE,
  join,
  raw,
  resultColumn,
  sql,
  value as valueSql,
  type ResultColumn,
  type Sql,
} from '../../../storage/sql/sql.ts';
import type { PlanContext } from '../../context/context.ts';
import { badParameter, type ListParams } from './list-params.ts';
import { readText } from '../../views/read-text.ts';
import { titleInOrder } from '../../views/titles.ts';
import type { View } from '../../views/view.ts';

/** One part of an order. Blanks come last either way. */
export interface SortKey {
  readonly field: string;
  readonly value: Sql;
  /** The value as a column of a statement of its own, which an outer statement or the next page continues from. */
  readonly column: ResultColumn<SqlValue>;
  /** What stands behind a column that holds the value, to order by it in the same way. */
  readonly collation: string;
  readonly descending: boolean;
  /** Whether it may be blank. */
  readonly blank: boolean;
}

const TRASHED = 'trashed_at';
const SYSTEM: ReadonlySet<string> = new Set(['created_at', 'changed_at', 'state_since', 'version', TRASHED]);
const MAX_KEYS = 5;

/** The order that was asked for, else newest first, in the trash deleted last first; the id decides between equals. */
export function sortKeys(
  context: PlanContext,
  view: View,
  { sort: asked, language, trash }: Pick<ListParams, 'sort' | 'language' | 'trash'>,
): readonly SortKey[] {
  const sort = asked.length === 0 && trash ? [`-${TRASHED}`] : asked;
  if (sort.length > MAX_KEYS || (!trash && sort.some((entry) => fieldOfSort(entry) === TRASHED)))
    throw badParameter('sort');
  const keys = sort.map((entry) => sortKey(context, view, entry, language ?? null));
  const last = keys.at(-1);
  const descending = last ? last.descending : true;
  const all = [...keys, { field: 'id', ...plainly(column('t', 'id')), descending, blank: false }];
  return all.map((key, index) => ({ ...key, column: resultColumn(`k${String(index)}`, key.value, (value) => value) }));
}

/** The field of `-due`. */
export function fieldOfSort(entry: string): string {
  return entry.replace(/^[-+]/, '');
}

function sortKey(context: PlanContext, view: View, entry: string, language: string | null): Omit<SortKey, 'column'> {
  const name = fieldOfSort(entry);
  const value = sortValue(context, view, name, language);
  if (!value) throw badParameter('sort');
  return { field: name, ...value, descending: entry.startsWith('-'), blank: !SYSTEM.has(name) && name !== 'state' };
}

type SortValue = Pick<SortKey, 'value' | 'collation'>;

function plainly(value: Sql): SortValue {
  return { value, collation: '' };
}

function sortValue(context: PlanContext, view: View, name: string, language: string | null): SortValue | null {
  const { entity } = view;
  if (SYSTEM.has(name) && (name !== 'state_since' || entity.lifecycle)) return plainly(column('t', name));
  if (name === 'state' && entity.lifecycle)
    return ofText(rankedInOrder(column('t', 'state').text, Object.keys(entity.lifecycle.states)));
  if (name === 'created_by' || name === 'changed_by')
    return plainly(titleInOrder(context, view.rights, { to: 'user', id: column('t', name), language }));
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field || view.access.fields.get(name) === 'never') return null;
  return fieldValue(context, view, field, language);
}

/** The reading that a text is put in order by, where this reader may read it in every row that is shown; null: the text itself. */
export function readingOf({ entity, access }: View, field: Field): Field | null {
  const reading = field.sortBy === null ? undefined : entity.fields[field.sortBy];
  return reading?.visibleWhen === null && access.fields.get(reading.id) === 'always' ? reading : null;
}

function textInOrder(view: View, field: Field, text: Sql): Sql {
  const reading = readingOf(view, field);
  return reading === null ? text : sql`coalesce(${column('t', reading.id)}, ${text})`;
}

function fieldValue(context: PlanContext, view: View, field: Field, language: string | null): SortValue | null {
  const stored = readText(view.entity, field, 't', language);
  if (columnOf(field) === null || isOpaque(field)) return null;
  if (isOneReference(field))
    return caseless(context, titleInOrder(context, view.rights, { to: field.to, id: stored, language }));
  if (field.sortBy !== null) return caseless(context, textInOrder(view, field, stored));
  const ordered = inOrder(context.dialect.caseless, view.entity, field, stored.text);
  return ordered === null ? null : ofText(ordered);
}

function ofText({ text, collation }: OrderText): SortValue {
  return { value: raw(text), collation };
}

function caseless({ dialect }: PlanContext, value: Sql): SortValue {
  const { text, collation } = dialect.caseless(value.text);
  return { value: raw(text, value), collation };
}

export function orderSql(keys: readonly SortKey[]): Sql {
  return join(
    keys.map((key) => sql`${key.value} ${directionOf(key)}`),
    ', ',
  );
}

/** Nothing is said of blanks where there are none: an index is walked either way then. */
function directionOf({ descending, blank }: SortKey): Sql {
  return raw(`${descending ? 'DESC' : 'ASC'}${blank ? ' NULLS LAST' : ''}`);
}

/** The same order over the columns that `keyColumns` gives, of the rows of `alias`. */
export function orderOfKeys(keys: readonly SortKey[], alias: string): Sql {
  const columns = keys.map((key) => sql`${raw(alias)}.${key.column.name}${raw(key.collation)} ${directionOf(key)}`);
  return join(columns, ', ');
}

/** The values of the sort keys of a row, to continue after it, as columns of a statement. */
export function keyColumns(keys: readonly SortKey[]): Sql {
  return join(
    keys.map((key) => key.column.selected),
    ', ',
  );
}

export function encodeAfter(keys: readonly SortKey[], row: Row): string {
  const values = keys.map((key) => {
    const value = key.column.read(row);
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
  const blank = sql`${first.value} IS NULL`;
  if (from === null) return [all([blank, beyond(rest, others)])];
  const range = pair(first.value, first.descending ? '<=' : '>=', from);
  return [all([range, beyond(keys, values)]), ...(first.blank ? [blank] : [])];
}

function pair(value: Sql, compare: string, right: SqlValue): Sql {
  return sql`${value} ${raw(compare)} ${valueSql(right)}`;
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
      .map((before, at) => pair(before.value, 'IS NOT DISTINCT FROM', values[at] ?? null));
    return all([...equal, behind(key, values[index] ?? null)]);
  });
  return any(steps);
}

/** Compared as one row: an index begins right there. */
function together(keys: readonly SortKey[], values: readonly SqlValue[]): Sql {
  if (keys.length === 0) return FALSE;
  const row = join(
    keys.map(({ value }) => value),
    ', ',
  );
  const compare = raw(keys[0]?.descending === true ? '<' : '>');
  return sql`(${row}) ${compare} (${join(values.map(valueSql), ', ')})`;
}

function behind({ value, descending, blank }: SortKey, from: SqlValue): Sql {
  if (from === null) return FALSE;
  const compare = pair(value, descending ? '<' : '>', from);
  return blank ? any([compare, sql`${value} IS NULL`]) : compare;
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
