import { canEver } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { SqlRefused } from '../../storage/expressions/refused.ts';
import type { Context } from '../context.ts';
import { rowsShowing } from './field-access.ts';
import { filterSql } from './list-filters.ts';
import { badParameter, type ListParams } from './list-params.ts';
import { searchSql } from './list-search.ts';
import { quoted } from '../../storage/names.ts';
import { partsOf, type Parts } from './ranges.ts';
import { every, granted, sql, TRUE, type Found, type Sql } from './sql.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';
import { forbidden } from '../forbidden.ts';

/** Which rows a list shows. */
export interface ListFilter extends Sql {
  /** The same to find some in an order: that may stop early, and walks another way then. */
  readonly page: Sql;
  /** The same to count them all. */
  readonly counting: Found;
  /** The same rows kind by kind; null where one condition finds them. */
  readonly parts: Parts | null;
  /** So few are looked at that all of them can be. */
  readonly few: boolean;
}

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
): Promise<ListFilter> {
  const { entity, rights } = view;
  if (params.trash && (!entity.trash || !canEver(rights, entity.id, 'delete'))) {
    throw entity.trash ? forbidden(entity.id, 'delete') : badParameter('trash');
  }
  const looked = [...params.filters.map(({ field }) => field), ...named];
  const where = params.where === null ? null : views.where(view, params.where);
  const asked = [
    params.trash ? granted(context, rights, entity, ['delete'], 't') : TRUE,
    rowsShowing(context, entity, rights, looked, 't'),
    ...params.filters.map((filter) => filterSql(context, view, filter)),
    where ?? TRUE,
  ];
  const placed = sql(`t."trashed_at" IS ${params.trash ? 'NOT ' : ''}NULL`);
  const rules = every([placed, view.rows, ...asked]);
  const walked = every([placed, view.ranges?.walked ?? view.rows, ...asked]);
  const table = sql(`${quoted(entity.id)} t`);
  if (params.search === null) {
    const fields = [...params.filters.map(({ field }) => field), ...(where?.looks ?? [])];
    const parts = params.trash ? null : partsOf(view, every(asked), fields);
    return { ...rules, page: walked, counting: { from: table, where: rules }, parts, few: false };
  }
  const found = await searchSql(context, view, params.search);
  const { all, page, few } = found;
  const counting = { from: found.looked?.from ?? table, where: every([rules, found.looked?.where ?? all]) };
  return { ...every([rules, all]), page: every([walked, page]), counting, parts: null, few };
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
