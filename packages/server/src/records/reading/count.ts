import { canEver, type Expression } from '@ninefold/model';
import { entityOf, scopeOf } from '../context.ts';
import { quoted } from '../../storage/names.ts';
import type { Caller } from '../records.ts';
import type { Workshop } from '../writing/attempt.ts';
import { totalOf } from './page.ts';
import { countedParts, partsOf } from './ranges.ts';
import { every, sql } from './sql.ts';
import { looksOf } from './views.ts';

/** How many visible records fit; nothing where the caller may not read the entity at all. */
export async function countRecords(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  where: Expression | null,
): Promise<{ readonly total: number; readonly total_is: 'exact' | 'at_least' }> {
  entityOf(shop.context, entityId);
  if (!canEver(caller.rights, entityId, 'read')) return { total: 0, total_is: 'exact' };
  const view = shop.views.peek(caller.rights, entityId);
  const condition = where === null ? [] : [shop.views.condition(view, where)];
  const found = {
    from: sql(`${quoted(entityId)} t`),
    where: every([sql('t."trashed_at" IS NULL'), view.rows, ...condition]),
  };
  const parts = partsOf(view, every(condition), where === null ? [] : looksOf(where));
  const { read } = shop.context.db;
  const scope = scopeOf(shop.context, caller);
  const { total, total_is } = await totalOf(read, found, await countedParts(read, parts, scope), 'capped', scope);
  return { total: total ?? 0, total_is: total_is ?? 'exact' };
}
