import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { REFERENCE_SCHEMA } from './reference-schema.ts';

export const TICKETS = 100_000;
const NEW_SHARE = 0.2;
const TEAM_SHARE = 0.6;

export interface Filled {
  /** Ids of tickets that the agent may read and change. */
  readonly ids: readonly string[];
  readonly team: string;
  readonly agent: string;
  readonly category: string;
}

/** Writes the same 100,000 tickets into the product's database and the reference's. The product must not run. */
export function fill(dataFolder: string, referencePath: string, agentEmail: string): Filled {
  const product = new DatabaseSync(databaseIn(dataFolder));
  product.exec('PRAGMA foreign_keys = ON');
  const reference = new DatabaseSync(referencePath);
  reference.exec('PRAGMA journal_mode = WAL');
  reference.exec(REFERENCE_SCHEMA);
  const ground = groundOf(product, agentEmail);
  const write = writers(product, reference, ground);
  product.exec('BEGIN');
  reference.exec('BEGIN');
  const ids = Array.from({ length: TICKETS }, (_, turn) => write(turn)).filter((id): id is string => id !== null);
  product.exec('COMMIT; ANALYZE');
  reference.exec('COMMIT; ANALYZE');
  product.close();
  reference.close();
  return { ids, team: ground.team, agent: ground.agent, category: ground.category };
}

type SqlRow = Record<string, SQLInputValue>;

interface Ground {
  readonly template: SqlRow;
  readonly agent: string;
  readonly team: string;
  readonly category: string;
  readonly otherTeams: readonly string[];
  readonly people: readonly string[];
}

function groundOf(product: DatabaseSync, agentEmail: string): Ground {
  const texts = (sql: string, ...values: readonly string[]): readonly string[] =>
    product
      .prepare(sql)
      .all(...values)
      .map((row) => String(Object.values(row)[0]));
  const [agent] = texts('SELECT id FROM "user" WHERE email = ?', agentEmail);
  const [team] = texts('SELECT team FROM "user" WHERE email = ?', agentEmail);
  if (!agent || !team) throw new Error(`${agentEmail} is no agent of a team`);
  const [category] = texts('SELECT id FROM "category" WHERE team = ? AND billable = 0 AND active = 1', team);
  const template = product
    .prepare('SELECT * FROM "ticket" WHERE state = ? AND category = ? LIMIT 1')
    .get('new', category ?? '');
  const fallback = product.prepare('SELECT * FROM "ticket" WHERE state = ? LIMIT 1').get('new');
  const row = template ?? fallback;
  if (!category || !row) throw new Error('the example has no category or no new ticket for this team');
  return {
    template: row as SqlRow,
    agent,
    team,
    category,
    otherTeams: texts('SELECT id FROM "team" WHERE id <> ?', team),
    people: texts('SELECT id FROM "user" WHERE id <> ?', agent),
  };
}

function writers(product: DatabaseSync, reference: DatabaseSync, ground: Ground): (turn: number) => string | null {
  const columns = Object.keys(ground.template);
  const marks = columns.map((name) => `:${name}`).join(', ');
  const intoProduct = product.prepare(
    `INSERT INTO "ticket" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${marks})`,
  );
  const intoReference = reference.prepare(`INSERT INTO tickets VALUES
    (:id, :number, :subject, :category, :priority, :state, :due, :team, :assignee, :requester, :details, 1, :created_at, :changed_at)`);
  const random = seeded(4711);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  return (turn) => {
    const mine = random() < TEAM_SHARE;
    const isNew = random() < NEW_SHARE;
    const number = `B-${String(turn).padStart(6, '0')}`;
    const row = {
      ...ground.template,
      id: idOf(turn, random),
      number,
      subject: `Ticket ${number}`,
      category: ground.category,
      team: mine ? ground.team : pick(ground.otherTeams),
      assignee: isNew ? null : pick(ground.people),
      requester: pick(ground.people),
      state: isNew ? 'new' : 'closed',
      due: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 31_536_000) * 1000).toISOString(),
    };
    intoProduct.run(row);
    intoReference.run(
      only(row, [
        'id',
        'number',
        'subject',
        'category',
        'priority',
        'state',
        'due',
        'team',
        'assignee',
        'requester',
        'details',
        'created_at',
        'changed_at',
      ]),
    );
    return mine && isNew ? row.id : null;
  };
}

/** Shaped as a UUID of version 7, so that both databases keep them in the order of writing. */
function idOf(turn: number, random: () => number): string {
  const time = (1_767_225_600_000 + turn * 100).toString(16).padStart(12, '0');
  const tail = Array.from({ length: 4 }, () =>
    Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, '0'),
  ).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}${tail.slice(0, 2)}`.padEnd(
    36,
    '0',
  );
}

function only(row: SqlRow, names: readonly string[]): SqlRow {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

function databaseIn(folder: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    /\.(?:sqlite3?|db)$/.test(name),
  );
  if (!found) throw new Error(`no database below ${folder}`);
  return join(folder, found);
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
