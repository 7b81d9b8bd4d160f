import type { ListAnswer, Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import type { Row } from '../../storage/sql-value.ts';
import { quoted } from '../../storage/names.ts';
import type { Context } from '../context.ts';
import { scopeOf } from '../context.ts';
import type { Caller } from '../records.ts';
import { answerRows } from './answer.ts';
import { expand, readExpansions } from './expand.ts';
import { listFilter, withRefusedSql } from './list-filter.ts';
import { badParameter, readListParams, shownFields, type ListParams } from './list-params.ts';
import {
  afterSql,
  encodeAfter,
  fieldOfSort,
  keyColumns,
  orderOfKeys,
  orderSql,
  sortKeys,
  type SortKey,
} from './list-sort.ts';
import { checkSelected, selectedOnly } from './select.ts';
import { every, join, TRUE, wrap, type Found, type Sql } from './sql.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';

export const TOTAL_CAP = 10_000;

/** `GET /api/<entity>`: the visible records that fit, a page of them, and how many there are. */
export async function listRecords(
  context: Context,
  views: Views,
  caller: Caller,
  entity: string,
  search: URLSearchParams,
): Promise<ListAnswer> {
  try {
    return await withRefusedSql(() => listPage(context, views, caller, entity, search));
  } catch (reason) {
    if (search.has('after') && context.dialect.violation(reason)?.kind === 'value') throw badParameter('after');
    throw reason;
  }
}

async function listPage(
  context: Context,
  views: Views,
  caller: Caller,
  entity: string,
  search: URLSearchParams,
): Promise<ListAnswer> {
  const view = views.view(caller.rights, entity);
  const params = readListParams(search, pageSize(context));
  checkSelected(view, params.select ?? []);
  const expansions = readExpansions(context.model, view, params.expand);
  const scope = scopeOf(context, caller);
  const filter = await listFilter(context, views, view, params, params.sort.map(fieldOfSort));
  const keys = sortKeys(context, view, params.sort);
  const { read } = context.db;
  const isFew = filter.few && params.after === null && params.total !== 'none';
  const [rows, total] = isFew
    ? await rowsAndTotal(read, view, filter.counting, keys, params, scope)
    : await Promise.all([
        pageRows(read, view, filter.page, keys, params, scope),
        totalOf(read, filter.counting, params.total, scope),
      ]);
  const page = rows.slice(0, params.size);
  const last = rows.length > params.size ? page.at(-1) : undefined;
  const items = selectedOnly(await answerRows(view, read, page, scope), shownFields(params));
  await expand(read, views, view.rights, items, expansions, scope);
  return { items, ...total, next: last ? encodeAfter(keys, last) : null };
}

function pageSize({ model }: Context): number {
  const size = model.limits['page_size']?.value;
  return typeof size === 'number' && size > 0 ? size : 25;
}

/** Finds the page first and looks up what it shows after, so that titles are read for its rows only. */
export async function pageRows(
  reader: Reader,
  view: View,
  filter: Sql,
  keys: readonly SortKey[],
  params: Pick<ListParams, 'after' | 'page' | 'size'>,
  scope: Scope,
): Promise<readonly Row[]> {
  const parts = params.after === null ? [TRUE] : afterSql(keys, params.after);
  const rows: Row[] = [];
  for (const after of parts) {
    if (rows.length > params.size) break;
    const found = join(
      [
        wrap('SELECT ', keyColumns(keys), ` FROM ${quoted(view.entity.id)} t WHERE `),
        every([filter, after]),
        wrap(' ORDER BY ', orderSql(keys), limitOf(params)),
      ],
      '',
    );
    const statement = join([wrap('WITH p AS MATERIALIZED (', found, ') '), shownOf(view, keys, '')], '');
    rows.push(...(await reader.all(statement.text, statement.values(scope))));
  }
  return rows.slice(0, params.size + 1);
}

function limitOf({ after, page, size }: Pick<ListParams, 'after' | 'page' | 'size'>): string {
  return ` LIMIT ${size + 1} OFFSET ${after === null ? (page - 1) * size : 0}`;
}

/** What is shown of the rows of `p`. */
function shownOf(view: View, keys: readonly SortKey[], more: string): Sql {
  const from = ` FROM p CROSS JOIN ${quoted(view.entity.id)} t WHERE t."id" = p."~k${keys.length - 1}"`;
  return wrap(`SELECT p.*, ${more}`, view.columns, `${from} ORDER BY ${orderOfKeys(keys, 'p')}`);
}

/** The page and how many there are, where they are few: each is looked at once. */
async function rowsAndTotal(
  reader: Reader,
  view: View,
  found: Found,
  keys: readonly SortKey[],
  params: ListParams,
  scope: Scope,
): Promise<readonly [readonly Row[], Total]> {
  const page = `p AS MATERIALIZED (SELECT * FROM h ORDER BY ${orderOfKeys(keys, 'h')}${limitOf(params)})`;
  const shown = shownOf(view, keys, '(SELECT count(*) FROM h) AS "~total", ');
  const all = join([wrap('SELECT ', keyColumns(keys), ' FROM '), wrap('', found.from, ' WHERE '), found.where], '');
  const statement = join([wrap('WITH h AS MATERIALIZED (', all, `), ${page} `), shown], '');
  const rows = await reader.all(statement.text, statement.values(scope));
  const [first] = rows;
  return [
    rows,
    first ? asTotal(Number(first['~total']), params.total) : await totalOf(reader, found, params.total, scope),
  ];
}

type Total = Pick<ListAnswer, 'total' | 'total_is'>;

/** Exact up to the cap, beyond it "at least"; exact at any size only when asked for. */
export async function totalOf(
  reader: Reader,
  { from, where }: Found,
  kind: ListParams['total'],
  scope: Scope,
): Promise<Total> {
  if (kind === 'none') return { total: null, total_is: null };
  const rows = join([wrap('FROM ', from, ' WHERE '), where], '');
  const text =
    kind === 'exact'
      ? `SELECT count(*) AS n ${rows.text}`
      : `SELECT count(*) AS n FROM (SELECT 1 ${rows.text} LIMIT ${TOTAL_CAP + 1}) AS "capped"`;
  const [found] = await reader.all(text, rows.values(scope));
  return asTotal(Number(found?.['n'] ?? 0), kind);
}

function asTotal(total: number, kind: ListParams['total']): Total {
  return kind === 'capped' && total > TOTAL_CAP
    ? { total: TOTAL_CAP, total_is: 'at_least' }
    : { total, total_is: 'exact' };
}
