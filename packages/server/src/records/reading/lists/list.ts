import type { ListAnswer } from '@ninefold/model';
import type { Context } from '../../context/context.ts';
import { scopeOf } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import { answerRows } from '../../views/answer.ts';
import { isNoted } from './asked-shape.ts';
import { expand, readExpansions } from './expand.ts';
import { countFacets, facetKeys } from './facets.ts';
import { listFilter, withRefusedSql } from './list-filter.ts';
import { badParameter, readListParams, shownFields } from './list-params.ts';
import { encodeAfter, fieldOfSort, sortKeys } from './list-sort.ts';
import { pageAndTotalOfMany } from './many-timed.ts';
import { pageAndTotal } from './page.ts';
import { checkSelected, selectedOnly } from './select.ts';
import { trashedBy } from './trashed-by.ts';
import type { Views } from '../../views/views.ts';

/** `GET /api/<entity>`: the visible records that fit, a page of them, and how many there are. */
export async function listRecords(
  context: Context,
  views: Views,
  { caller, entity, search }: { readonly caller: Caller; readonly entity: string; readonly search: URLSearchParams },
): Promise<ListAnswer> {
  try {
    return await withRefusedSql(() => listPage(context, views, { caller, entity, search }));
  } catch (reason) {
    if (search.has('after') && context.dialect.violation(reason)?.kind === 'value') throw badParameter('after');
    throw reason;
  }
}

async function listPage(
  context: Context,
  views: Views,
  { caller, entity, search }: { readonly caller: Caller; readonly entity: string; readonly search: URLSearchParams },
): Promise<ListAnswer> {
  const view = views.view(caller.rights, entity);
  const params = { ...readListParams(search, pageSize(context)), language: caller.language };
  checkSelected(view, params.select ?? []);
  const expansions = readExpansions(context.model, view, params.expand);
  const scope = scopeOf(context, caller);
  const keys = sortKeys(context, view, params);
  const counted = params.facets.length === 0 ? null : facetKeys(view, params.facets);
  return context.db.survey(caller.me.id, async (reader) => {
    const named = params.sort.map(fieldOfSort);
    const arranged = { sort: params.sort, group: [], measured: [] };
    const filter = await listFilter(context, views, { view, params, named, arranged, scope, reader });
    const began = performance.now();
    const [rows, { savedMs, ...total }] =
      filter.many === null
        ? await pageAndTotal(reader, view, { listFilter: filter, keys, params, scope })
        : await pageAndTotalOfMany(reader, view, { many: filter.many, keys, params, scope });
    // an index pays for what is asked when something has been written, so that nothing is remembered
    if (isNoted(params)) context.watch?.asked(filter.shape, performance.now() - began + savedMs);
    const shown = rows.slice(0, params.size);
    const last = rows.length > params.size ? shown.at(-1) : undefined;
    const items = selectedOnly(await answerRows(view, reader, shown, scope), shownFields(params));
    await expand(reader, views, { rights: view.rights, items, expansions, scope });
    const page = { items, ...total, next: last ? encodeAfter(keys, last) : null };
    const answer = params.trash ? { ...page, trashed_by: await trashedBy(reader, view, items, scope) } : page;
    if (counted === null) return answer;
    return { ...answer, facets: await countFacets(context, views, { view, params, keys: counted, scope, reader }) };
  });
}

/** How many records a page holds where the caller asks for no number. */
export function pageSize({ model }: Context): number {
  const size = model.limits['page_size']?.value;
  return typeof size === 'number' && size > 0 ? size : 25;
}
