import type { Scope, StuckApproval, StuckApprovalsAnswer } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { raw, sql, table, valuesOf } from '../../storage/sql/sql.ts';
import { scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { stuckStepsSql } from './lists/waiting-rows.ts';

/** So many are shown, and so many of each step are counted. */
const MOST = 100;
const MOST_COUNTED = 1000;

/** The approvals that nobody is left to give, of all records, for operators: how many there are, and the first hundred. */
export async function stuckApprovals(services: RecordServices, caller: Caller): Promise<StuckApprovalsAnswer> {
  const scope = scopeOf(services.context, caller);
  return services.context.db.survey(caller.me.id, async (reader) => {
    const items: StuckApproval[] = [];
    const counts: number[] = [];
    for (const entity of Object.keys(services.context.model.entities))
      for (const { transition, ids } of await stuckOf(services, scope, reader, entity)) {
        counts.push(Math.min(ids.length, MOST_COUNTED));
        const shown = ids.slice(0, MOST - items.length);
        items.push(...(await titled(services, caller, reader, { entity, transition, ids: shown })));
      }
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { total, total_is: counts.includes(MOST_COUNTED) ? 'at_least' : 'exact', items };
  });
}

/** A step and its records whose approvals nobody is left to give. */
export interface StuckRecords {
  readonly transition: string;
  readonly ids: readonly string[];
}

/** Those of one entity, at most a thousand of each step. */
export async function stuckOf(
  { context }: RecordServices,
  scope: Scope,
  reader: Reader,
  id: string,
): Promise<readonly StuckRecords[]> {
  const entity = context.model.entities[id];
  const found: StuckRecords[] = [];
  for (const [transition, stuck] of entity ? stuckStepsSql(context)(entity) : []) {
    const statement = sql`SELECT t."id" FROM ${table(id)} t WHERE t."trashed_at" IS NULL AND ${stuck} ORDER BY t."id" LIMIT ${raw(String(MOST_COUNTED))}`;
    const rows = await reader.all(statement, valuesOf(statement, scope));
    found.push({ transition, ids: rows.map((row) => String(row['id'])) });
  }
  return found;
}

/** Each with the title of its record, where this operator may see it. */
async function titled(
  { context, views }: RecordServices,
  caller: Caller,
  reader: Reader,
  { entity, transition, ids }: StuckRecords & { readonly entity: string },
): Promise<readonly StuckApproval[]> {
  const titles = await views.of(caller.rights)(entity).titles(reader, entity, ids, scopeOf(context, caller));
  return ids.map((id) => {
    const title = titles.get(id);
    return { entity, record: title === undefined ? { id } : { id, title }, transition };
  });
}
