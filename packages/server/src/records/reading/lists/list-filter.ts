import { canEver, partsOf as partsOfObjects, type Scope } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { SqlRefused } from '../../../storage/expressions/refused.ts';
import type { Reader } from '../../../storage/database/database.ts';
import { timedReachOf, type Context } from '../../context/context.ts';
import { rowsShowing } from '../../views/field-access.ts';
import type { AskedShape } from '../../../storage/indexes/asked-shape.ts';
import { askedFilters, filtersOfCondition, isNoted } from './asked-shape.ts';
import { filterSql } from './list-filters.ts';
import { withNamedValues } from './named-values.ts';
import { badParameter, type Filter, type Filtering } from './list-params.ts';
import { searchSql } from './search/list-search.ts';
import { areUpTo, narrowedByTimers, type ManyTimed, type TimerRows } from './timer-rows.ts';
import { awaitedSql, waitingSql } from './waiting-rows.ts';
import { screenConditions } from './screen-conditions.ts';
import { all, raw, sql, table, TRUE, type Sql } from '../../../storage/sql/sql.ts';
import { partsOf, type Parts } from '../../views/ranges.ts';
import { fewReadable } from '../../views/few-readable.ts';
import { granted, type Found } from '../../views/conditions.ts';
import type { View } from '../../views/view.ts';
import { looksOf, type Views } from '../../views/views.ts';
import { forbidden } from '../../context/forbidden.ts';

/** Which rows a list shows. */
export interface ListFilter extends Sql {
  /** The same to find some in an order: a scan in that order may stop early. */
  readonly page: Sql;
  /** The same to count them all. */
  readonly counting: Found;
  /** The same rows by disjuncts; null where one condition finds them. */
  readonly parts: Parts | null;
  /** So few are looked at that all of them can be. */
  readonly few: boolean;
  /** The rows of many timers. */
  readonly many: ManyRows | null;
  /** What is asked, without the values. */
  readonly shape: AskedShape;
  /** An index that follows use answers it. */
  readonly isServed: boolean;
}

/** Rows that many timers and other conditions leave, to find a page of them in either way. */
export interface ManyRows extends ManyTimed {
  /** What all else leaves, for a scan in the order of a list. */
  readonly else: Sql;
  /** Which of these the timers leave, row by row. */
  readonly timed: Sql;
  /** So many rows of such a scan are looked at. */
  readonly first: number;
}

/** What a list asks for beside its filters. */
export type Arranged = Pick<AskedShape, 'sort' | 'group' | 'measured'>;

const ALL_ROWS: TimerRows = { all: TRUE, page: TRUE, few: null, many: null };
const PLAIN: Arranged = { sort: [], group: [], measured: [] };

/**
 * The row conditions, those of the screens that the caller looks at, then the conditions that the caller sent. Each of these
 * last holds only on rows where the caller may read the fields that it reads. `named` are further fields that the answer
 * reads, for example to sort or group by.
 */
export async function listFilter(
  context: Context,
  views: Views,
  {
    view,
    params,
    named,
    arranged = PLAIN,
    scope,
    reader,
  }: {
    readonly view: View;
    readonly params: Filtering;
    readonly named: readonly string[];
    readonly arranged?: Arranged;
    readonly scope: Scope;
    readonly reader: Reader;
  },
): Promise<ListFilter> {
  const { entity, rights } = view;
  checkTrash(view, params);
  const said = withNamedValues(entity, params.filters, scope);
  const objects = partsOfObjects(entity.fields);
  const filtered = said.flatMap(({ field }) => objects.get(field) ?? field);
  const where = params.where === null ? null : views.where(view, params.where);
  const shown = screenConditions(context.model, { rights, scope }, { entity: entity.id, screens: params.screens });
  const conditions = [...shown, ...(where === null ? [] : [where.expression])];
  const filters = askedFilters(
    said,
    conditions.flatMap((condition) => filtersOfCondition(context.model)(entity)(condition)),
  );
  const shape = { entity: entity.id, filters, ...arranged, restricted: view.rows !== TRUE };
  const serving = isNoted(params) ? (context.watch?.served(shape) ?? null) : null;
  const asked = [
    params.trash ? granted(context, rights, { entity, verbs: ['delete'], alias: 't' }) : TRUE,
    rowsShowing(context, entity, { rights, fields: [...filtered, ...named], alias: 't' }),
    ...dearLast(said).map((filter) => filterSql(context, view, filter, params.language)),
    ...shown.map((condition) => views.condition(view, condition)),
    params.waiting === null ? TRUE : waitingSql(context, entity, rights, params.waiting),
    params.awaited === null ? TRUE : awaitedSql(context, entity, rights, params.awaited),
    where ?? TRUE,
  ];
  const placed = raw(`t."trashed_at" IS ${params.trash ? 'NOT ' : ''}NULL`);
  const rows = serving === null || serving.leadsByRule ? view.rows : checkedRows(view);
  const seen = serving === null ? TRUE : raw(serving.sees);
  const from = sql`${table(entity.id)} t`;
  const others = asked.every((one) => one === TRUE)
    ? null
    : sql`FROM ${from} WHERE ${all([placed, rows, seen, ...asked])}`;
  const timed = await timedRows(context, view, { params, scope, reader, others });
  const rules = all([placed, rows, seen, ...asked, timed.all]);
  // newest first, many rows are met sooner in the order of the ids
  const isInOrder = serving !== null && shape.sort.length > 0;
  const before = all([placed, view.ranges?.scan ?? (isInOrder ? rows : view.rows), isInOrder ? seen : TRUE, ...asked]);
  const scanned = all([before, timed.page]);
  if (params.search === null) {
    const fields = [...filtered, ...shown.flatMap(looksOf), ...(where?.looks ?? [])];
    const parts = params.trash || serving !== null ? null : partsOf(view, all([...asked, timed.all]), fields);
    const timers = timed.few ?? timed.many;
    const { from: looked = from, where: kept = timed.all } = timers ?? {};
    const counting = { from: looked, where: all([placed, rows, seen, ...asked, kept]) };
    const many = timed.many && {
      ...timed.many,
      ...counting,
      else: before,
      timed: timed.page,
      first: timedReachOf(context).rows,
    };
    const ways = { page: scanned, counting, parts: timers === null ? parts : null, few: timed.few !== null, many };
    return { ...rules, ...ways, shape, isServed: serving !== null };
  }
  const { search, isInColumns } = params;
  const found = await searchSql(context, view, { search, isInColumns, language: params.language, reader, scope });
  const counting = { from: found.looked?.from ?? from, where: all([rules, found.looked?.where ?? found.all]) };
  const few = found.few || timed.few !== null;
  const ways = { page: all([scanned, found.page]), counting, parts: null, few, many: null };
  return { ...all([rules, found.all]), ...ways, shape, isServed: false };
}

/** The rows that `due=` and `stuck=` leave. `others`: those that all else leaves; null where nothing else is asked. */
async function timedRows(
  context: Context,
  view: View,
  {
    params,
    scope,
    reader,
    others,
  }: { readonly params: Filtering; readonly scope: Scope; readonly reader: Reader; readonly others: Sql | null },
): Promise<TimerRows> {
  if (params.due === null && !params.stuck) return ALL_ROWS;
  const { entity, rights } = view;
  const isFewElse =
    (await fewReadable(reader, view, scope)) !== null ||
    (others !== null && (await areUpTo(reader, others, { most: timedReachOf(context).rows, scope })));
  return narrowedByTimers(context, entity, { rights, scope, asked: params, reader, isFewElse });
}

function checkTrash({ entity, rights }: View, { trash }: Filtering): void {
  if (!trash) return;
  if (!entity.trash) throw badParameter('trash');
  if (!canEver(rights, entity.id, 'delete')) throw forbidden(entity.id, 'delete');
}

/** The row condition of a view as one that the planner does not take apart, so that it looks for no other index for it. */
function checkedRows({ rows }: View): Sql {
  return rows === TRUE ? TRUE : sql`(${rows}) IS TRUE`;
}

/** A part of a text is looked for in the rows that the other filters leave. */
function dearLast(filters: readonly Filter[]): readonly Filter[] {
  return filters.toSorted((one, other) => Number(one.op === 'has') - Number(other.op === 'has'));
}

/** A condition of the caller that SQL cannot express is an error of the caller. */
export async function withRefusedSql<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (reason) {
    if (!(reason instanceof SqlRefused)) throw reason;
    throw new Refusal('bad_where', { params: { position: 1, name: reason.subject } });
  }
}
