import { rolesGiving, type Holder, type Model, type Wire } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import { entityOf, scopeOf, type Context } from '../context.ts';
import { planLoad, type LoadPlan } from '../reading/load.ts';
import { treeOf } from '../reading/tree.ts';
import { readsOf } from '../reads-of.ts';

interface RolePlan {
  readonly role: string;
  readonly ids: string;
  readonly values: readonly string[];
  readonly load: LoadPlan;
}

/** Loads the people that `users_with(…)` lists, with what expressions of the model read of them; undefined where none does. */
export function createUsersWith(context: Context): (reader?: Reader) => Promise<Holder | undefined> {
  const plans = plansOf(context);
  return async (reader = context.db.read) => {
    if (plans.length === 0) return undefined;
    const lists: Record<string, Wire> = {};
    for (const { role, ids, values, load } of plans) {
      const found = (await reader.all(ids, values)).map(({ id }) => String(id));
      const loaded = await load.load(reader, found, scopeOf(context, null));
      lists[role] = found.map((id) => ({ id, ...loaded.get(id) }) as Wire); // nothing in them is undefined
    }
    return lists;
  };
}

function plansOf(context: Context): readonly RolePlan[] {
  const user = entityOf(context, 'user');
  const paths = readsOf(context.model, 'users_with').map((path) => path.split('.'));
  return [...Map.groupBy(paths, ([role = '']) => role)].map(([role, found]) => ({
    role,
    ...idsOf(context.model, role),
    load: planLoad(
      context,
      user,
      treeOf(context.model, user, ['id', ...found.map(([, ...rest]) => rest.join('.'))].filter(Boolean)),
    ),
  }));
}

function idsOf(model: Model, role: string): Pick<RolePlan, 'ids' | 'values'> {
  const giving = rolesGiving(model, role);
  const active = 'SELECT "id" FROM "user" WHERE "active" = TRUE AND "trashed_at" IS NULL';
  if (giving === null) return { ids: `${active} ORDER BY "id"`, values: [] };
  const marks = giving.map(() => '?').join(', ');
  const given = `EXISTS (SELECT 1 FROM "user.roles" AS g WHERE g."record" = "user"."id" AND g."value" IN (${marks}))`;
  return { ids: `${active} AND ${given} ORDER BY "id"`, values: giving };
}
