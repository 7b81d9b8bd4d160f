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
import { badParameter, readListParams, type ListParams } from './list-params.ts';
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
import { every, join, wrap, type Sql } from './sql.ts';
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
  const rows = await pageRows(context.db.read, view, filter, keys, params, scope);
  const page = rows.slice(0, params.size);
  const last = rows.length > params.size ? page.at(-1) : undefined;
  const items = selectedOnly(await answerRows(view, context.db.read, page, scope), params.select);
  await expand(context.db.read, views, view.rights, items, expansions, scope);
  return {
    items,
    ...(await totalOf(context.db.read, view, filter, params.total, scope)),
    next: last ? encodeAfter(keys, last) : null,
  };
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
