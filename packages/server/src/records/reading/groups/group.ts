import {
  type Field,
  formatDecimal,
  type GroupAnswer,
  type GroupValue,
  isOneReference,
  isTranslated,
  normalValue,
  type Scope,
  spanToWire,
  type Type,
  typeOf,
  type Wire,
} from '@ninefold/model';
import { decodeField, scaleOf } from '../../../storage/columns/registry.ts';
import type { Reader } from '../../../storage/database/database.ts';
import { shortName } from '../../../storage/sql/names.ts';
import type { Recalled } from '../../../storage/sql/source.ts';
import type { Row, SqlValue } from '../../../storage/sql/sql-value.ts';
import { plainValue } from '../../../storage/expressions/values.ts';
import {
  asCount,
  column,
  join,
  name,
  raw,
  recalled,
  resultColumn,
  sql,
  table,
  TRUE,
  valuesOf,
  type Sql,
} from '../../../storage/sql/sql.ts';
import { scopeOf, type Context } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import { isSpan, readGroupParams, type GroupKey, type GroupParams, type Measure } from './group-params.ts';
import { dayOf, expressionKey, periodSql, plainNumber } from './key-values.ts';
import { isNoted } from '../lists/asked-shape.ts';
import { listFilter, withRefusedSql, type ListFilter } from '../lists/list-filter.ts';
import type { ListParams } from '../lists/list-params.ts';
import { fieldOfSort, orderSql, readingOf, sortKeys } from '../lists/list-sort.ts';
import { readText } from '../../views/read-text.ts';
import type { View } from '../../views/view.ts';
import type { Views } from '../../views/views.ts';

/** What the statements of one answer share. */
export interface Grouping {
  readonly context: Context;
  readonly reader: Reader;
  readonly view: View;
  readonly params: GroupParams;
  /** Where the rows `t` are looked for, and which of those are meant. */
  readonly from: Sql;
  readonly filter: Sql;
  readonly scope: Scope;
  /** An index that follows use has these groups in their order, and all that is measured. */
  readonly isServed: boolean;
  /** What is measured beside the count, as a column of the groups that they are put in order by; null: nothing. */
  readonly lead: Sql | null;
}

/**
 * `GET /api/<entity>?group=…`: the records that fit, counted and measured group by group. A record is in no group where one
 * of the fields that are named may not be read.
 */
export async function groupRecords(
  context: Context,
  views: Views,
  { caller, entity, search }: { readonly caller: Caller; readonly entity: string; readonly search: URLSearchParams },
): Promise<GroupAnswer> {
  return withRefusedSql(async () => {
    const view = views.view(caller.rights, entity);
    const params = { ...readGroupParams(search, view), language: caller.language };
    const named = [...params.keys.map(({ field }) => field), ...params.measures.map(({ field }) => field.id)];
    return context.db.survey(caller.me.id, async (reader) => {
      const scope = scopeOf(context, caller);
      const arranged = {
        sort: [],
        group: params.keys.map(({ field }) => field),
        measured: params.measures.map(({ field }) => field.id),
      };
      const filter = await listFilter(context, views, { view, params, named, arranged, scope, reader });
      const isServed = filter.isServed;
      const own: Grouping = {
        context,
        reader,
        view,
        params,
        ...groupedRows(view, params, filter),
        scope,
        isServed,
        lead: null,
      };
      const began = performance.now();
      const measured = await Promise.all(params.measures.map((measure) => measuredBy(own, measure)));
      const found = measured.length > 0 ? measured : [await run(own, pageOf(own, groups(own)))];
      const rows = found[0]?.rows ?? [];
      const savedMs = found.reduce((sum, one) => sum + one.savedMs, 0);
      // an index pays for what is asked when something has been written, so that nothing is remembered
      if (isNoted(params)) context.watch?.asked(filter.shape, performance.now() - began + savedMs);
      const titles = await titlesOf(own, rows);
      const items = rows.map((row) => valueOf(own, row, measured, titles));
      return { items, total: await totalGroups(own, rows), total_is: 'exact', next: null };
    });
  });
}

/** How many groups there are: each row of a page says it. */
async function totalGroups(own: Grouping, [first]: readonly Row[]): Promise<number> {
  if (first || own.params.page === 1) return first ? TOTAL.read(first) : 0;
  const { rows: counted } = await run(own, sql`SELECT count(*) AS n FROM (${groups(own)}) AS "g"`);
  return Number(counted[0]?.['n'] ?? 0);
}

export function run({ reader, scope }: Grouping, statement: Sql): Promise<Recalled> {
  return recalled(reader, statement, valuesOf(statement, scope));
}

/** What a key says of each row `t`. Where more is read than the keys, the rows are not read in the order of an index that holds these alone. */
export function keySql({ context, view, params, isServed }: Grouping, { field, part, of }: GroupKey): Sql {
  if (of !== null) return expressionKey(context, view, of).value;
  if (part !== null) return periodSql(context, dayOf(context, view, field), part);
  const own = keyColumn(view, field, params.language);
  const isAlone = params.measures.length === 0 && params.filters.length === 0 && view.rows === TRUE;
  return isAlone || isServed ? own : raw(context.dialect.aside(own.text), own);
}

/** A translated text is grouped as this reader reads it. */
function keyColumn({ entity }: View, name: string, language: string | undefined): Sql {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field ? readText(entity, field, 't', language) : column('t', name);
}

/** The name of a key as a column. */
export function labelOf(key: Pick<GroupKey, 'name'>): string {
  return shortName(key.name);
}

/** The keys of a group as columns under their names, and `more` columns. */
export function columnsOf(own: Grouping, more: Sql): Sql {
  return join([...own.params.keys.map((key) => sql`${keySql(own, key)} AS ${name(labelOf(key))}`), more], ', ');
}

/** How many groups there are, beside each of a page. */
export const TOTAL = resultColumn('groups', raw('count(*) OVER ()'), asCount);

/** How many records a group has. */
export const COUNT = resultColumn('n', raw('count(*)'), asCount);

export function byKeys(keys: readonly Sql[]): Sql {
  return keys.length === 0 ? raw('') : sql` GROUP BY ${join(keys, ', ')}`;
}

/** The readings by which groups are put in order, beside the keys themselves. */
export function readingsOf({ view, params }: Grouping): readonly Sql[] {
  const names = new Set(params.keys.map(({ name }) => name));
  const read = params.keys.flatMap(({ field, part }) => {
    const own = part === null && Object.hasOwn(view.entity.fields, field) ? view.entity.fields[field] : undefined;
    return own ? (readingOf(view, own)?.id ?? []) : [];
  });
  return [...new Set(read)].filter((reading) => !names.has(reading)).map((reading) => name(reading));
}

/** Of the several readings that a text may have, the first, of the rows of `alias`. */
export function firstOf(readings: readonly Sql[], alias: string): readonly Sql[] {
  return readings.map((reading) => sql`min(${raw(alias)}.${reading}) AS ${reading}`);
}

/** Every group with its count, each key under its name. A key that is worked out is grouped by its name: its values may differ for the database. */
export function groups(own: Grouping): Sql {
  const { params, filter } = own;
  const from = sql`${own.from} WHERE ${filter}`;
  const readings = readingsOf(own);
  if (params.keys.some(({ part, of }) => part !== null || of !== null)) {
    const names = params.keys.map((key) => name(labelOf(key)));
    const rows = sql`SELECT ${columnsOf(own, join([raw('1 AS "~one"'), ...readings.map((one) => sql`t.${one}`)], ', '))} FROM ${from}`;
    const selected = join([...names, COUNT.selected, ...firstOf(readings, '"l"')], ', ');
    return sql`SELECT ${selected} FROM (${rows}) AS "l"${byKeys(names)}`;
  }
  const columns = columnsOf(own, join([COUNT.selected, ...firstOf(readings, 't')], ', '));
  return sql`SELECT ${columns} FROM ${from}${byKeys(params.keys.map((key) => keySql(own, key)))}`;
}

/** One page of all groups, which stand as rows `t`, so that their keys sort as the fields do in a list. */
export function pageOf(own: Grouping, all: Sql): Sql {
  const { size, page } = own.params;
  const order = orderOf(own);
  const inOrder = order === null ? raw('') : sql` ORDER BY ${order}`;
  return sql`SELECT t.*, ${TOTAL.selected} FROM (${all}) AS t${inOrder}${raw(` LIMIT ${size} OFFSET ${(page - 1) * size}`)}`;
}

function orderOf(own: Grouping): Sql | null {
  const { context, view, params, lead } = own;
  const named = new Set(params.sort.map(fieldOfSort));
  const rest = params.keys.filter(({ name }) => !named.has(name)).map(({ name }) => name);
  const parts = [...params.sort, ...rest].flatMap((entry) => {
    const field = fieldOfSort(entry);
    const key = params.keys.find((candidate) => candidate.name === field);
    if (key && key.part === null && key.of === null) {
      const [by] = sortKeys(context, view, { ...keyOrder(own, key, entry), trash: false });
      return by === undefined ? [] : orderSql([by]);
    }
    const by = key ? column('t', labelOf(key)) : field === LEAD && lead !== null ? lead : sql`t.${COUNT.name}`;
    return sql`${by} ${raw(entry.startsWith('-') ? 'DESC' : 'ASC')} NULLS LAST`;
  });
  return parts.length === 0 ? null : join(parts, ', ');
}

/** What `sort` says of the measure by which groups are put in order. */
export const LEAD = '~lead';

/** The order of a key: the column of a translated text holds it in the language of the reader already. */
function keyOrder(
  { view, params }: Grouping,
  { field }: GroupKey,
  entry: string,
): Pick<ListParams, 'sort' | 'language'> {
  const own = Object.hasOwn(view.entity.fields, field) ? view.entity.fields[field] : undefined;
  return { sort: [entry], language: own && isTranslated(own) ? undefined : params.language };
}

const NUMBER: Type = { kind: 'number' };

/** A page of groups with one measure, and the measure by the keys of the group. */
interface Measured extends Recalled {
  readonly values: ReadonlyMap<string, SqlValue>;
}

/** One measure of every group of the page, by its keys. */
async function measuredBy(own: Grouping, { fn, field }: Measure): Promise<Measured> {
  const { context, view, params, filter } = own;
  const { expressions } = context.dialect;
  const value = isSpan(field, view.entity)
    ? plainValue(NUMBER, raw('"v"'), [], expressions.counted(raw('0')).scale)
    : plainValue(typeOf(field, view.entity.id), raw('"v"'), [], expressions.scaleOf(field));
  const names = params.keys.map((key) => name(labelOf(key)));
  const measured = resultColumn('v', expressions.aggregate(fn, value).sql, (found) => found);
  const readings = readingsOf(own);
  const beside = readings.map((reading) => sql`t.${reading}`);
  const columns = columnsOf(own, join([sql`${column('t', field.id)} AS "v"`, ...beside], ', '));
  const rows = sql`SELECT ${columns} FROM ${own.from} WHERE ${filter}`;
  const whole = join([...names, ...firstOf(readings, '"l"'), COUNT.selected, measured.selected], ', ');
  const found = await run(own, pageOf(own, sql`SELECT ${whole} FROM (${rows}) AS "l"${byKeys(names)}`));
  return { ...found, values: new Map(found.rows.map((row) => [rowKey(params, row), measured.read(row)])) };
}

/** What timers leave is found by the timers, not by a look at every record. */
function groupedRows(
  { entity }: View,
  { due, stuck }: GroupParams,
  filter: ListFilter,
): Pick<Grouping, 'from' | 'filter'> {
  if (due === null && !stuck) return { from: sql`${table(entity.id)} t`, filter };
  const { from, where } = filter.counting;
  return { from, filter: where };
}

export function rowKey({ keys }: GroupParams, row: Row): string {
  return JSON.stringify(keys.map(labelOf).map((label) => String(row[label] ?? '') + (row[label] === null ? '~' : '')));
}

export type Titles = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Titles of the references among the keys, as far as this reader may see them. */
export async function titlesOf({ reader, view, params, scope }: Grouping, rows: readonly Row[]): Promise<Titles> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const key of params.keys) {
    const to = key.part === null && key.of === null ? targetOf(view, key.field) : null;
    const label = labelOf(key);
    const ids = rows.flatMap((row) => (row[label] === null ? [] : [String(row[label])]));
    if (to !== null) found.set(key.name, await view.titles(reader, to, ids, scope));
  }
  return found;
}

function targetOf({ entity }: View, name: string): string | null {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field) return name === 'state' ? null : 'user';
  return isOneReference(field) ? field.to : null;
}

function valueOf(own: Grouping, row: Row, measured: readonly Measured[], titles: Titles): GroupValue {
  const { params } = own;
  const by = params.keys.map((key): readonly [string, Wire] => [
    key.name,
    keyValue(own, key, row, titles.get(key.name)),
  ]);
  const measures: Record<string, Record<string, Wire>> = {};
  for (const [index, { fn, field }] of params.measures.entries()) {
    const value = measured[index]?.values.get(rowKey(params, row)) ?? null;
    (measures[fn] ??= {})[field.id] = measureValue(own, fn, field, value);
  }
  return { by: Object.fromEntries(by), count: COUNT.read(row), ...measures };
}

export function keyValue(
  { context, view }: Grouping,
  key: GroupKey,
  row: Row,
  titles: ReadonlyMap<string, string> | undefined,
): Wire {
  const { field, part, of } = key;
  const value = row[labelOf(key)] ?? null;
  if (value === null) return null;
  if (titles) {
    const title = titles.get(String(value));
    return title === undefined ? { id: String(value) } : { id: String(value), title };
  }
  if (of?.type.kind === 'number') return plainNumber(context.dialect.readNumber(value));
  if (of?.type.kind === 'boolean') return value === 'true';
  const own = view.entity.fields[field];
  return own && part === null ? decodeField(context.dialect, own, value) : String(value);
}

/** Averages have the decimals of their field, and at least two; those of lengths of time are whole milliseconds. */
function measureValue({ context, view }: Grouping, fn: string, field: Field, value: SqlValue): Wire {
  if (fn === 'min' || fn === 'max') return decodeField(context.dialect, field, value);
  const number = context.dialect.readNumber(value);
  if (number === null) return null;
  if (isSpan(field, view.entity)) return spanToWire({ months: 0, days: 0, ms: Number(formatDecimal(number, 0)) });
  if (fn === 'avg') return formatDecimal(number, Math.max(2, scaleOf(field)));
  const text = formatDecimal(number, scaleOf(field));
  return normalValue(field, text);
}
