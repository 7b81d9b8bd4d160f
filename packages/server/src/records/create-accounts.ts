import { changedFields, validateFields, type Model, type RecordValue } from '@ninefold/model';
import type { Row } from '../storage/sql/sql-value.ts';
import { scopeOf, type Context } from './context/context.ts';
import type { RecordServices } from './services/write-context.ts';
import { settleFully } from './writing/change.ts';
import { followUnsigned } from './writing/following/follow.ts';
import { insertRecord } from './writing/storing/store.ts';
import { newId } from '../uuid.ts';
import { fieldChanges, writeHistory } from './writing/storing/write-history.ts';
import type { Records } from './context/records.ts';
import { Refusal } from '../refusal.ts';
import { plainLower } from './views/plain-lower.ts';
import { uniqueProblems } from './writing/judging/constraints.ts';

type Accounts = Pick<Records, 'userByEmail' | 'closedUserByEmail' | 'usersKnownAs' | 'addUser' | 'demoAccounts'>;
type NewUser = Parameters<Records['addUser']>[0];

/** Accounts as sign-in and the first start need them; they ask nobody's rights. */
export function createAccounts(services: RecordServices): Accounts {
  const { context } = services;
  return {
    userByEmail: async (email) => {
      const text =
        'SELECT "id" FROM "user" WHERE lower("email") = ? AND "active" = TRUE AND "trashed_at" IS NULL LIMIT 1';
      const [row] = await context.db.read.all(text, [plainLower(email.trim().normalize('NFC'))]);
      return row === undefined ? null : String(row['id']);
    },
    closedUserByEmail: async (email) => {
      const text =
        'SELECT "id" FROM "user" WHERE lower("email") = ? AND ("active" IS NOT TRUE OR "trashed_at" IS NOT NULL) ORDER BY "id" DESC LIMIT 1';
      const [row] = await context.db.read.all(text, [plainLower(email.trim().normalize('NFC'))]);
      return row === undefined ? null : String(row['id']);
    },
    usersKnownAs: async (text) => {
      const email = plainLower(text.trim().normalize('NFC'));
      const query = 'SELECT "id" FROM "user" WHERE lower("email") = ? OR "id" = ?';
      return (await context.db.read.all(query, [email, text])).map(({ id }) => String(id));
    },
    addUser: (user) => addUser(services, user),
    demoAccounts: () => demoAccounts(context),
  };
}

/** What a person enters of an account; its roles come from the code. */
const ENTERED: ReadonlySet<string> = new Set(['name', 'email', 'language']);

async function addUser(services: RecordServices, user: NewUser): Promise<string> {
  const { context } = services;
  const scope = scopeOf(context, null);
  const sent = { ...user, roles: [...user.roles], active: true };
  const plan = services.plans('user');
  const { entity } = plan;
  return context.db.write(async (tx) => {
    const settled = await settleFully({ entity, plan, tx, scope }, null, sent);
    const record: RecordValue = { ...settled, id: newId(scope.now), version: 1 };
    const changed = new Set(Object.keys(user));
    const malformed = validateFields({ entity, before: null, record, changed, scope });
    const twice = await uniqueProblems({ context, entity, tx, record }, new Set(['email']), scope);
    const problems = [...malformed.filter(({ path }) => ENTERED.has(path)), ...twice];
    if (problems.length > 0) throw new Refusal('invalid', { problems });
    const difference = { before: null, record, changed: changedFields(entity, null, record) };
    insertRecord(tx, context, entity, record);
    writeHistory(tx, {
      entity,
      record: record.id,
      at: scope.now,
      by: null,
      keyBy: null,
      kind: 'create',
      transition: null,
      from: null,
      to: null,
      input: null,
      changes: fieldChanges(entity, difference),
      via: 'call',
      cause: null,
      version: 1,
    });
    await followUnsigned({ ...services, ...difference, entity, plan, tx, scope });
    return record.id;
  });
}

async function demoAccounts({ db, model }: Context): Promise<Awaited<ReturnType<Records['demoAccounts']>>> {
  const users = await db.read.all(
    `SELECT "id", "name", "email" FROM "user" WHERE "active" = TRUE AND "trashed_at" IS NULL ORDER BY "created_at", "name", "id" LIMIT 200`,
    [],
  );
  const given = await db.read.all(
    `SELECT "record", "value" FROM "user.roles" WHERE "record" IN (SELECT "value" FROM ${db.dialect.items('t')}) ORDER BY "record", "position"`,
    [db.dialect.list(users.map(({ id }) => String(id)))],
  );
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
