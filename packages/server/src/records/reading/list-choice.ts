import type { BulkList } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { scopeOf } from '../context.ts';
import type { Caller } from '../records.ts';
import type { Workshop } from '../writing/attempt.ts';
import { listFilter, withRefusedSql } from './list-filter.ts';
import { readFilterParams } from './list-params.ts';

/** Ids of all records of a list, by id; `list_changed` where they are not as many as were seen. */
export async function chosenIds(
  { context, views }: Workshop,
  tx: Writer,
  caller: Caller,
  entity: string,
  { query, count }: BulkList,
): Promise<readonly string[]> {
  return withRefusedSql(async () => {
    const view = views.view(caller.rights, entity);
    const params = readFilterParams(new URLSearchParams(query));
    const filter = await listFilter(context, views, view, params, []);
    const rows = `FROM ${quoted(entity)} t WHERE ${filter.text}`;
    const values = filter.values(scopeOf(context, caller));
    return tx.within(async () => {
      const [counted] = await tx.all(`SELECT count(*) AS n ${rows}`, values);
      const found = Number(counted?.['n'] ?? 0);
      if (found !== count) throw new Refusal('list_changed', { params: { seen: count, found } });
      const ids = await tx.all(`SELECT t."id" AS id ${rows} ORDER BY t."id"`, values);
      return ids.map(({ id }) => String(id));
    });
  });
}
