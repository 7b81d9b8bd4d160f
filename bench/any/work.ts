import { join } from 'node:path';
import { loadSpecification } from '@ninefold/server/specification';
import type { Application } from '@ninefold/spec';
import type { Entity } from '@ninefold/model';
import { DUE_DAYS, idOf, pick } from '../random.ts';
import { texts, type Row, type Store } from '../store.ts';

/** A specification whose lists are drawn at random. */
export interface AnyWork {
  readonly name: AnyName;
  /** The heading above its table. */
  readonly says: string;
  /** Folder of the specification, from the root of the repository. */
  readonly folder: string;
  readonly entity: string;
  /** Callers with and without a row condition: the first parts of their addresses. */
  readonly people: { readonly held: string; readonly free: string };
  /** The row condition over `t` by hand, and the statement that gives the values of its parameters for a caller's address. */
  readonly readable: string;
  readonly caller: string;
  /** Tables that are copied for the statements by hand beside that of the entity: name, name by hand. */
  readonly beside: Readonly<Record<string, string>>;
  /** Writes rows into the product's tables. The product must not run. */
  fill(store: Store, count: number, drawing: Drawing): Promise<void>;
}

/** What rows are drawn from. */
export interface Drawing {
  readonly random: () => number;
  /** The first moment at which a row may be due, in ms. */
  readonly dueFrom: number;
}

export type AnyName = 'any' | 'desk';

const AT_ONCE = 500;
const OWN_SHARE = 0.6;
const PEOPLE = 1000;
const WORDS =
  'order stock price delivery machine report shift invoice customer pallet valve budget repair spare audit'.split(' ');
const SYSTEM = ['version', 'created_at', 'changed_at', '_search'];

/** A specification that names no list screen at all. */
const ANY: AnyWork = {
  name: 'any',
  says: 'orders of whose assignee the department is mine, no list screen',
  folder: 'bench/any/specification',
  entity: 'order',
  people: { held: 'clara', free: 'ada' },
  readable: 'EXISTS (SELECT 1 FROM people p WHERE p.id = t.assignee AND p.department = ?)',
  caller: 'SELECT department FROM "user" WHERE email = ?',
  beside: { user: 'people', customer: 'customer' },
  fill: fillOrders,
};

/** The service desk of `examples/`. */
const DESK: AnyWork = {
  name: 'desk',
  says: 'the service desk of examples/, an agent with a rule of four parts',
  folder: 'examples/service-desk',
  entity: 'ticket',
  people: { held: 'alan', free: 'mona' },
  readable: `(t.team = ? OR t.assignee = ? OR t.requester = ?
    OR EXISTS (SELECT 1 FROM watchers w WHERE w.record = t.id AND w.value = ?))`,
  caller: 'SELECT team AS a, id AS b, id AS c, id AS d FROM "user" WHERE email = ?',
  beside: { user: 'people', team: 'team', category: 'category', asset: 'asset', 'ticket.watchers': 'watchers' },
  fill: fillTickets,
};

export const ANY_WORKS: Readonly<Record<AnyName, AnyWork>> = { any: ANY, desk: DESK };

/** The folder of the specification of a work. */
export const placeOf = ({ folder }: AnyWork): string => join(import.meta.dirname, '../..', folder);

/** The specification of a work. */
export async function applicationOf(work: AnyWork): Promise<Application> {
  const { application } = await loadSpecification(placeOf(work));
  if (application === null) throw new Error(`${work.folder} has errors`);
  return application;
}

/** The entity whose lists are drawn, as the specification has it. */
export async function entityOf(work: AnyWork): Promise<Entity> {
  const found = (await applicationOf(work)).model.entities[work.entity];
  if (!found) throw new Error(`${work.folder} has no ${work.entity}`);
  return found;
}

async function fillOrders(store: Store, count: number, { random, dueFrom }: Drawing): Promise<void> {
  const [template] = await store.all('SELECT * FROM "user" WHERE email = ?', ['clara@example.test']);
  const departments = await texts(store, 'SELECT id FROM "department" ORDER BY name');
  if (!template) throw new Error('clara is not there');
  const people = Array.from({ length: PEOPLE }, (_, turn) => ({
    ...template,
    id: idOf(turn, random),
    name: `Person ${String(turn)}`,
    email: `person${String(turn)}@example.test`,
    _search: `person ${String(turn)}`,
    department: turn % 2 === 0 ? String(template['department']) : pick(departments, random),
  }));
  await store.insert('user', Object.keys(template), people);
  const customers = Array.from({ length: 2000 }, (_, turn) => ({
    ...{ id: idOf(turn, random), name: `Customer ${String(turn)}`, version: 1, _search: '' },
    ...{ created_at: momentOf(turn), changed_at: momentOf(turn) },
  }));
  await store.insert('customer', ['id', 'name', ...SYSTEM], customers);
  const ids = (isOwn: boolean): readonly string[] =>
    people.filter(({ department }) => (department === template['department']) === isOwn).map(({ id }) => id);
  const ground = { own: ids(true), others: ids(false), customers: customers.map(({ id }) => id), dueFrom };
  await inParts(
    count,
    (turn) => order(ground, turn, random),
    (rows) => store.insert('order', Object.keys(rows[0] ?? {}), rows),
  );
}

interface Ground {
  readonly own: readonly string[];
  readonly others: readonly string[];
  readonly customers: readonly string[];
  readonly dueFrom: number;
}

function order({ own, others, customers, dueFrom }: Ground, turn: number, random: () => number): Row {
  const some = Array.from({ length: 4 }, () => pick(WORDS, random)).join(' ');
  const subject = `Order ${String(turn)} ${some}`;
  return {
    ...{ id: idOf(turn, random), subject, details: `${some}. `.repeat(6) },
    channel: pick(['web', 'web', 'web', 'phone', 'mail', 'shop', 'partner'], random),
    priority: pick(['low', 'normal', 'normal', 'high', 'urgent'], random),
    state: pick(['new', 'packed', 'sent', 'sent', 'sent', 'returned', 'cancelled'], random),
    state_since: momentOf(turn),
    paid: random() < 0.8,
    gift: random() < 0.02,
    due: random() < 0.1 ? null : dayOf(dueFrom, random),
    amount: Math.floor(random() * 100_000),
    pieces: Math.floor(random() * 40),
    discount: Math.floor(random() * 300),
    customer: pick(customers, random),
    assignee: pick(random() < OWN_SHARE ? own : others, random),
    ...{ version: 1, created_at: momentOf(turn), changed_at: momentOf(turn), _search: subject.toLowerCase() },
  };
}

async function fillTickets(store: Store, count: number, { random, dueFrom }: Drawing): Promise<void> {
  const [agent] = await store.all('SELECT id, team FROM "user" WHERE email = ?', ['alan@example.test']);
  const [template] = await store.all(`SELECT * FROM "ticket" WHERE state = 'new' LIMIT 1`, []);
  if (!agent || !template) throw new Error('the example has no agent or no new ticket');
  const all = (table: string): Promise<readonly string[]> => texts(store, `SELECT id FROM "${table}"`);
  const [people, categories, assets] = [await all('user'), await all('category'), await all('asset')];
  const otherTeams = await texts(store, 'SELECT id FROM "team" WHERE id <> ?', String(agent['team']));
  const ticket = (turn: number): Row => {
    const number = `B-${String(turn).padStart(7, '0')}`;
    const subject = `Ticket ${String(turn)} ${pick(WORDS, random)} ${pick(WORDS, random)}`;
    return {
      ...template,
      ...{ id: idOf(turn, random), number, subject, _search: `${number} ${subject}`.toLowerCase() },
      category: pick(categories, random),
      asset: random() < 0.5 ? null : pick(assets, random),
      priority: pick(['low', 'normal', 'normal', 'high', 'urgent'], random),
      state: pick(['new', 'open', 'waiting', 'resolved', 'closed', 'closed', 'closed', 'withdrawn'], random),
      team: random() < OWN_SHARE ? agent['team'] : pick(otherTeams, random),
      assignee: pick(people, random),
      requester: pick(people, random),
      cost: random() < 0.5 ? null : Math.floor(random() * 50_000),
      due: `${dayOf(dueFrom, random)}T09:00:00.000Z`,
      ...{ created_at: momentOf(turn), changed_at: momentOf(turn) },
    };
  };
  await inParts(count, ticket, (rows) => store.insert('ticket', Object.keys(template), rows));
}

async function inParts(
  count: number,
  make: (turn: number) => Row,
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE)
    await write(Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, turn) => make(start + turn)));
}

function momentOf(turn: number): string {
  return new Date(Date.UTC(2025, 0, 1) + turn * 100).toISOString();
}

function dayOf(dueFrom: number, random: () => number): string {
  return new Date(dueFrom + Math.floor(random() * DUE_DAYS) * 86_400_000).toISOString().slice(0, 10);
}
