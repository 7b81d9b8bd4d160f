import {
  limitValuesOn,
  rolesWith,
  todayIn,
  type Entity,
  type Me,
  type Model,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import { settle } from '@ninefold/model';
import type { Row } from '../../storage/sql-value.ts';
import { entityOf, type Context } from '../context.ts';
import { planLoad } from '../reading/load.ts';
import { targetOf, treeOf } from '../reading/tree.ts';
import { insertRecord } from '../writing/store.ts';
import { newId } from '../writing/uuid.ts';
import { changesOf, writeHistory } from '../writing/write-history.ts';
import type { Records } from '../records.ts';
import { readsOf } from '../reads-of.ts';
import { createUsersWith } from './users-with.ts';
import { Refusal } from '../../refusal.ts';
import { plainLower, uniqueProblems } from '../writing/unique.ts';

type People = Pick<
  Records,
  'me' | 'people' | 'shapesCallers' | 'usersWith' | 'userByEmail' | 'addUser' | 'demoAccounts'
>;
type NewUser = Parameters<Records['addUser']>[0];

/** Look-ups of accounts; they ask nobody's rights. */
export function createPeople(context: Context): People {
  const entity = entityOf(context, 'user');
  const paths = ['name', 'email', 'language', 'roles', 'active', ...readsOf(context.model, 'user')];
  const plan = planLoad(context, entity, treeOf(context.model, entity, [...paths, 'trashed_at']));
  const people = async (ids: readonly string[]): Promise<ReadonlyMap<string, Me>> => {
    const loaded = [...(await plan.load(context.db.read, ids, systemScope(context))).values()];
    const active = loaded.filter((found) => found['active'] === true && found['trashed_at'] === null);
    return new Map(active.map((found) => [String(found['id']), meOf(context.model, found)]));
  };
  const others = readsOf(context.model, 'users_with').map((path) => path.slice(path.indexOf('.') + 1));
  const shaping = new Set(['user', ...[...paths, ...others].flatMap((path) => entitiesOn(context.model, path))]);
  return {
    people,
    me: async (id) => (await people([id])).get(id) ?? null,
    userByEmail: async (email) => {
      const text =
        'SELECT "id" FROM "user" WHERE lower("email") = ? AND "active" = TRUE AND "trashed_at" IS NULL LIMIT 1';
      const [row] = await context.db.read.all(text, [plainLower(email.trim().normalize('NFC'))]);
      return row === undefined ? null : String(row['id']);
    },
    shapesCallers: (id) => shaping.has(id),
    usersWith: createUsersWith(context),
    addUser: (user) => addUser(context, entity, user),
    demoAccounts: () => demoAccounts(context),
  };
}

/** Entities that a path from a user comes through. */
function entitiesOn(model: Model, path: string): readonly string[] {
  let at: string | null = 'user';
  return path.split('.').flatMap((name) => {
    at = at === null ? null : targetOf(model, at, name);
    return at ?? [];
  });
}

/** The scope of work that nobody in particular does. */
export function systemScope({ model, clock }: Context): Scope {
  const now = clock();
  const today = todayIn(model.timeZone, now);
  return { user: null, limits: limitValuesOn(model, today), now, today, timeZone: model.timeZone };
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

async function addUser(context: Context, entity: Entity, user: NewUser): Promise<string> {
  const scope = systemScope(context);
  const sent = { ...user, roles: [...user.roles], active: true };
  return context.db.write(async (tx) => {
    const settled = settle({ entity, before: null, sent, scope });
    const record: RecordValue = { ...settled, id: newId(scope.now), version: 1 };
    const problems = await uniqueProblems(tx, context.model, entity, record, scope, new Set(['email']));
    if (problems.length > 0) throw new Refusal('invalid', { problems });
    insertRecord(tx, context.model, entity, record);
    writeHistory(tx, {
      entity: 'user',
      record: record.id,
      at: scope.now,
      by: null,
      kind: 'create',
      transition: null,
      from: null,
      to: null,
      input: null,
      changes: changesOf(entity, null, record),
      via: 'call',
      version: 1,
    });
    return record.id;
  });
}

async function demoAccounts({ db, model }: Context): Promise<Awaited<ReturnType<Records['demoAccounts']>>> {
  const users = await db.read.all(
    `SELECT "id", "name", "email" FROM "user" WHERE "active" = TRUE AND "trashed_at" IS NULL ORDER BY "created_at", "name", "id" LIMIT 200`,
    [],
  );
  const given = await db.read.all('SELECT "record", "value" FROM "user.roles" ORDER BY "record", "position"', []);
  const roles = Map.groupBy(given, ({ record }) => String(record));
  return users.map((row) =>
    accountOf(
      model,
      row,
      (roles.get(String(row['id'])) ?? []).map(({ value }) => String(value)),
    ),
  );
}

function accountOf(
  model: Model,
  row: Row,
  roles: readonly string[],
): { readonly id: string; readonly name: string; readonly email: string; readonly roles: readonly string[] } {
  return {
    id: String(row['id']),
    name: String(row['name']),
    email: String(row['email']),
    roles: Object.values(model.roles)
      .filter(({ id, members }) => (roles.length === 0 ? members === 'everyone' : roles.includes(id)))
      .map(({ id }) => id),
  };
}
