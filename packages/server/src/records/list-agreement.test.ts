import {
  allows,
  asSeen,
  canEver,
  evaluateWire,
  holds,
  isReadable,
  visibleFields,
  type Entity,
  type Expression,
  type Model,
  type RecordValue,
  type Rights,
  type Scope,
} from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';
import { afterAll, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { valuesOf } from '../storage/sql/sql.ts';
import { compileSql } from '../storage/expressions/compile.ts';
import { SqlRefused } from '../storage/expressions/refused.ts';
import { quoted } from '../storage/sql/names.ts';
import { scopeOf, type Context } from './context/context.ts';
import type { Draft } from './loading/rows.ts';
import { planLoad } from './loading/load.ts';
import { treeOf } from './loading/tree.ts';
import type { Caller, Records } from './context/records.ts';
import { callersOf, conditionsIn, EXAMPLE_NAMES, openExample } from './testing/examples.ts';
import { TEST_DIALECT } from '../testing/test-database.ts';
import { narrowed, withGrants } from './testing/narrowed.ts';

const LONG = { timeout: 300_000 };

/** On PostgreSQL each condition is asked by a third of the callers, others in each run; all of them ask all in what `npm run prove` runs. */
const PARTS = TEST_DIALECT === 'postgres' && process.env['NINEFOLD_PROVE_SEED'] === undefined ? 3 : 1;
const FIRST = Math.floor(Date.now() / 1000) % PARTS;

/** What the caller at this place asks of what can be asked. */
function askedBy<T>(at: number, all: readonly T[]): readonly T[] {
  return all.filter((_, index) => (index + at + FIRST) % PARTS === 0);
}

type Example = Awaited<ReturnType<typeof openExample>>;

/** The examples, opened once: the tests only read them. */
const opened = new Map<string, Promise<Example>>();
function exampleOf(name: string): Promise<Example> {
  const known = opened.get(name) ?? openExample(name);
  opened.set(name, known);
  return known;
}
afterAll(async () => {
  for (const example of opened.values()) await (await example).close();
});

/** Every condition of the application on records of an entity: rules, guards, rights, and what screens show. */
function conditionsOn({ model }: Context, entity: string): readonly Expression[] {
  const blocks = model.screens.flatMap((screen) => blocksOn(screen, entity));
  const grants = Object.values(model.roles).flatMap((role) => role.grants.filter((grant) => grant.entity === entity));
  const found = [...conditionsIn([model.entities[entity], grants, blocks]).values()];
  return found.filter(({ source }) => source !== ''); // nobody can ask by what nobody has written
}

/** That a field is filled, for each field: so every right to read one is asked for. */
function filledFields(model: Model, entity: Entity): readonly Expression[] {
  const variables = { record: { kind: 'record', entity: entity.id } } as const;
  const schema = schemaOf(model);
  return Object.keys(entity.fields).flatMap(
    (field) => checkExpression(`filled(record.${field})`, { variables, schema, guarded: true }).expression ?? [],
  );
}

function blocksOn(part: unknown, entity: string): readonly unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('where' in part && 'entity' in part && part.entity === entity) return [part.where];
  return Object.values(part).flatMap((below) => blocksOn(below, entity));
}

/** All records of an entity with all that its conditions and the grants on it read. */
async function loaded(
  context: Context,
  rights: Rights,
  entity: string,
  conditions: readonly Expression[],
  scope: Scope,
) {
  const of = context.model.entities[entity];
  if (!of) throw new Error(entity);
  const deciding = Object.values(of.fields).flatMap(({ visibleWhen, computed }) => [
    ...(visibleWhen?.reads ?? []),
    ...(computed?.live === true ? computed.expression.reads : []),
  ]);
  const paths = [...conditions.flatMap(({ reads }) => reads), ...deciding]
    .filter((path) => path.startsWith('record.'))
    .map((path) => path.slice('record.'.length));
  const needed = withGrants(context.model, rights, entity, paths);
  const rows = await context.db.read.all(`SELECT "id" FROM ${quoted(entity)} WHERE "trashed_at" IS NULL`, []);
  const found = await planLoad(context, of, treeOf(context.model, of, ['id', ...needed])).load(
    context.db.read,
    rows.map(({ id }) => String(id)),
    scope,
  );
  for (const draft of found.values()) workOutLive(of, draft, scope);
  return found;
}

function workOutLive(entity: Entity, draft: Draft, scope: Scope): void {
  for (const field of Object.values(entity.fields))
    if (field.computed?.live === true)
      draft[field.id] = evaluateWire(field.computed.expression, { ...scope, record: draft }, field) ?? null;
}

async function selected({ db, dialect, model }: Context, entity: string, condition: Expression, scope: Scope) {
  const compiled = compileSql(condition, { model, dialect: dialect.expressions, entity, alias: 't' });
  const from = `${quoted(entity)} AS t WHERE t."trashed_at" IS NULL`;
  return (await db.read.all(`SELECT t."id" FROM ${from} AND (${compiled.text})`, valuesOf(compiled, scope)))
    .map(({ id }) => String(id))
    .sort();
}

/** How many kinds of records an example has beside people: the empty one has none. */
function kindsOf({ model }: Context): number {
  return Object.keys(model.entities).length - 1;
}

/** All ids that a list gives, page by page, and its total. */
async function listed(records: Records, caller: Caller, entity: string, where: string | null) {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const params = new URLSearchParams({ size: '200', page: String(page), total: 'exact' });
    if (where !== null) params.set('where', where);
    const { items, total } = await records.list(caller, entity, params);
    ids.push(...items.map(({ id }) => id));
    if (items.length < 200) return { total, ids: ids.sort() };
  }
}

test.each(EXAMPLE_NAMES)(
  '%s: every condition selects, for every role, the records it holds for',
  LONG,
  async (example) => {
    const { context, records } = await exampleOf(example);
    const compared = new Set<string>();
    for (const [at, caller] of (await callersOf(context, records)).entries()) {
      const scope = scopeOf(context, caller);
      for (const [entity, of] of Object.entries(context.model.entities)) {
        const conditions = askedBy(at, conditionsOn(context, entity));
        const found = await loaded(context, caller.rights, entity, conditions, scope);
        const seen = [...found].map(
          ([id, draft]) => [id, asSeen(of, draft as Draft & RecordValue, { ...scope, record: draft })] as const,
        );
        for (const condition of conditions) {
          const wanted = seen.filter(([, record]) => holds(condition, { ...scope, record }) === true);
          const got = await selected(context, entity, condition, scope).catch((reason: unknown) =>
            reason instanceof SqlRefused ? reason.message : Promise.reject(reason as Error),
          );
          expect([condition.source, caller.me.roles, got]).toEqual([
            condition.source,
            caller.me.roles,
            wanted.map(([id]) => id).sort(),
          ]);
          compared.add(condition.source);
        }
      }
    }
    expect(compared.size).toBeGreaterThanOrEqual(kindsOf(context) * 2);
  },
);

test.each(EXAMPLE_NAMES)('%s: every role lists the records that its grants hold for', LONG, async (example) => {
  const { context, records } = await exampleOf(example);
  for (const caller of await callersOf(context, records)) {
    const scope = scopeOf(context, caller);
    for (const entity of Object.keys(context.model.entities)) {
      if (!canEver(caller.rights, entity, 'read')) continue;
      const found = await loaded(context, caller.rights, entity, [], scope);
      const wanted = [...found].filter(([, record]) => allows(caller.rights, entity, 'read', { ...scope, record }));
      const ids = wanted.map(([id]) => id).sort();
      const list = await listed(records, caller, entity, null);
      expect([entity, caller.me.roles, list]).toEqual([entity, caller.me.roles, { total: ids.length, ids }]);
    }
  }
});

/** Rows that show the caller every field of the record itself that a condition names. */
function showsAll(condition: Expression, seen: Draft, { entity, scope }: { entity: Entity; scope: Scope }): boolean {
  const visible = new Set(visibleFields(entity, scope));
  const own = condition.reads.filter((path) => path.startsWith('record.')).map((path) => path.split('.')[1] ?? '');
  return own.every((name) => !Object.hasOwn(entity.fields, name) || (seen[name] !== undefined && visible.has(name)));
}

test.each(EXAMPLE_NAMES)(
  '%s: a list under a condition of its caller gives the records it holds for, as far as the caller may read them',
  LONG,
  async (example) => {
    const { context, records } = await exampleOf(example);
    const { model } = context;
    let answered = 0;
    for (const [at, caller] of (await callersOf(context, records)).entries()) {
      const scope = scopeOf(context, caller);
      for (const [entity, of] of Object.entries(model.entities)) {
        if (!canEver(caller.rights, entity, 'read')) continue;
        const conditions = askedBy(at, [...conditionsOn(context, entity), ...filledFields(model, of)]);
        const found = await loaded(context, caller.rights, entity, conditions, scope);
        const readable = [...found]
          .filter(([, record]) => allows(caller.rights, entity, 'read', { ...scope, record }) === true)
          .map(([id, record]) => ({
            id,
            record,
            seen: narrowed(model, caller.rights, { entity: of, record, base: scope }),
          }));
        for (const condition of conditions) {
          const wanted = readable.flatMap(({ id, record, seen }) => {
            const shows = showsAll(condition, seen, { entity: of, scope: { ...scope, record } });
            return shows && holds(condition, { ...scope, record: seen }) ? [id] : [];
          });
          const list = await listed(records, caller, entity, condition.source).catch((reason: unknown) =>
            reason instanceof Refusal && reason.code === 'bad_where'
              ? { refused: true }
              : Promise.reject(reason as Error),
          );
          const told = 'refused' in list ? !isReadable(condition, model, caller.rights) : list.ids;
          const expected = 'refused' in list ? true : wanted.sort();
          expect([condition.source, caller.me.roles, told]).toEqual([condition.source, caller.me.roles, expected]);
          answered += 'refused' in list ? 0 : 1;
        }
      }
    }
    expect(answered).toBeGreaterThan((kindsOf(context) * 10) / PARTS);
  },
);
