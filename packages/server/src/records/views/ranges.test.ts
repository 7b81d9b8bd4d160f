import { allows, rightsFor, type Entity } from '@ninefold/model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../storage/database/database.ts';
import { migrate } from '../migrate.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { scopeOf, type Context } from '../context/context.ts';
import { createRecords } from '../create-records.ts';
import type { Caller, Records } from '../context/records.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';
import { planLoad } from '../loading/load.ts';
import { rangesOf } from './ranges.ts';
import { TRUE } from '../../storage/sql/sql.ts';
import { treeOf } from '../loading/tree.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const ATOMS = [
  'record.team == user.team',
  'record.assignee == user',
  'user == record.owner',
  'user in record.watchers',
  'record.shared',
  'record.kind == "a"',
  'record.kind in ["b", "c"]',
  'record.assignee.team == user.team',
  'record.level == 2',
];
const RULES = 8;
const TICKETS = 36;

/** The same choices in every run. */
function chooser(): <T>(from: readonly T[]) => T {
  let state = 11;
  return (from) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return from[(state >> 8) % from.length] as (typeof from)[number];
  };
}
const choose = chooser();

function ruleOf(depth: number): string {
  if (depth === 0) return choose([...ATOMS, `!(${choose(ATOMS)})`]);
  const sign = choose(['||', '||', '&&']);
  return `(${ruleOf(depth - 1)} ${sign} ${ruleOf(choose([0, depth - 1]))})`;
}
const some = (count: number): string => Array.from({ length: count }, () => choose(ATOMS)).join(' || ');
const rules = Array.from({ length: RULES }, (_, turn) => {
  if (turn === 0) return 'record.assignee == user || record.level != 2'; // no index leads to the second kind
  return turn % 2 === 0 ? some(2 + (turn % 3)) : ruleOf(2);
});

const yaml = `
ninefold: 1
purpose: { name: works, languages: [en] }
entities:
  team: { title: name, key: name, fields: { name: { type: string, required: true, unique: true } } }
  user: { fields: { team: { type: reference, to: team } } }
  ticket:
    title: name
    trash: true
    fields:
      name: { type: string }
      team: { type: reference, to: team }
      assignee: { type: reference, to: user }
      owner: { type: reference, to: user }
      watchers: { type: references, to: user }
      shared: { type: boolean }
      kind: { type: choice, options: [a, b, c] }
      level: { type: integer }
      due: { type: date }
roles:
${rules.map((rule, at) => `  r${at}: { ticket: { read: '${rule}' }, user: { refer: true } }`).join('\n')}
  chief: { ticket: all, user: { read: true, update: true, grant: [chief] }, team: all }
screens:
  tickets: { path: /tickets, list: ticket, roles: [chief], where: record.kind == "a", columns: [name], sort: [due] }
`;
const { model } = applicationOf(yaml);
const entity = model.entities['ticket'] as Entity;

let db: Database;
let records: Records;
let context: Context;
const callers: Caller[] = [];

async function callerOf(id: string, roles: readonly string[]): Promise<Caller> {
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  return { me, rights: rightsFor(model, roles), via: 'screen' };
}

beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => NOW);
  context = { db, model, dialect: db.dialect, clock: () => NOW };
  const add = (name: string): Promise<string> =>
    records.addUser({ name, email: `${name}@x.test`, language: null, roles: ['chief'] });
  const ids = [await add('p'), await add('q'), await add('r'), await add('s')];
  const chief = await callerOf(ids[0] ?? '', ['chief']);
  const team = async (name: string): Promise<string> => (await records.create(chief, 'team', { name }, PLAIN)).id;
  const teams = [await team('x'), await team('y')];
  await records.update(chief, 'user', { idOrKey: ids[0] ?? '', body: { team: teams[0] ?? null } }, PLAIN);
  await records.update(chief, 'user', { idOrKey: ids[1] ?? '', body: { team: teams[1] ?? null } }, PLAIN);
  for (let turn = 0; turn < TICKETS; turn += 1) {
    const body = {
      ...{ name: `n${String(turn % 7)}`, team: choose([...teams, null]), assignee: choose([...ids, null]) },
      ...{ owner: choose([...ids, null]), watchers: ids.filter(() => choose([true, false, false])) },
      ...{ shared: choose([true, false, false]), kind: choose(['a', 'b', 'c', null]), level: choose([1, 2, null]) },
      due: choose(['2026-03-01', '2026-03-02', '2026-03-03', null]),
    };
    const { id } = await records.create(chief, 'ticket', body, PLAIN);
    if (turn % 15 === 0) await records.remove(chief, 'ticket', id, PLAIN);
  }
  for (let at = 0; at < RULES; at += 1)
    for (const id of ids)
      callers.push(await callerOf(id, [`r${at}`, ...(at % 3 === 0 ? [`r${(at + 5) % RULES}`] : [])]));
});
afterAll(() => db.close());

/** What a caller may read, by the evaluator. */
async function readable(caller: Caller): Promise<readonly string[]> {
  const scope = scopeOf(context, caller);
  const names = ['team', 'assignee.team', 'owner', 'watchers', 'shared', 'kind', 'level'];
  const rows = await db.read.all('SELECT "id" FROM "ticket" WHERE "trashed_at" IS NULL', []);
  const plan = planLoad(context, entity, treeOf(model, entity, names));
  const loaded = await plan.load(
    db.read,
    rows.map(({ id }) => String(id)),
    scope,
  );
  const wanted = [...loaded].filter(([, record]) => allows(caller.rights, 'ticket', 'read', { ...scope, record }));
  return wanted.map(([id]) => id).sort();
}

/** All ids of a list, page by page behind the key of the last one, and what each page said of the total. */
async function walked(caller: Caller, params: Readonly<Record<string, string>>) {
  const ids: string[] = [];
  const totals = new Set<number | null>();
  for (let after: string | null = ''; after !== null; ) {
    const search: URLSearchParams = new URLSearchParams({ size: '20', ...params, ...(after === '' ? {} : { after }) });
    const { items, total, next } = await records.list(caller, 'ticket', search);
    ids.push(...items.map(({ id }) => id));
    totals.add(total);
    after = next;
  }
  return { ids, totals: [...totals] };
}

it('finds kind by kind what a rule of several kinds lets through, each row once, in order and counted', async () => {
  let parted = 0;
  for (const caller of callers) {
    const told = `${caller.me.name}: ${caller.rights
      .grants('ticket')
      .map(({ id }) => id)
      .join(' ')}`;
    const wanted = await readable(caller);
    for (const sort of ['due', 'name,-due']) {
      const order: Readonly<Record<string, string>> = sort === '' ? {} : { sort };
      const kinds = await walked(caller, { ...order, total: 'exact' });
      const plain = await walked(caller, { ...order, total: 'none' }); // no total, no kinds
      expect([told, sort, kinds.ids.toSorted()]).toEqual([told, sort, wanted]);
      expect([told, sort, kinds.ids]).toEqual([told, sort, plain.ids]);
      expect([told, sort, kinds.totals]).toEqual([told, sort, [wanted.length]]);
    }
    parted += rangesOf(context, caller.rights, entity, TRUE) === null ? 0 : 1;
  }
  expect(parted).toBeGreaterThan(callers.length / 3);
  expect(parted).toBeLessThan(callers.length);
});

it('asks of each kind what the caller asks', async () => {
  for (const caller of callers) {
    for (const filter of [
      { 'f.kind': 'eq:a' },
      { 'f.name': 'has:n3' },
      { where: 'blank(record.due) || record.level == 2' },
    ]) {
      const params: Readonly<Record<string, string>> = { ...filter, sort: 'due' };
      const kinds = await walked(caller, { ...params, total: 'capped' });
      const plain = await walked(caller, { ...params, total: 'none' });
      expect(kinds).toEqual({ ids: plain.ids, totals: [plain.ids.length] });
    }
  }
});
