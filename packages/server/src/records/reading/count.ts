import { canEver, type Expression } from '@ninefold/model';
import { entityOf, scopeOf } from '../context/context.ts';
import { all, sql, table } from '../../storage/sql/sql.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { totalOf } from './lists/page.ts';
import { countedParts, partsOf } from '../views/ranges.ts';
import { looksOf } from '../views/views.ts';

/** How many visible records fit; nothing where the caller may not read the entity at all. */
export async function countRecords(
  services: RecordServices,
  caller: Caller,
  entityId: string,
  where: Expression | null,
): Promise<{ readonly total: number; readonly total_is: 'exact' | 'at_least' }> {
  entityOf(services.context, entityId);
  if (!canEver(caller.rights, entityId, 'read')) return { total: 0, total_is: 'exact' };
  const view = services.views.of(caller.rights)(entityId);
  const condition = where === null ? [] : [services.views.condition(view, where)];
  const found = {
    from: sql`${table(entityId)} t`,
    where: all([sql`t."trashed_at" IS NULL`, view.rows, ...condition]),
  };
  const parts = partsOf(view, all(condition), where === null ? [] : looksOf(where));
  const scope = scopeOf(services.context, caller);
  const { total, total_is } = await services.context.db.survey(caller.me.id, async (reader) =>
    totalOf(reader, found, { parts: await countedParts(reader, parts, scope), kind: 'capped', scope }),
  );
  return { total: total ?? 0, total_is: total_is ?? 'exact' };
}
