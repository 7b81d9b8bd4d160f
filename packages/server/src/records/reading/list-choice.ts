import type { BulkList, Scope } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database/database.ts';
import { sql, table, valuesOf } from '../../storage/sql/sql.ts';
import { scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { listFilter, withRefusedSql } from './lists/list-filter.ts';
import { readFilterParams } from './lists/list-params.ts';
import { versionsOf } from './lists/versions.ts';

/** A record as it was when it was chosen. */
export interface ChosenRecord {
  readonly id: string;
  readonly version: number;
}

/** All records of a list, by id; `list_changed` where they are not as many as were seen. */
export async function chosenRecords(
  { context, views }: RecordServices,
  {
    caller,
    entity,
    bulkList: { query, count },
  }: { readonly caller: Caller; readonly entity: string; readonly bulkList: BulkList },
): Promise<readonly ChosenRecord[]> {
  const view = views.view(caller.rights, entity);
  const params = { ...readFilterParams(new URLSearchParams(query)), language: caller.language };
  return withRefusedSql(() =>
    context.db.survey(caller.me.id, async (reader) => {
      const scope = scopeOf(context, caller);
      const filter = await listFilter(context, views, { view, params, named: [], scope, reader });
      const rows = sql`FROM ${table(entity)} t WHERE ${filter}`;
      const values = valuesOf(rows, scope);
      const [counted] = await reader.all(sql`SELECT count(*) AS n ${rows}`, values);
      const found = Number(counted?.['n'] ?? 0);
      if (found !== count) throw listChanged(count, found);
      const chosen = await reader.all(sql`SELECT t."id" AS id, t."version" AS version ${rows} ORDER BY t."id"`, values);
      return chosen.map(({ id, version }) => ({ id: String(id), version: Number(version) }));
    }),
  );
}

/** The ids of chosen records, in a transaction; `list_changed` where one of them has been changed since it was chosen. */
export async function unchangedIds(
  tx: Writer,
  entity: string,
  chosen: readonly ChosenRecord[],
  scope: Scope,
): Promise<readonly string[]> {
  const ids = chosen.map(({ id }) => id);
  const versions = await versionsOf(tx, entity, ids, scope);
  const unchanged = chosen.filter(({ id, version }) => versions.get(id) === version);
  if (unchanged.length < chosen.length) throw listChanged(chosen.length, unchanged.length);
  return ids;
}

function listChanged(seen: number, found: number): Refusal {
  return new Refusal('list_changed', { params: { seen, found } });
}
