import {
  rolesGiving,
  rolesWith,
  type Holder,
  type Me,
  type Model,
  type RecordValue,
  type Wire,
  memoizedWeakly,
  stepsOf,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { childTable } from '../../storage/sql/names.ts';
import { argument, join, sql, table, type Sql } from '../../storage/sql/sql.ts';
import { entityOf, scopeOf, type Context } from '../context/context.ts';
import { readsOf } from '../context/reads-of.ts';
import type { Records } from '../context/records.ts';
import { planLoad, type LoadPlan } from '../loading/load.ts';
import { targetOf, treeOf } from '../loading/tree.ts';

/** Look-ups of the people behind calls, and of those that expressions ask for; they ask nobody's rights. */
export function createPeople(context: Context): Pick<Records, 'me' | 'people' | 'shapesCallers' | 'usersWith'> {
  const paths = pathsOfPeople(context.model);
  const load = peopleLoader(context);
  const people = (ids: readonly string[]): Promise<ReadonlyMap<string, Me>> => load(context.db.read, ids);
  const others = readsOf(context.model, 'users_with').map((path) => path.slice(path.indexOf('.') + 1));
  const shaping = new Set(['user', ...[...paths, ...others].flatMap((path) => entitiesOn(context.model, path))]);
  return {
    people,
    me: async (id) => (await people([id])).get(id) ?? null,
    shapesCallers: (id) => shaping.has(id),
    usersWith: createUsersWith(context),
  };
}

function pathsOfPeople(model: Model): readonly string[] {
  return ['name', 'email', 'language', 'roles', 'active', ...readsOf(model, 'user')];
}

/** Loads the active ones among these users, each as `Me`, by their ids. */
export const peopleLoader = memoizedWeakly((context: Context) => {
  const entity = entityOf(context, 'user');
  const paths = pathsOfPeople(context.model);
  const plan = planLoad(context, entity, treeOf(context.model, entity, [...paths, 'trashed_at']));
  return async (reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Me>> => {
    const loaded = [...(await plan.load(reader, ids, scopeOf(context, null))).values()];
    const active = loaded.filter((found) => found['active'] === true && found['trashed_at'] === null);
    return new Map(active.map((found) => [String(found['id']), meOf(context.model, found)]));
  };
});

/** Entities that a path from a user comes through. */
function entitiesOn(model: Model, path: string): readonly string[] {
  let at: string | null = 'user';
  return stepsOf(path).flatMap((name) => {
    at = at === null ? null : targetOf(model, at, name);
    return at ?? [];
  });
}

function meOf(model: Model, { trashed_at: _trashed, ...found }: Readonly<Record<string, unknown>>): Me {
  const stored = Array.isArray(found['roles']) ? found['roles'].filter((role) => typeof role === 'string') : [];
  const roles = rolesWith(model, stored);
  const text = (name: string): string => (typeof found[name] === 'string' ? found[name] : '');
  return {
    id: text('id'),
    name: text('name'),
    email: text('email'),
    language: text('language') === '' ? null : text('language'),
    roles,
    record: { ...found, roles, title: text('name') } as unknown as RecordValue, // holds what expressions read of a user
  };
}

interface RolePlan {
  readonly role: string;
  readonly ids: Sql;
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
  const active = sql`SELECT "id" FROM ${table('user')} WHERE "active" = TRUE AND "trashed_at" IS NULL`;
  if (giving === null) return { ids: sql`${active} ORDER BY "id"`, values: [] };
  const roles = join(
    giving.map((_, index) => argument(index)),
    ', ',
  );
  const given = sql`EXISTS (SELECT 1 FROM ${table(childTable('user', 'roles'))} AS g WHERE g."record" = "user"."id" AND g."value" IN (${roles}))`;
  return { ids: sql`${active} AND ${given} ORDER BY "id"`, values: giving };
}
