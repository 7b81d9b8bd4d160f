import { canEver, canEverRead, type ListAnswer, type RecordValue, type Scope } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database.ts';
import type { Row } from '../../storage/sql-value.ts';
import { SqlRefused } from '../../storage/expressions/refused.ts';
import { quoted } from '../../storage/names.ts';
import type { Context } from '../context.ts';
import { scopeOf } from '../context.ts';
import type { Caller } from '../records.ts';
import { answerRows } from './answer.ts';
import { rowsShowing } from './field-access.ts';
import { filterSql } from './list-filters.ts';
import { badParameter, readListParams, type ListParams } from './list-params.ts';
import { searchSql } from './list-search.ts';
import { afterSql, encodeAfter, keyColumns, orderOfKeys, orderSql, sortKeys, type SortKey } from './list-sort.ts';
import { every, granted, join, sql, wrap, type Sql } from './sql.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';

export const TOTAL_CAP = 10_000;
const MAX_OFFSET = 1_000_000;

/** `GET /api/<entity>`: the visible records that fit, a page of them, and how many there are. */
export async function listRecords(
  context: Context,
  views: Views,
  caller: Caller,
  entity: string,
  search: URLSearchParams,
): Promise<ListAnswer> {
  try {
    return await listPage(context, views, caller, entity, search);
  } catch (reason) {
    if (search.has('after') && context.dialect.violation(reason)?.kind === 'value') throw badParameter('after');
    if (!(reason instanceof SqlRefused)) throw reason;
    throw new Refusal('bad_where', { params: { position: 1, name: reason.subject } });
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
  const scope = scopeOf(context, caller);
  const filter = filterOf(context, views, view, params);
  const keys = sortKeys(context, view, params.sort);
  const rows = await pageRows(context.db.read, view, filter, keys, params, scope);
  const page = rows.slice(0, params.size);
  const last = rows.length > params.size ? page.at(-1) : undefined;
  const items = await answerRows(view, context.db.read, page, scope);
  return {
    items: params.select ? items.map((item) => selected(item, params.select ?? [])) : items,
    ...(await totalOf(context.db.read, view, filter, params.total, scope)),
    next: last ? encodeAfter(keys, last) : null,
  };
}

function pageSize({ model }: Context): number {
  const size = model.limits['page_size']?.value;
  return typeof size === 'number' && size > 0 ? size : 25;
}

/** Row rules first, then whatever the caller asked for, each only on rows where he may read what it looks at. */
function filterOf(context: Context, views: Views, view: View, params: ListParams): Sql {
  const { entity, rights } = view;
  if (params.trash && (!entity.trash || !canEver(rights, entity.id, 'delete'))) {
    throw entity.trash ? new Refusal('forbidden') : badParameter('trash');
  }
  const looked = [
    ...params.filters.map(({ field }) => field),
    ...params.sort.map((entry) => entry.replace(/^[-+]/, '')),
  ];
  const filters = params.filters.map((filter) => filterSql(context, view, filter));
  return every([
    sql(`t."trashed_at" IS ${params.trash ? 'NOT ' : ''}NULL`),
    view.rows,
    ...(params.trash ? [granted(context, rights, entity, ['delete'], 't')] : []),
    rowsShowing(context, entity, rights, looked, 't'),
    ...filters,
    ...(params.where === null ? [] : [views.where(view, params.where)]),
    ...(params.search === null ? [] : [searchSql(context, view, params.search)]),
  ]);
}

/** Finds the page first and looks up what it shows after, so that titles are read for its rows only. */
async function pageRows(
  reader: Reader,
  view: View,
  filter: Sql,
  keys: readonly SortKey[],
  params: ListParams,
  scope: Scope,
): Promise<readonly Row[]> {
  const after = params.after === null ? [] : [afterSql(keys, params.after)];
  const offset = params.after === null ? Math.min((params.page - 1) * params.size, MAX_OFFSET) : 0;
  const table = quoted(view.entity.id);
  const page = join(
    [
      wrap('SELECT ', keyColumns(keys), ` FROM ${table} t WHERE `),
      every([filter, ...after]),
      wrap(' ORDER BY ', orderSql(keys), ` LIMIT ${params.size + 1} OFFSET ${offset}`),
    ],
    '',
  );
  const statement = join(
    [
      wrap('WITH p AS MATERIALIZED (', page, ') '),
      wrap(
        'SELECT p.*, ',
        view.columns,
        ` FROM p CROSS JOIN ${table} t WHERE t."id" = p."~k${keys.length - 1}" ORDER BY ${orderOfKeys(keys)}`,
      ),
    ],
    '',
  );
  return reader.all(statement.text, statement.values(scope));
}

/** Exact up to the cap, beyond it "at least"; exact at any size only when asked for. */
export async function totalOf(
  reader: Reader,
  view: View,
  filter: Sql,
  kind: ListParams['total'],
  scope: Scope,
): Promise<Pick<ListAnswer, 'total' | 'total_is'>> {
  if (kind === 'none') return { total: null, total_is: null };
  const rows = `FROM ${quoted(view.entity.id)} t WHERE ${filter.text}`;
  const text =
    kind === 'exact'
      ? `SELECT count(*) AS n ${rows}`
      : `SELECT count(*) AS n FROM (SELECT 1 ${rows} LIMIT ${TOTAL_CAP + 1}) AS "capped"`;
  const [found] = await reader.all(text, filter.values(scope));
  const total = Number(found?.['n'] ?? 0);
  return kind === 'capped' && total > TOTAL_CAP
    ? { total: TOTAL_CAP, total_is: 'at_least' }
    : { total, total_is: 'exact' };
}

const ALWAYS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'title',
  'created_at',
  'created_by',
  'changed_at',
  'changed_by',
  'state',
  'state_since',
  'state_final',
  'trashed_at',
]);

/** A field that the caller may never read is refused as one that does not exist. */
function checkSelected({ entity, rights }: View, select: readonly string[]): void {
  const known = (name: string): boolean =>
    ALWAYS.has(name) || (Object.hasOwn(entity.fields, name) && canEverRead(rights, entity, name));
  if (!select.every(known)) throw badParameter('select');
}

/** The record with only these fields and those of the system. */
function selected(item: RecordValue, select: readonly string[]): RecordValue {
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => ALWAYS.has(name) || select.includes(name)),
  ) as RecordValue; // system fields stay
}
