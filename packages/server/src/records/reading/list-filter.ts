import { canEver } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { SqlRefused } from '../../storage/expressions/refused.ts';
import type { Context } from '../context.ts';
import { rowsShowing } from './field-access.ts';
import { filterSql } from './list-filters.ts';
import { badParameter, type ListParams } from './list-params.ts';
import { searchSql } from './list-search.ts';
import { every, granted, sql, type Sql } from './sql.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';
import { forbidden } from '../forbidden.ts';

/**
 * Row rules first, then whatever the caller asked for, each only on rows where he may read what it looks at; `named` are
 * further fields that the answer looks at, as to sort or group by.
 */
export async function listFilter(
  context: Context,
  views: Views,
  view: View,
  params: Pick<ListParams, 'where' | 'search' | 'trash' | 'filters'>,
  named: readonly string[],
): Promise<Sql> {
  const { entity, rights } = view;
  if (params.trash && (!entity.trash || !canEver(rights, entity.id, 'delete'))) {
    throw entity.trash ? forbidden(entity.id, 'delete') : badParameter('trash');
  }
  const looked = [...params.filters.map(({ field }) => field), ...named];
  const filters = params.filters.map((filter) => filterSql(context, view, filter));
  return every([
    sql(`t."trashed_at" IS ${params.trash ? 'NOT ' : ''}NULL`),
    view.rows,
    ...(params.trash ? [granted(context, rights, entity, ['delete'], 't')] : []),
    rowsShowing(context, entity, rights, looked, 't'),
    ...filters,
    ...(params.where === null ? [] : [views.where(view, params.where)]),
    ...(params.search === null ? [] : [await searchSql(context, view, params.search)]),
  ]);
}

/** What SQL cannot say of the caller's own condition is his to correct. */
export async function withRefusedSql<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (reason) {
    if (!(reason instanceof SqlRefused)) throw reason;
    throw new Refusal('bad_where', { params: { position: 1, name: reason.subject } });
  }
}
