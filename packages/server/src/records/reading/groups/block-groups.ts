import {
  formatDecimal,
  groupName,
  groupsOfBlock,
  movedPeriod,
  periodOf,
  todayIn,
  type BlockGroup,
  type BlockGroups,
  type Figure,
  type Figures,
  type GroupedBlock,
  type Node,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { scaleOf } from '../../../storage/columns/registry.ts';
import { plainValue } from '../../../storage/expressions/values.ts';
import type { Reader } from '../../../storage/database/database.ts';
import type { Row, SqlValue } from '../../../storage/sql/sql-value.ts';
import {
  all,
  any,
  column,
  join,
  name,
  raw,
  resultColumn,
  sql,
  table,
  TRUE,
  value as valueSql,
  type Sql,
} from '../../../storage/sql/sql.ts';
import { scopeOf, type Context } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import { listFilter } from '../lists/list-filter.ts';
import { badParameter, readFilterParams } from '../lists/list-params.ts';
import { fieldOfSort } from '../lists/list-sort.ts';
import { blockNamed } from '../lists/screen-conditions.ts';
import type { View } from '../../views/view.ts';
import type { Views } from '../../views/views.ts';
import { readableValue } from '../../views/where.ts';
import {
  byKeys,
  columnsOf,
  COUNT,
  firstOf,
  groups,
  keySql,
  keyValue,
  labelOf,
  LEAD,
  pageOf,
  readingsOf,
  rowKey,
  run,
  titlesOf,
  TOTAL,
  type Grouping,
} from './group.ts';
import type { GroupKey } from './group-params.ts';
import { expressionKey, plainNumber } from './key-values.ts';

/**
 * `GET /_/blocks/<screen>.<block>`: the groups of a chart, a table or the trend of a count, with what is not shown of them together, and all records
 * together. A record is counted where a list that is filtered by its group shows it; a figure leaves out the values that the
 * caller may not read.
 */
export async function blockGroups(
  context: Context,
  views: Views,
  { caller, block: asked }: { readonly caller: Caller; readonly block: string },
): Promise<BlockGroups> {
  const scope = scopeOf(context, caller);
  const named = blockNamed(context.model, { rights: caller.rights, scope }, asked);
  const block = named === null ? null : groupsOfBlock(named);
  if (named === null || block === null || block.groupBy.length === 0 || block.show.length === 0)
    throw badParameter('block');
  const view = views.view(caller.rights, block.entity);
  return context.db.survey(caller.me.id, async (reader) => {
    const found = await groupingOf(context, views, { view, block, asked, scope, reader, language: caller.language });
    const own = 'trend' in named ? untilNow(found) : found;
    const figures = block.show.map((figure) => measuredAs(own, figure));
    const { rows, total } = await shownGroups(own, block, figures);
    const among = any(rows.map((row) => sameGroup(own, row)));
    const isWhole = total <= rows.length;
    const shown = await measure({ ...own, filter: all([own.filter, among]) }, figures);
    const others = isWhole ? null : await together({ ...own, filter: all([own.filter, sql`NOT (${among})`]) }, figures);
    return {
      groups: await answered(own, rows, shown),
      others: others === null ? null : { ...others, groups: total - rows.length },
      total: await together(own, figures),
    };
  });
}

/** What the statements of a block share. */
interface BlockGrouping extends Grouping {
  readonly block: GroupedBlock;
}

interface Asked {
  readonly view: View;
  readonly block: GroupedBlock;
  readonly asked: string;
  readonly scope: Scope;
  readonly reader: Reader;
  readonly language: string | undefined;
}

async function groupingOf(
  context: Context,
  views: Views,
  { view, block, asked, scope, reader, language }: Asked,
): Promise<BlockGrouping> {
  const keys = block.groupBy.map(
    (key, index): GroupKey =>
      key.by === 'field'
        ? { name: groupName(key), field: key.field, part: key.period, of: null }
        : { name: `~${String(index)}`, field: '', part: null, of: key.of },
  );
  const filtering = { ...readFilterParams(new URLSearchParams({ screen: asked })), language };
  const named = keys.flatMap(({ field, of }) => (of === null ? field : []));
  const found = await listFilter(context, views, { view, params: filtering, named, scope, reader });
  const shown = keys.flatMap(({ of }) => (of === null ? [] : expressionKey(context, view, of).rows));
  const params = { ...filtering, keys, measures: [], sort: sortOf(block, keys), size: block.rows, page: 1 };
  return {
    context,
    reader,
    view,
    params,
    from: sql`${table(view.entity.id)} t`,
    filter: all([found, ...shown]),
    scope,
    isServed: false,
    lead: null,
    block,
  };
}

/** A trend ends with the period that is now: records of later ones, and without any, are none of it. */
function untilNow(own: BlockGrouping): BlockGrouping {
  const { context, params, filter } = own;
  const today = todayIn(context.model.timeZone, context.clock());
  const past = params.keys.flatMap((key) =>
    key.part === null ? [] : sql`${keySql(own, key)} <= ${valueSql(periodOf(today, key.part))}`,
  );
  return { ...own, filter: all([filter, ...past]) };
}

/** As it is written, with the figure that comes first by the name that the statements have for it; else by the groups, the last period first. */
function sortOf(block: GroupedBlock, keys: readonly GroupKey[]): readonly string[] {
  if (block.sort.length === 0) return keys.map(({ name: key, part }) => (part === null ? key : `-${key}`));
  const lead = leadOf(block);
  return block.sort.flatMap((entry) => {
    const sign = entry.startsWith('-') ? '-' : '';
    const found = block.show.find(({ id }) => id === fieldOfSort(entry));
    if (found === undefined || keys.some(({ name: key }) => key === fieldOfSort(entry))) return entry;
    return found.figure === 'count' ? `${sign}count` : found === lead ? sign + LEAD : [];
  });
}

/** The first figure that is not the count by which groups are put in order. */
function leadOf({ sort, show }: GroupedBlock): Figure | null {
  return sort.flatMap((entry) => show.find(({ id, of }) => of !== null && id === fieldOfSort(entry)) ?? [])[0] ?? null;
}

/** A figure as a column `"v"` of rows, what is made of it, and how it is answered. */
interface Measured {
  readonly figure: Figure;
  readonly value: Sql;
  /** As SQL over the rows of a group. */
  readonly whole: Sql;
  /** As a number or text by which groups are put in order. */
  readonly order: (of: Sql) => Sql;
  readonly read: (value: SqlValue) => Wire;
}

/** Null: the records are counted. */
function measuredAs({ context, view }: BlockGrouping, figure: Figure): Measured | null {
  const { of, figure: fn } = figure;
  if (of === null) return null;
  const { dialect } = context;
  const { value, rows } = readableValue(context, view.entity, view.rights, of);
  const aggregated = dialect.expressions.aggregate(fn, plainValue(of.type, raw('"v"'), [], value.scale));
  const isNumber = of.type.kind === 'number';
  const whole = isNumber
    ? dialect.expressions.exact(plainValue(of.type, aggregated.sql, [], aggregated.scale))
    : aggregated.sql;
  const decimals = isNumber ? decimalsOf(view, figure) : null;
  return {
    figure,
    value: rows === TRUE ? value.sql : sql`CASE WHEN ${rows} THEN ${value.sql} END`,
    whole,
    order: (found) => (isNumber ? sql`CAST(${found} AS NUMERIC)` : found),
    read: (found) => {
      if (!isNumber) return found === null ? null : String(found);
      const number = dialect.readNumber(found);
      return number === null || decimals === null ? plainNumber(number) : formatDecimal(number, decimals);
    },
  };
}

/** The decimals of a field that is measured by itself, of an average at least two; null: as many as there are. */
function decimalsOf({ entity }: View, { figure, of }: Figure): number | null {
  const field = fieldOf(of?.tree ?? null);
  const own = field !== null && Object.hasOwn(entity.fields, field) ? entity.fields[field] : undefined;
  if (own === undefined) return null;
  return figure === 'avg' ? Math.max(2, scaleOf(own)) : scaleOf(own);
}

function fieldOf(tree: Node | null): string | null {
  const isOwn = tree?.node === 'field' && tree.of.node === 'variable' && tree.of.name === 'record';
  return isOwn ? tree.name : null;
}

const MEASURE = resultColumn('v', raw('"v"'), (found) => found);

/** Every group with its count and one measure. */
function measuredGroups(own: BlockGrouping, { value, whole }: Measured): Sql {
  const { params, filter } = own;
  const names = params.keys.map((key) => name(labelOf(key)));
  const readings = readingsOf(own);
  const beside = readings.map((reading) => sql`t.${reading}`);
  const columns = columnsOf(own, join([sql`${value} AS "v"`, ...beside], ', '));
  const rows = sql`SELECT ${columns} FROM ${own.from} WHERE ${filter}`;
  const selected = join(
    [...names, ...firstOf(readings, '"l"'), COUNT.selected, sql`${whole} AS ${MEASURE.name}`],
    ', ',
  );
  return sql`SELECT ${selected} FROM (${rows}) AS "l"${byKeys(names)}`;
}

/** The groups that are shown, in their order, and how many there are in all. */
async function shownGroups(
  own: BlockGrouping,
  block: GroupedBlock,
  figures: readonly (Measured | null)[],
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const lead = figures.find((figure) => figure !== null && figure.figure === leadOf(block)) ?? null;
  const of = lead === null ? null : lead.order(sql`t.${MEASURE.name}`);
  const sorted = { ...own, lead: of };
  const all = lead === null ? groups(sorted) : measuredGroups(own, lead);
  const { rows } = await run(sorted, block.latest ? windowOf(own, all) : pageOf(sorted, all));
  const total = rows[0] === undefined ? 0 : TOTAL.read(rows[0]);
  return { rows: block.latest ? lastPeriods(own, rows) : rows, total };
}

/** What has no period comes first, then the last periods. */
function windowOf({ params }: BlockGrouping, all: Sql): Sql {
  const key = column('t', params.keys.map(labelOf)[0] ?? '');
  const limit = raw(` LIMIT ${String(params.size + 1)}`);
  return sql`SELECT t.*, ${TOTAL.selected} FROM (${all}) AS t ORDER BY (${key} IS NULL) DESC, ${key} DESC${limit}`;
}

/** The periods of which as many as are shown lie between the first and the last, the earliest first; what has none comes last. */
function lastPeriods({ params }: BlockGrouping, rows: readonly Row[]): readonly Row[] {
  const [key] = params.keys;
  if (key === undefined || key.part === null) return rows;
  const of = (row: Row): string => String(row[labelOf(key)]);
  const blank = rows.filter((row) => row[labelOf(key)] === null);
  const dated = rows.filter((row) => row[labelOf(key)] !== null);
  const [last] = dated;
  if (last === undefined) return blank;
  const first = movedPeriod(of(last), key.part, 1 - params.size);
  return [
    ...dated
      .slice(0, params.size)
      .filter((row) => of(row) >= first)
      .toReversed(),
    ...blank,
  ];
}

/** The rows of a group. */
function sameGroup(own: BlockGrouping, row: Row): Sql {
  const { keys } = own.params;
  const same = keys.map((key) => sql`${keySql(own, key)} IS NOT DISTINCT FROM ${valueSql(row[labelOf(key)] ?? null)}`);
  return all(same);
}

/** The figures of each group, by its keys. */
async function measure(
  own: BlockGrouping,
  figures: readonly (Measured | null)[],
): Promise<readonly ReadonlyMap<string, Wire>[]> {
  return Promise.all(
    figures.map(async (figure) => {
      if (figure === null) return new Map<string, Wire>();
      const { rows } = await run(own, measuredGroups(own, figure));
      return new Map(rows.map((row) => [rowKey(own.params, row), figure.read(MEASURE.read(row))]));
    }),
  );
}

/** All records of the filter as one group. */
async function together(own: BlockGrouping, figures: readonly (Measured | null)[]): Promise<Figures> {
  const whole = { ...own, params: { ...own.params, keys: [], sort: [] } };
  const counted = await run(whole, groups(whole));
  const count = counted.rows[0] === undefined ? 0 : COUNT.read(counted.rows[0]);
  const measured = await measure(whole, figures);
  const figuresOf = figures.map((figure, index) =>
    figure === null ? count : ([...(measured[index]?.values() ?? [])][0] ?? null),
  );
  return { count, figures: figuresOf };
}

async function answered(
  own: BlockGrouping,
  rows: readonly Row[],
  measured: readonly ReadonlyMap<string, Wire>[],
): Promise<readonly BlockGroup[]> {
  const titles = await titlesOf(own, rows);
  return rows.map((row) => {
    const count = COUNT.read(row);
    return {
      by: own.params.keys.map((key) => keyValue(own, key, row, titles.get(key.name))),
      count,
      figures: own.block.show.map(({ of }, index) =>
        of === null ? count : (measured[index]?.get(rowKey(own.params, row)) ?? null),
      ),
    };
  });
}
