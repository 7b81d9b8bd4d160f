import {
  formatDecimal,
  typeOf,
  type Field,
  type GroupAnswer,
  type GroupValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { decodeField, scaleOf } from '../../storage/columns/registry.ts';
import type { Row, SqlValue } from '../../storage/sql-value.ts';
import { raw } from '../../storage/expressions/sql.ts';
import { plainValue } from '../../storage/expressions/values.ts';
import { quoted } from '../../storage/names.ts';
import { scopeOf, type Context } from '../context.ts';
import type { Caller } from '../records.ts';
import { readGroupParams, type GroupKey, type GroupParams, type Measure } from './group-params.ts';
import { listFilter, withRefusedSql } from './list-filter.ts';
import { fieldOfSort, orderSql, sortKeys } from './list-sort.ts';
import { join, sql, wrap, type Sql } from './sql.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';

/** What the statements of one answer share. */
interface Grouping {
  readonly context: Context;
  readonly view: View;
  readonly params: GroupParams;
  readonly filter: Sql;
  readonly scope: Scope;
}

/**
 * `GET /api/<entity>?group=…`: the records that fit, counted and measured group by group. A record is in no group where one
 * of the fields that are named may not be read.
 */
export async function groupRecords(
  context: Context,
  views: Views,
  caller: Caller,
  entity: string,
  search: URLSearchParams,
): Promise<GroupAnswer> {
  return withRefusedSql(async () => {
    const view = views.view(caller.rights, entity);
    const params = readGroupParams(search, view);
    const named = [...params.keys.map(({ field }) => field), ...params.measures.map(({ field }) => field.id)];
    const filter = await listFilter(context, views, view, params, named);
    const own: Grouping = { context, view, params, filter, scope: scopeOf(context, caller) };
    const rows = await run(own, pageOf(own));
    const measured = await Promise.all(params.measures.map((measure) => measuredBy(own, measure)));
    const titles = await titlesOf(own, rows);
    const items = rows.map((row) => valueOf(own, row, measured, titles));
    const [counted] = await run(own, wrap('SELECT count(*) AS n FROM (', groups(own), ') AS "g"'));
    return { items, total: Number(counted?.['n'] ?? 0), total_is: 'exact', next: null };
  });
}

function run({ context, scope }: Grouping, statement: Sql): Promise<readonly Row[]> {
  return context.db.read.all(statement.text, statement.values(scope));
}

function columnText({ field, part }: GroupKey): string {
  const column = `t.${quoted(field)}`;
  return part === null ? column : `substr(${column}, 1, ${part === 'year' ? 4 : 7})`;
}

/** Every group with its count, each key under its name. */
function groups({ view, params, filter }: Grouping): Sql {
  const columns = params.keys.map((key) => `${columnText(key)} AS ${quoted(key.name)}, `).join('');
  const by = params.keys.length === 0 ? '' : ` GROUP BY ${params.keys.map(columnText).join(', ')}`;
  return wrap(`SELECT ${columns}count(*) AS "~n" FROM ${quoted(view.entity.id)} t WHERE `, filter, by);
}

/** One page of the groups, which stand as rows `t`, so that their keys sort as the fields do in a list. */
function pageOf(own: Grouping): Sql {
  const { size, page } = own.params;
  const order = orderOf(own);
  return join(
    [
      wrap('SELECT t.* FROM (', groups(own), ') AS t'),
      ...(order === null ? [] : [wrap(' ORDER BY ', order, '')]),
      sql(` LIMIT ${size} OFFSET ${(page - 1) * size}`),
    ],
    '',
  );
}

function orderOf({ context, view, params }: Grouping): Sql | null {
  const named = new Set(params.sort.map(fieldOfSort));
  const rest = params.keys.filter(({ name }) => !named.has(name)).map(({ name }) => name);
  const parts = [...params.sort, ...rest].flatMap((entry) => {
    const name = fieldOfSort(entry);
    const key = params.keys.find((candidate) => candidate.name === name);
    if (key && key.part === null) return orderSql(sortKeys(context, view, [entry]).slice(0, 1));
    const column = key ? `t.${quoted(name)}` : 't."~n"';
    return sql(`${column} ${entry.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST`);
  });
  return parts.length === 0 ? null : join(parts, ', ');
}

type Measured = ReadonlyMap<string, SqlValue>;

/** One measure of every group, by its keys. */
async function measuredBy(own: Grouping, { fn, field }: Measure): Promise<Measured> {
  const { context, view, params, filter } = own;
  const { expressions } = context.dialect;
  const value = plainValue(typeOf(field, view.entity.id), raw('"v"'), [], expressions.scaleOf(field));
  const columns = params.keys.map((key) => `${columnText(key)} AS ${quoted(key.name)}, `).join('');
  const names = params.keys.map(({ name }) => quoted(name));
  const whole = [...names, `${expressions.aggregate(fn, value).sql.text} AS "~v"`].join(', ');
  const rows = `SELECT ${columns}t.${quoted(field.id)} AS "v" FROM ${quoted(view.entity.id)} t WHERE `;
  const by = names.length === 0 ? '' : ` GROUP BY ${names.join(', ')}`;
  const found = await run(own, wrap(`SELECT ${whole} FROM (${rows}`, filter, `) AS "l"${by}`));
  return new Map(found.map((row) => [rowKey(params, row), row['~v'] ?? null]));
}

function rowKey({ keys }: GroupParams, row: Row): string {
  return JSON.stringify(keys.map(({ name }) => String(row[name] ?? '') + (row[name] === null ? '~' : '')));
}

type Titles = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Titles of the references among the keys, as far as this reader may see them. */
async function titlesOf({ context, view, params, scope }: Grouping, rows: readonly Row[]): Promise<Titles> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const { name, field } of params.keys) {
    const to = targetOf(view, field);
    const ids = rows.flatMap((row) => (row[name] === null ? [] : [String(row[name])]));
    if (to !== null) found.set(name, await view.titles(context.db.read, to, ids, scope));
  }
  return found;
}

function targetOf({ entity }: View, name: string): string | null {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field) return name === 'state' ? null : 'user';
  return field.type === 'reference' ? field.to : null;
}

function valueOf(own: Grouping, row: Row, measured: readonly Measured[], titles: Titles): GroupValue {
  const { params } = own;
  const by = params.keys.map((key): readonly [string, Wire] => [
    key.name,
    keyValue(own, key, row, titles.get(key.name)),
  ]);
  const measures: Record<string, Record<string, Wire>> = {};
  for (const [index, { fn, field }] of params.measures.entries()) {
    const value = measured[index]?.get(rowKey(params, row)) ?? null;
    (measures[fn] ??= {})[field.id] = measureValue(own, fn, field, value);
  }
  return { by: Object.fromEntries(by), count: Number(row['~n'] ?? 0), ...measures };
}

function keyValue(
  { context, view }: Grouping,
  { name, field, part }: GroupKey,
  row: Row,
  titles: ReadonlyMap<string, string> | undefined,
): Wire {
  const value = row[name] ?? null;
  if (value === null) return null;
  if (titles) {
    const title = titles.get(String(value));
    return title === undefined ? { id: String(value) } : { id: String(value), title };
  }
  const own = view.entity.fields[field];
  return own && part === null ? decodeField(context.dialect, own, value) : String(value);
}

/** Averages have the decimals of their field, and at least two. */
function measureValue({ context }: Grouping, fn: string, field: Field, value: SqlValue): Wire {
  if (fn === 'min' || fn === 'max') return decodeField(context.dialect, field, value);
  const number = context.dialect.readNumber(value);
  if (number === null) return null;
  if (fn === 'avg') return formatDecimal(number, Math.max(2, scaleOf(field)));
  const text = formatDecimal(number, scaleOf(field));
  return field.type === 'integer' ? Number(text) : text;
}
