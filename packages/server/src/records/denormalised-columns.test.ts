// Also in the portable form: columns that other writes fill.
import { holds, rightsFor, type Entity, type Expression, type Wire } from '@ninefold/model';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedTables } from '../backup/stored-tables.ts';
import type { Database } from '../storage/database/database.ts';
import { valuesOf } from '../storage/sql/sql.ts';
import { compileSql } from '../storage/expressions/compile.ts';
import { denormalisedColumns } from '../storage/denormalised/denormalised-columns.ts';
import { fillSql } from '../storage/denormalised/denormalised-sql.ts';
import { migrate } from './migrate.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { scopeOf, type Context } from './context/context.ts';
import { createRecords } from './create-records.ts';
import { planLoad } from './loading/load.ts';
import { treeOf } from './loading/tree.ts';
import type { Caller, Records } from './context/records.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const RULE =
  'record.assignee.department == user.department || record.project.owner.department == user.department || record.project.level == 2 && record.created_by.department == user.department';
const yaml = (rule: string): string => `
ninefold: 1
purpose: { name: works, languages: [en] }
entities:
  department: { title: name, key: name, fields: { name: { type: string, required: true, unique: true } } }
  user: { fields: { department: { type: reference, to: department } } }
  project: { title: name, fields: { name: { type: string }, level: { type: integer }, owner: { type: reference, to: user } } }
  ticket:
    title: name
    trash: true
    fields:
      name: { type: string }
      project: { type: reference, to: project }
      assignee: { type: reference, to: user }
states:
  ticket:
    initial: open
    states: { open: {}, taken: {} }
    transitions:
      create: { to: open, by: clerk }
      take: { from: any, to: taken, by: clerk, set: { assignee: = user } }
roles:
  clerk: { members: everyone, ticket: { create: true, read: '${rule}', update: '${rule}' }, user: { refer: true } }
  chief: { includes: clerk, ticket: all, user: { read: true, update: true, grant: [chief] }, project: all, department: all }
screens:
  tickets: { path: /tickets, list: ticket, where: record.name == "a", columns: [name], sort: [name] }
`;
const { model } = applicationOf(yaml(RULE));
const { model: without } = applicationOf(yaml('record.assignee == user'));

let db: Database;
let records: Records;
let chief: Caller;
let people: readonly Caller[];
let departments: readonly string[];
let projects: string[];
let tickets: string[];

async function callerOf(id: string): Promise<Caller> {
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  return { me, rights: rightsFor(model, me.roles), via: 'screen' };
}

beforeEach(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => NOW);
  const add = (name: string, ...roles: string[]): Promise<string> =>
    records.addUser({ name, email: `${name}@x.test`, language: null, roles });
  chief = await callerOf(await add('chief', 'chief'));
  const make = async (entity: string, name: string, more = {}): Promise<string> =>
    (await records.create(chief, entity, { name, ...more }, PLAIN)).id;
  departments = [await make('department', 'a'), await make('department', 'b')];
  const ids = [await add('p'), await add('q'), await add('r')];
  projects = [await make('project', 'x', { owner: ids[0] ?? null, level: 2 }), await make('project', 'y')];
  people = await Promise.all(ids.map(callerOf));
  tickets = [await make('ticket', 'a'), await make('ticket', 'b', { assignee: ids[1] ?? null })];
});
afterEach(() => db.close());

/** Rows whose denormalised values differ from what their paths lead to now. */
async function stale(): Promise<number> {
  const fills = denormalisedColumns(model, 'ticket').map((column) =>
    fillSql(column).replace(/^UPDATE "ticket" SET .*? WHERE (?="_via)/, 'SELECT count(*) AS n FROM "ticket" WHERE '),
  );
  expect(fills).toHaveLength(4);
  let found = 0;
  for (const text of fills) found += Number((await db.read.all(text, []))[0]?.['n']);
  return found;
}

/** The tickets that a caller reads, by a list, by the same rule without denormalised columns, and by the evaluator. */
async function readable(caller: Caller): Promise<readonly (readonly string[])[]> {
  const context: Context = { db, model, dialect: db.dialect, clock: () => NOW };
  const entity = model.entities['ticket'] as Entity;
  const rule = model.roles['clerk']?.grants.find((grant) => grant.entity === 'ticket')?.verbs.read as Expression;
  const scope = scopeOf(context, caller);
  const params = new URLSearchParams({ size: '200', total: 'exact' });
  const { items, total } = await records.list(caller, 'ticket', params);
  expect(total).toBe(items.length);
  const plain = compileSql(rule, { model, dialect: db.dialect.expressions, entity: 'ticket', alias: 't' });
  const live = 'SELECT t."id" FROM "ticket" t WHERE t."trashed_at" IS NULL';
  const bySql = await db.read.all(`${live} AND (${plain.text})`, valuesOf(plain, scope));
  const all = (await db.read.all(live, [])).map(({ id }) => String(id));
  const tree = treeOf(
    model,
    entity,
    rule.reads.map((path) => path.replace(/^record\./, '')),
  );
  const loaded = await planLoad(context, entity, tree).load(db.read, all, scope);
  const byRule = [...loaded].filter(([, draft]) => holds(rule, { ...scope, record: draft }) === true);
  return [items.map(({ id }) => id), bySql.map(({ id }) => String(id)), byRule.map(([id]) => id)].map((ids) =>
    ids.toSorted(),
  );
}

/** The same choices in every run. */
function chooser(): <T>(from: readonly T[]) => T {
  let state = 7;
  return (from) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from[Math.floor((state / 2_147_483_648) * from.length)] as (typeof from)[number];
  };
}

type Body = Readonly<Record<string, Wire>>;

it('a rule answered from the row agrees with the evaluator after whatever happens', async () => {
  const pick = chooser();
  const someone = (): Body => ({ assignee: pick([null, ...people.map(({ me }) => me.id)]) });
  const change = (entity: string, id: string, body: Body) =>
    records.update(chief, entity, { idOrKey: id, body }, PLAIN);
  const works: readonly (() => Promise<unknown>)[] = [
    async () => tickets.push((await records.create(chief, 'ticket', { name: 'c', ...someone() }, PLAIN)).id),
    () => change('ticket', pick(tickets), someone()),
    () => change('ticket', pick(tickets), { project: pick([null, ...projects]) }),
    () => change('user', pick([chief, ...people]).me.id, { department: pick([null, ...departments]) }),
    () => change('project', pick(projects), { owner: pick([null, ...people.map(({ me }) => me.id)]) }),
    () => change('project', pick(projects), { level: pick([null, 1, 2].map((n) => (n === null ? n : String(n)))) }),
    () => records.transition(chief, 'ticket', { idOrKey: pick(tickets), transition: 'take', body: {} }, PLAIN),
    () => records.remove(chief, 'ticket', pick(tickets), PLAIN),
    () => records.restore(chief, 'ticket', pick(tickets), PLAIN),
    () => records.bulk(chief, 'ticket', { ids: tickets.slice(0, 3), update: someone() }, undefined),
    () =>
      records.batch(
        chief,
        { writes: [{ update: 'user', id: pick(people).me.id, body: { department: pick(departments) } }] },
        undefined,
      ),
  ];
  let done = 0;
  const seen = new Set<number>();
  for (let turn = 0; turn < 90; turn += 1) {
    await pick(works)().then(
      () => (done += 1),
      () => undefined, // restored what is not in the trash, and the like
    );
    if (turn % 6 !== 0) continue;
    expect(await stale()).toBe(0);
    for (const { me } of people) {
      const [listed = [], bySql, byRule] = await readable(await callerOf(me.id));
      expect([listed, bySql]).toEqual([byRule, byRule]);
      seen.add(listed.length);
    }
  }
  expect(done).toBeGreaterThan(45);
  expect(seen.size).toBeGreaterThan(3);
});

it('nothing is out of date when others change at once what rows look at', async () => {
  const move = async (turn: number): Promise<void> => {
    const person = people[turn % people.length] as Caller;
    const department = departments[turn % 2] ?? null;
    await records.update(chief, 'user', { idOrKey: person.me.id, body: { department } }, PLAIN);
    if (turn % 3 === 0)
      await records.update(chief, 'project', { idOrKey: projects[0] ?? '', body: { owner: person.me.id } }, PLAIN);
  };
  const write = async (turn: number): Promise<void> => {
    const assignee = people[(turn * 7) % people.length]?.me.id ?? null;
    const { id } = await records.create(chief, 'ticket', { assignee, project: projects[0] ?? null }, PLAIN);
    await records.update(
      chief,
      'ticket',
      { idOrKey: id, body: { assignee: people[turn % people.length]?.me.id ?? null } },
      PLAIN,
    );
  };
  const lanes = Array.from({ length: 6 }, async (_, lane) => {
    for (let turn = 0; turn < 8; turn += 1) await (lane % 2 === 0 ? move : write)(turn + lane);
  });
  await Promise.all(lanes);
  expect(await stale()).toBe(0);
  const [counted] = await db.read.all('SELECT count(*) AS n FROM "ticket" WHERE "assignee" IS NOT NULL', []);
  expect(Number(counted?.['n'])).toBeGreaterThan(20);
});

it('a record that comes after what refers to it is looked at too', async () => {
  await db.write(async (tx) => {
    await tx.run(tx.dialect.deferReferences, []);
    await tx.run(`UPDATE "ticket" SET "assignee" = 'late' WHERE "id" = ?`, [tickets[0] ?? '']);
    await tx.run(
      `INSERT INTO "user" ("id", "version", "created_at", "changed_at", "active", "department") VALUES ('late', 1, '', '', TRUE, ?)`,
      [departments[1] ?? ''],
    );
  });
  expect(await stale()).toBe(0);
});

it('denormalised columns are filled for the records that are there, reported like an index, and dropped with the rule', async () => {
  await migrate(db, without);
  const gone = await db.dialect.schema.columns(db.read, 'ticket');
  expect(gone.filter((name) => name.startsWith('_via'))).toEqual([]);
  const { changes } = await migrate(db, model);
  const told = changes.filter(({ kind, rows }) => kind === 'index_added' && rows > 0);
  expect(told.map(({ name, rows, verdict }) => [name, rows, verdict])).toEqual(
    denormalisedColumns(model, 'ticket').map(({ path }) => [`ticket.${path}`, 2, 'safe']),
  );
  expect(await stale()).toBe(0);
  await records.update(
    chief,
    'user',
    { idOrKey: people[1]?.me.id ?? '', body: { department: departments[0] ?? null } },
    PLAIN,
  );
  expect(await stale()).toBe(0);
  const [kept] = await db.read.all(
    `SELECT count(*) AS n FROM "ticket" WHERE "${denormalisedColumns(model, 'ticket')[0]?.name ?? ''}" = ?`,
    [departments[0] ?? ''],
  );
  expect(Number(kept?.['n'])).toBe(1);
});

it('no answer, history, file or backup has it', async () => {
  const id = tickets[1] ?? '';
  await records.update(chief, 'ticket', { idOrKey: id, body: { assignee: people[2]?.me.id ?? null } }, PLAIN);
  const answers = [
    await records.get(chief, 'ticket', id),
    await records.list(chief, 'ticket', new URLSearchParams()),
    await records.history(chief, 'ticket', id),
    await storedTables(db.read, []),
  ];
  for await (const some of records.export(chief, 'ticket', new URLSearchParams(), { named: false, most: null }))
    answers.push([...some] as never);
  expect(JSON.stringify(answers)).not.toContain('_via');
  expect(JSON.stringify(answers)).toContain('assignee');
});
