import type { Store } from './store.ts';

const NEW_SHARE = 0.2;
const TEAM_SHARE = 0.6;
const AT_ONCE = 500;

/** What the calls of the measurement are made with. */
export interface Filled {
  /** Ids of tickets that the agent may read and change. */
  readonly ids: readonly string[];
  readonly team: string;
  readonly agent: string;
  readonly category: string;
  /** A word in the subjects of about a hundredth of the tickets. */
  readonly word: string;
}

type Row = Readonly<Record<string, unknown>>;

interface Ground {
  readonly template: Row;
  readonly agent: string;
  readonly team: string;
  readonly category: string;
  readonly otherTeams: readonly string[];
  readonly people: readonly string[];
}

const COLUMNS = [
  ...['id', 'number', 'subject', 'category', 'priority', 'state', 'due', 'team', 'assignee', 'requester'],
  ...['details', 'version', 'created_at', 'changed_at'],
];
const WORD = 'ladder';

/** Writes the same tickets into the product's table and the reference's. The product must not run. */
export async function fill(product: Store, reference: Store, agentEmail: string, count: number): Promise<Filled> {
  const ground = await groundOf(product, agentEmail);
  const random = seeded(4711);
  const ids: string[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, turn) =>
      ticket(ground, start + turn, random),
    );
    await product.insert('ticket', Object.keys(ground.template), rows);
    await reference.insert('tickets', COLUMNS, rows);
    for (const row of rows) if (row['team'] === ground.team && row['state'] === 'new') ids.push(String(row['id']));
  }
  await product.finish();
  await reference.finish();
  return { ids, team: ground.team, agent: ground.agent, category: ground.category, word: WORD };
}

async function groundOf(product: Store, agentEmail: string): Promise<Ground> {
  const texts = async (text: string, ...values: readonly string[]): Promise<readonly string[]> =>
    (await product.all(text, values)).map((row) => String(Object.values(row)[0]));
  const [agent] = await texts('SELECT id FROM "user" WHERE email = ?', agentEmail);
  const [team] = await texts('SELECT team FROM "user" WHERE email = ?', agentEmail);
  if (!agent || !team) throw new Error(`${agentEmail} is no agent of a team`);
  const [category] = await texts(
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
    otherTeams: await texts('SELECT id FROM "team" WHERE id <> ?', team),
    people: await texts('SELECT id FROM "user" WHERE id <> ?', agent),
  };
}

function ticket(ground: Ground, turn: number, random: () => number): Row {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
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
    team: mine ? ground.team : pick(ground.otherTeams),
    assignee: isNew ? null : pick(ground.people),
    requester: pick(ground.people),
    state: isNew ? 'new' : 'closed',
    due: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 31_536_000) * 1000).toISOString(),
  };
}

/** Shaped as a UUID of version 7, so that both databases keep them in the order of writing. */
function idOf(turn: number, random: () => number): string {
  const time = (1_767_225_600_000 + turn * 10).toString(16).padStart(12, '0');
  const hex = (length: number): string =>
    Math.floor(random() * 16 ** length)
      .toString(16)
      .padStart(length, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
