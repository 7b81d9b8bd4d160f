import { rolesGiving, type RuntimeRight } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { childTable } from '../../storage/sql/names.ts';
import { argument, raw, sql, table } from '../../storage/sql/sql.ts';
import type { Context } from '../context/context.ts';
import { entityOf } from '../context/context.ts';
import { sayTo, type Teller } from './tell.ts';

/** More people than this are not told of what is stuck. */
const MOST = 200;

/** Tells operators that something of a record is stuck: a timer, or an approval. They are shown no more of the record than they may read. */
export async function tellStuck(
  teller: Teller,
  { entity, what }: { readonly entity: string; readonly what: string },
): Promise<void> {
  const people = await holdersOf(teller, 'operate');
  const subject = { entity: entityOf(teller.context, entity), record: null, usersWith: undefined };
  await sayTo(teller, { ...subject, kind: 'stuck', what, by: null }, people);
}

/** Active people who hold a right to pages of the runtime. */
async function holdersOf(
  { context: { model }, tx }: { readonly context: Context; readonly tx: Reader },
  right: RuntimeRight,
): Promise<readonly string[]> {
  const giving = Object.values(model.roles)
    .filter(({ runtime }) => runtime.includes(right))
    .map(({ id }) => rolesGiving(model, id));
  if (giving.length === 0) return [];
  const isAll = giving.includes(null);
  const held = sql`EXISTS (SELECT 1 FROM ${table(childTable('user', 'roles'))} AS g WHERE g."record" = "user"."id"
    AND g."value" IN (SELECT "value" FROM ${raw(tx.dialect.items('p'), argument(0))}))`;
  const active = sql`SELECT "id" FROM ${table('user')} WHERE "active" = TRUE AND "trashed_at" IS NULL`;
  const found = sql`${active}${isAll ? raw('') : sql` AND ${held}`} ORDER BY "id" LIMIT ${raw(String(MOST))}`;
  const roles = [...new Set(giving.flatMap((roles) => roles ?? []))];
  const rows = await tx.all(found, isAll ? [] : [tx.dialect.list(roles)]);
  return rows.map(({ id }) => String(id));
}
