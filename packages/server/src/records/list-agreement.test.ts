import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { allows, canEver, holds, rightsFor, rolesWith, type Expression, type Node, type Scope } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { expect, test } from 'vitest';
import { openData } from '../start/open-data.ts';
import { compileSql } from '../storage/expressions/compile.ts';
import { SqlRefused } from '../storage/expressions/refused.ts';
import { quoted } from '../storage/names.ts';
import { testPlace } from '../testing/test-database.ts';
import { scopeOf, type Context } from './context.ts';
import { createRecords } from './create-records.ts';
import { planLoad } from './reading/load.ts';
import { treeOf } from './reading/tree.ts';
import type { Caller } from './records.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples');
const NOW = '2026-03-05T09:00:00.000Z';
const ROW_VARIABLES = new Set(['record', 'user', 'limits', 'now', 'today']);

const examples = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function filesOf(example: string) {
  const base = join(EXAMPLES, example);
  const names = readdirSync(base, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => ({
    path: path.slice(base.length + 1).replaceAll(sep, '/'),
    text: readFileSync(path, 'utf8'),
  }));
}

function roots(node: Node, locals: readonly string[] = []): readonly string[] {
  switch (node.node) {
    case 'literal':
      return [];
    case 'variable':
      return locals.includes(node.name) ? [] : [node.name];
    case 'field':
      return roots(node.of, locals);
    case 'call':
      return node.args.flatMap((arg) => roots(arg, locals));
    case 'list':
      return node.items.flatMap((item) => roots(item, locals));
    case 'macro':
      return [...roots(node.list, locals), ...roots(node.body, [...locals, node.variable])];
  }
}

function isCondition(value: object): value is Expression & { readonly tree: Node } {
  return 'source' in value && 'reads' in value && 'tree' in value && value.tree !== null;
}

/** Every condition on a record alone that stands anywhere in a part of the model. */
function conditionsIn(part: unknown, found = new Map<string, Expression>()): ReadonlyMap<string, Expression> {
  if (typeof part !== 'object' || part === null) return found;
  if (!isCondition(part)) for (const below of Object.values(part)) conditionsIn(below, found);
  else {
    const names = roots(part.tree);
    const isOfRecord = names.includes('record') && names.every((name) => ROW_VARIABLES.has(name));
    if (part.type.kind === 'boolean' && isOfRecord) found.set(part.source, part);
  }
  return found;
}

async function start(example: string) {
  const { application } = compile(filesOf(example));
  if (!application) throw new Error(`${example} has errors`);
  const place = await testPlace();
  const db = await openData(place, application, true, NOW, () => undefined);
  const context: Context = { db, dialect: db.dialect, model: application.model, clock: () => NOW };
  const close = async (): Promise<void> => {
    await db.close();
    await place.remove();
  };
  return { context, records: createRecords(db, application.model, () => NOW), close };
}

/** One caller for each set of roles that somebody in the data has. */
async function callersOf(
  { db, model }: Context,
  records: ReturnType<typeof createRecords>,
): Promise<readonly Caller[]> {
  const callers = new Map<string, Caller>();
  for (const { id } of await db.read.all('SELECT "id" FROM "user" ORDER BY "id"', [])) {
    const me = await records.me(String(id));
    const roles = me === null ? [] : [...me.roles].sort();
    if (me === null || callers.has(roles.join())) continue;
    callers.set(roles.join(), { me, rights: rightsFor(model, rolesWith(model, me.roles)), via: 'call' });
  }
  return [...callers.values()];
}

/** All records of an entity with all that its conditions and the grants on it read. */
async function loaded(context: Context, entity: string, conditions: readonly Expression[], scope: Scope) {
  const of = context.model.entities[entity];
  if (!of) throw new Error(entity);
  const paths = conditions.flatMap(({ reads }) => reads).filter((path) => path.startsWith('record.'));
  const tree = treeOf(context.model, of, ['id', ...paths.map((path) => path.slice('record.'.length))]);
  const rows = await context.db.read.all(`SELECT "id" FROM ${quoted(entity)} WHERE "trashed_at" IS NULL`, []);
  return planLoad(context, of, tree).load(
    context.db.read,
    rows.map(({ id }) => String(id)),
    scope,
  );
}

async function selected({ db, dialect, model }: Context, entity: string, condition: Expression, scope: Scope) {
  const { text, values } = compileSql(condition, { model, dialect: dialect.expressions, entity, alias: 't' });
  const from = `${quoted(entity)} AS t WHERE t."trashed_at" IS NULL`;
  return (await db.read.all(`SELECT t."id" FROM ${from} AND (${text})`, values(scope)))
    .map(({ id }) => String(id))
    .sort();
}

test.each(examples)(
  '%s: every condition selects, for every role, the records it holds for',
  { timeout: 300_000 },
  async (example) => {
    const { context, records, close } = await start(example);
    let compared = 0;
    for (const caller of await callersOf(context, records)) {
      const scope = scopeOf(context, caller);
      for (const [entity, of] of Object.entries(context.model.entities)) {
        const grants = caller.rights.grants(entity);
        const conditions = [...conditionsIn([of, grants]).values()];
        const found = await loaded(context, entity, conditions, scope);
        for (const condition of conditions) {
          const wanted = [...found].filter(([, record]) => holds(condition, { ...scope, record }) === true);
          const got = await selected(context, entity, condition, scope).catch((reason: unknown) =>
            reason instanceof SqlRefused ? reason.message : Promise.reject(reason as Error),
          );
          expect([condition.source, caller.me.roles, got]).toEqual([
            condition.source,
            caller.me.roles,
            wanted.map(([id]) => id).sort(),
          ]);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThanOrEqual(example === 'service-desk' ? 100 : 0);
    await close();
  },
);

test.each(examples)(
  '%s: every role lists the records that its grants hold for',
  { timeout: 300_000 },
  async (example) => {
    const { context, records, close } = await start(example);
    for (const caller of await callersOf(context, records)) {
      const scope = scopeOf(context, caller);
      for (const entity of Object.keys(context.model.entities)) {
        if (!canEver(caller.rights, entity, 'read')) continue;
        const found = await loaded(context, entity, [...conditionsIn(caller.rights.grants(entity)).values()], scope);
        const wanted = [...found.values()].filter((record) =>
          allows(caller.rights, entity, 'read', { ...scope, record }),
        );
        const { total } = await records.list(caller, entity, new URLSearchParams('size=1&total=exact'));
        expect([entity, caller.me.roles, total]).toEqual([entity, caller.me.roles, wanted.length]);
      }
    }
    await close();
  },
);
