import { canEver, transitionOfDid, type RecordValue } from '@ninefold/model';
import { scopeOf, type Context } from '../context.ts';
import type { Caller } from '../records.ts';
import { answerRows } from './answer.ts';
import { listFilter, withRefusedSql } from './list-filter.ts';
import { readExportParams } from './list-params.ts';
import { encodeAfter, fieldOfSort, sortKeys } from './list-sort.ts';
import { pageRows } from './page.ts';
import { checkSelected, selectedOnly } from './select.ts';
import { nameReferences } from './reference-names.ts';
import { every, granted } from './sql.ts';
import type { View } from './view.ts';
import type { Views } from './views.ts';
import { forbidden } from '../forbidden.ts';

const AT_ONCE = 200;

/**
 * The records of a list that the caller may export, a page at a time, so that any number takes the same memory. Each page is
 * read on its own: what others change meanwhile may be in it. With `named` the title of a reference is a name by which an
 * import finds it again, and is missing where there is none.
 */
export async function* exportRecords(
  context: Context,
  views: Views,
  caller: Caller,
  entity: string,
  search: URLSearchParams,
  named: boolean,
): AsyncGenerator<readonly RecordValue[], void> {
  const view = views.view(caller.rights, entity);
  if (!canEver(caller.rights, entity, 'export')) throw forbidden(entity, 'export');
  const params = readExportParams(search);
  checkSelected(view, params.select ?? []);
  const scope = scopeOf(context, caller);
  const filter = await withRefusedSql(async () =>
    every([
      await listFilter(context, views, view, params, params.sort.map(fieldOfSort)),
      granted(context, caller.rights, view.entity, ['export'], 't'),
    ]),
  );
  const keys = sortKeys(context, view, params.sort);
  const name = named ? nameReferences(context, caller.rights, view.entity, scope) : null;
  let after: string | null = null;
  do {
    const rows = await pageRows(context.db.read, view, [filter], keys, { after, page: 1, size: AT_ONCE }, scope);
    const page = rows.slice(0, AT_ONCE);
    const items = await answerRows(view, context.db.read, page, scope);
    const records = selectedOnly(
      items.map((item) => withoutHistory(view, item)),
      params.select,
    );
    yield name === null ? records : await name(records);
    const last = rows.length > AT_ONCE ? page.at(-1) : undefined;
    after = last ? encodeAfter(keys, last) : null;
  } while (after !== null);
}

/** Who fired a transition is history, which is not exported. */
function withoutHistory({ beside }: View, item: RecordValue): RecordValue {
  if (beside.length === 0) return item;
  const kept = Object.entries(item).filter(([name]) => transitionOfDid(name) === null);
  return Object.fromEntries(kept) as RecordValue; // system fields stay
}
