import { DUE_DAYS, DUE_FROM, idOf, pick } from '../random.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import { texts, type Row, type Store } from '../store.ts';
import type { Filled, Work } from '../work.ts';

const NEW_SHARE = 0.2;
const TEAM_SHARE = 0.6;
const AT_ONCE = 500;
const WORD = 'ladder';
const AGENT = 'alan';
const DUE_MS = DUE_DAYS * 86_400_000;
const COLUMNS = [
  ...['id', 'number', 'subject', 'category', 'priority', 'state', 'due', 'team', 'assignee', 'requester'],
  ...['details', 'version', 'created_at', 'changed_at'],
];

/** A whole application: numbers, history, computed values, and a rule of four parts. */
export const DESK: Work = {
  name: 'desk',
  says: 'the service desk of examples/, an agent with a rule of four parts',
  folder: 'examples/service-desk',
  people: { held: AGENT, free: 'mona' },
  list: 'f.state=eq:new&sort=due',
  sorted: { by: 'due', middle: new Date(DUE_FROM + DUE_MS / 2).toISOString() },
  same: {
    text: 'subject',
    sent: ['subject', 'category', 'details'],
    mayCreate: '{team} = {caller}',
    mayUpdate: 't."team" = {caller}',
  },
  fill,
};

interface Ground {
  readonly template: Row;
  readonly agent: string;
  readonly team: string;
  readonly category: string;
  readonly otherTeams: readonly string[];
  readonly people: readonly string[];
}

async function fill(product: Store, reference: Store, count: number): Promise<Filled> {
  const ground = await groundOf(product, `${AGENT}@example.test`);
  const random = seededRandom(4711);
  const ids: string[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, turn) =>
      ticket(ground, start + turn, random),
    );
    await product.insert('ticket', Object.keys(ground.template), rows);
    await reference.insert('tickets', COLUMNS, rows);
    for (const row of rows) if (row['team'] === ground.team && row['state'] === 'new') ids.push(String(row['id']));
  }
  const { category } = ground;
  return {
    ids,
    caller: [ground.team, ground.agent],
    word: WORD,
    created: (turn) => ({ subject: `Chair ${turn}`, category, details: 'It squeaks.' }),
    updated: (turn) => ({ subject: `Chair ${turn}` }),
  };
}

async function groundOf(product: Store, email: string): Promise<Ground> {
  const [agent] = await texts(product, 'SELECT id FROM "user" WHERE email = ?', email);
  const [team] = await texts(product, 'SELECT team FROM "user" WHERE email = ?', email);
  if (!agent || !team) throw new Error(`${email} is no agent of a team`);
  const [category] = await texts(
    product,
    `SELECT id FROM "category" WHERE team = ? AND CAST(billable AS text) IN ('0', 'false') AND CAST(active AS text) IN ('1', 'true')`,
    team,
  );
  const [template] = await product.all(`SELECT * FROM "ticket" WHERE state = 'new' LIMIT 1`, []);
  if (!category || !template) throw new Error('the example has no category or no new ticket for this team');
  return {
    template,
    agent,
    team,
    category,
    otherTeams: await texts(product, 'SELECT id FROM "team" WHERE id <> ?', team),
    people: await texts(product, 'SELECT id FROM "user" WHERE id <> ?', agent),
  };
}

function ticket(ground: Ground, turn: number, random: () => number): Row {
  const mine = random() < TEAM_SHARE;
  const isNew = random() < NEW_SHARE;
  const number = `B-${String(turn).padStart(7, '0')}`;
  const subject = `Ticket ${number}${random() < 0.01 ? ` ${WORD}` : ''}`;
  return {
    ...ground.template,
    id: idOf(turn, random),
    number,
    subject,
    _search: `${number.toLowerCase()} ${subject.toLowerCase()}`,
    category: ground.category,
    team: mine ? ground.team : pick(ground.otherTeams, random),
    assignee: isNew ? null : pick(ground.people, random),
    requester: pick(ground.people, random),
    state: isNew ? 'new' : 'closed',
    due: new Date(DUE_FROM + Math.floor((random() * DUE_MS) / 1000) * 1000).toISOString(),
  };
}
