import { idOf, pick } from '../random.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import { texts, type Row, type Store } from '../store.ts';
import type { Filled, Work } from '../work.ts';

const PEOPLE = 1000;
const OWN_SHARE = 0.6;
const AT_ONCE = 500;
const WORD = 'ladder';
const CLERK = 'clara@example.test';
const STATUSES = ['open', 'waiting', 'solved', 'closed', 'withdrawn'];
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
const WORDS =
  'order stock price delivery machine report shift invoice customer pallet valve budget repair spare audit'.split(' ');
const COLUMNS = ['id', 'title', 'details', 'status', 'priority', 'due', 'assignee'];
const SYSTEM = ['version', 'created_at', 'changed_at'];

/** The work whose ratios the project publishes. */
export const RULE: Work = {
  name: 'rule',
  says: 'tickets of whose assignee the department is mine',
  folder: 'bench/rule/specification',
  people: { held: 'clara', free: 'ada' },
  list: 'f.status=eq:open&sort=due',
  sorted: { by: 'due', middle: '2026-06-15' },
  same: {
    text: 'title',
    sent: ['title', 'details', 'assignee'],
    mayCreate: 'EXISTS (SELECT 1 FROM "user" p WHERE p."id" = {assignee} AND p."department" = {caller})',
    mayUpdate: 'EXISTS (SELECT 1 FROM "user" p WHERE p."id" = t."assignee" AND p."department" = {caller})',
  },
  fill,
};

interface Ground {
  readonly clerk: string;
  readonly department: string;
  /** Ids of people of the clerk's department, and of all others. */
  readonly own: readonly string[];
  readonly others: readonly string[];
}

async function fill(product: Store, reference: Store, count: number): Promise<Filled> {
  const random = seededRandom(4711);
  const ground = await fillPeople(product, reference, random);
  const ids: string[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - start);
    const rows = Array.from({ length: size }, (_, turn) => ticket(ground, start + turn, random, ids));
    await product.insert('ticket', [...COLUMNS, ...SYSTEM, '_search'], rows);
    await reference.insert('tickets', [...COLUMNS, ...SYSTEM], rows);
  }
  const { clerk, department } = ground;
  return {
    ids,
    caller: [department],
    word: WORD,
    created: (turn) => ({ title: `Chair ${turn}`, details: 'It squeaks.', assignee: clerk }),
    updated: (turn) => ({ title: `Chair ${turn}` }),
  };
}

async function fillPeople(product: Store, reference: Store, random: () => number): Promise<Ground> {
  const [template] = await product.all('SELECT * FROM "user" WHERE email = ?', [CLERK]);
  const departments = await texts(product, 'SELECT id FROM "department" ORDER BY name');
  const present = await product.all('SELECT id, name, email, department FROM "user"', []);
  if (!template) throw new Error(`${CLERK} is not there`);
  const department = String(template['department']);
  const added = Array.from({ length: PEOPLE - present.length }, (_, turn) => ({
    ...template,
    id: idOf(turn, random),
    name: `Person ${String(turn)}`,
    email: `person${String(turn)}@example.test`,
    _search: `person ${String(turn)}`,
    department: turn % 2 === 0 ? department : pick(departments, random),
  }));
  await product.insert('user', Object.keys(template), added);
  await reference.insert('people', ['id', 'name', 'email', 'department'], [...present, ...added]);
  const idsOf = (isOwn: boolean): readonly string[] =>
    added.filter((person) => (person.department === department) === isOwn).map(({ id }) => id);
  return { clerk: String(template['id']), department, own: idsOf(true), others: idsOf(false) };
}

function ticket(ground: Ground, turn: number, random: () => number, ids: string[]): Row {
  const isOwn = random() < OWN_SHARE;
  const id = idOf(turn, random);
  const some = Array.from({ length: 4 }, () => pick(WORDS, random)).join(' ');
  const title = `Ticket ${String(turn)} ${some}${random() < 0.01 ? ` ${WORD}` : ''}`;
  if (isOwn) ids.push(id);
  const at = new Date(Date.UTC(2025, 0, 1) + turn * 100).toISOString();
  return {
    id,
    title,
    _search: title.toLowerCase(),
    details: `${some}. `.repeat(6),
    status: pick(STATUSES, random),
    priority: pick(PRIORITIES, random),
    due: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 365) * 86_400_000).toISOString().slice(0, 10),
    assignee: pick(isOwn ? ground.own : ground.others, random),
    version: 1,
    created_at: at,
    changed_at: at,
  };
}
