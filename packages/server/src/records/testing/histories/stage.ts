import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { idOf, rightsFor, type BatchAnswer, type Model, type RecordValue } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Database } from '../../../storage/database/database.ts';
import { openPostgres } from '../../../storage/postgres/open.ts';
import type { Row } from '../../../storage/sql/sql-value.ts';
import { newSchema, type Schema } from '../../../testing/postgres/schema.ts';
import type { Caller, Records } from '../../context/records.ts';
import { createRecords } from '../../create-records.ts';
import { migrate } from '../../migrate.ts';
import { applicationOf, PLAIN } from '../open-desk.ts';
import type { Answered } from './explain.ts';
import type { Operation, SingleOperation, Step } from './operations.ts';
import { accountText, entryText, slipText, type State } from './serial.ts';
import { SPECIFICATION } from './specification.ts';

const NOW = '2026-03-05T12:00:00.000Z';
/** So many histories are given their records at once. */
const AT_ONCE = 250;
const AMOUNTS = [1, 1, 0];

/** Two servers on one database, and records for one history after the other. */
export interface Stage {
  /** Runs a history on records of its own. */
  play(history: readonly Step[]): Promise<Played>;
  close(): Promise<void>;
}

/** What was there before a history, what its clients heard, and what was there behind it. */
export interface Played {
  readonly before: State;
  readonly answered: readonly Answered[];
  readonly contents: readonly string[];
}

/** Ids of the records that a history begins with, and what marks its unique values. */
interface Scene {
  readonly mark: string;
  readonly accounts: readonly string[];
  readonly entries: readonly string[];
}

interface Server {
  readonly db: Database;
  readonly records: Records;
}

/** `sideBySide`: whether writes that arrive together run side by side, or one after the other. */
export async function openStage(sideBySide: boolean): Promise<Stage> {
  const { model } = applicationOf(SPECIFICATION);
  const schema: Schema = await newSchema();
  const first = await openServer(schema, model, sideBySide);
  const second = await openServer(schema, model, sideBySide);
  const clerk = await addClerk(first.records, model);
  const template = await templateOf(first, clerk);
  let scenes: Scene[] = [];
  let drawn = 0;
  return {
    play: async (history) => {
      if (scenes.length === 0) scenes = await addScenes(first.db, template);
      const scene = scenes.pop();
      if (!scene) throw new Error('no records were made');
      const before = stateOf(drawn);
      const answered = await playOn([first, second], clerk, scene, history);
      const after = await contentsIn(first.db, scene);
      drawn = after.drawn;
      return { before, answered, contents: after.contents };
    },
    close: async () => {
      await Promise.all([first.db.close(), second.db.close()]);
      await schema.drop();
    },
  };
}

async function openServer(schema: Schema, model: Model, sideBySide: boolean): Promise<Server> {
  const db = await openPostgres(schema.url, { log: () => undefined, connections: 8, sideBySide });
  await migrate(db, model);
  return { db, records: createRecords(db, model, () => NOW) };
}

async function addClerk(records: Records, model: Model): Promise<Caller> {
  const id = await records.addUser({ name: 'Cleo', email: 'cleo@x.test', language: null, roles: ['clerk'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody was added');
  return { me, rights: rightsFor(model, me.roles), via: 'call' };
}

interface Template {
  readonly account: Row;
  readonly entry: Row;
}

/** One row of each table, as the product itself writes it. */
async function templateOf({ db, records }: Server, clerk: Caller): Promise<Template> {
  const { id } = await records.create(clerk, 'account', { name: 'template' }, PLAIN);
  await records.create(clerk, 'entry', { account: id, code: 'template', amount: 0 }, PLAIN);
  const [account] = await db.read.all('SELECT to_jsonb(t) AS row FROM "account" t', []);
  const [entry] = await db.read.all('SELECT to_jsonb(t) AS row FROM "entry" t', []);
  return { account: account?.['row'] as unknown as Row, entry: entry?.['row'] as unknown as Row };
}

/** Drops the records of earlier histories and makes some for further ones. */
async function addScenes(db: Database, { account, entry }: Template): Promise<Scene[]> {
  const scenes = Array.from({ length: AT_ONCE }, () => ({
    mark: randomUUID().slice(0, 8),
    accounts: [randomUUID(), randomUUID()],
    entries: AMOUNTS.map(() => randomUUID()),
  }));
  const accounts = scenes.flatMap((scene) =>
    scene.accounts.map((id, at) => {
      const name = marked(scene, at === 0 ? 'a' : 'b');
      return { ...account, id, name, _search: name, partner: scene.accounts[1 - at], total: 1 };
    }),
  );
  const entries = scenes.flatMap((scene) =>
    scene.entries.map((id, at) => {
      const code = marked(scene, `c${String(at)}`);
      return { ...entry, id, code, _search: code, account: scene.accounts[at % 2], amount: AMOUNTS[at] };
    }),
  );
  await db.alone(async (tx) => {
    for (const table of ['_outbox', '_history', 'slip', 'entry', 'account']) await tx.run(`DELETE FROM "${table}"`, []);
    await tx.run(insertOf('account'), [JSON.stringify(accounts)]);
    await tx.run(insertOf('entry'), [JSON.stringify(entries)]);
  });
  return scenes;
}

function insertOf(table: string): string {
  return `INSERT INTO "${table}" SELECT * FROM jsonb_populate_recordset(null::"${table}", ?::jsonb)`;
}

function marked({ mark }: Scene, text: string): string {
  return `${mark}-${text}`;
}

function unmarked({ mark }: Scene, text: unknown): string {
  return String(text).slice(mark.length + 1);
}

/** What every history begins with. */
function stateOf(drawn: number): State {
  return {
    accounts: ['a', 'b'].map((name) => ({ name, version: 1, seen: 0 })),
    entries: AMOUNTS.map((amount, at) => ({
      ...{ account: at % 2, code: `c${String(at)}`, amount, version: 1 },
    })),
    drawn,
  };
}

async function playOn(
  servers: readonly Server[],
  clerk: Caller,
  scene: Scene,
  history: readonly Step[],
): Promise<readonly Answered[]> {
  const answers = new Map<Step, string>();
  const clients = Map.groupBy(history, ({ client }) => client);
  const playClient = async (steps: readonly Step[]): Promise<void> => {
    for (const step of steps) {
      for (let turns = 0; turns < step.pause; turns += 1) await turn();
      const server = servers[step.server];
      if (!server) throw new Error('there are two servers');
      answers.set(step, await answerOf(server.records, clerk, scene, step.operation));
    }
  };
  await Promise.all([...clients.values()].map(playClient));
  return history.map((step) => ({ ...step, answer: answers.get(step) ?? '' }));
}

async function answerOf(records: Records, clerk: Caller, scene: Scene, operation: Operation): Promise<string> {
  try {
    const orders = (operation.kind === 'batch' ? operation.all : [operation]).map((one) => orderOf(scene, one));
    if (operation.kind === 'batch') {
      const { results }: BatchAnswer = await records.batch(clerk, { writes: orders }, undefined);
      return results.map(({ record }) => textOf(scene, record)).join(', ');
    }
    const [order] = orders;
    return textOf(scene, order ? await writeAlone(records, clerk, order) : null);
  } catch (reason) {
    if (!(reason instanceof Refusal)) return `failed: ${String(reason)}`;
    if (operation.kind === 'batch') return reason.code;
    return [reason.code, ...reason.problems.map(({ code }) => code)].join(' ');
  }
}

type Order = Readonly<Record<'action' | 'entity', string>> & {
  readonly id?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly transition?: string;
};

function orderOf(scene: Scene, operation: SingleOperation): Order {
  switch (operation.kind) {
    case 'create':
      return { action: 'create', entity: 'entry', values: valuesOf(scene, operation) };
    case 'change':
      return { ...entryAt(scene, operation.entry), values: { amount: operation.amount } };
    case 'recode':
      return { ...entryAt(scene, operation.entry), values: { code: marked(scene, operation.code) } };
    case 'remove':
      return { ...entryAt(scene, operation.entry), action: 'delete' };
    case 'look':
      return { ...accountAt(scene, operation.account), action: 'transition', transition: 'look' };
    case 'draw':
      return { action: 'create', entity: 'slip', values: { note: scene.mark } };
    case 'rename':
      return { ...accountAt(scene, operation.account), values: { name: marked(scene, operation.name) } };
  }
}

function valuesOf(
  scene: Scene,
  { account, code, amount }: Extract<Operation, { kind: 'create' }>,
): Readonly<Record<string, string | number>> {
  return { account: scene.accounts[account] ?? '', code: marked(scene, code), amount };
}

function entryAt({ entries }: Scene, at: number): Order {
  return { action: 'update', entity: 'entry', id: entries[at] ?? '' };
}

function accountAt({ accounts }: Scene, at: number): Order {
  return { action: 'update', entity: 'account', id: accounts[at] ?? '' };
}

async function writeAlone(
  records: Records,
  clerk: Caller,
  { action, entity, id = '', values = {}, transition = '' }: Order,
): Promise<RecordValue | null> {
  if (action === 'create') return records.create(clerk, entity, values, PLAIN);
  if (action === 'update') return records.update(clerk, entity, { idOrKey: id, body: values }, PLAIN);
  if (action === 'transition') return records.transition(clerk, entity, { idOrKey: id, transition, body: {} }, PLAIN);
  await records.remove(clerk, entity, id, PLAIN);
  return null;
}

function textOf(scene: Scene, record: RecordValue | null): string {
  if (record === null) return 'removed';
  const { version } = record;
  if (Object.hasOwn(record, 'number')) return slipText(Number(record['number']));
  if (Object.hasOwn(record, 'name')) {
    const name = unmarked(scene, record['name']);
    return accountText({ name, version, seen: Number(record['seen']), total: Number(record['total']) });
  }
  const { account } = record;
  return entryText({
    account: scene.accounts.indexOf(idOf(account) ?? String(account)), // a row holds the id alone
    code: unmarked(scene, record['code']),
    amount: Number(record['amount']),
    version,
  });
}

const CONTENTS = `SELECT (SELECT json_agg(a ORDER BY a."id" = ?) FROM "account" a WHERE a."id" IN (?, ?)) AS accounts,
  (SELECT json_agg(e) FROM "entry" e WHERE e."account" IN (?, ?) AND e."trashed_at" IS NULL) AS entries,
  (SELECT max("last") FROM "_sequence") AS drawn`;

async function contentsIn(
  db: Database,
  scene: Scene,
): Promise<{ readonly drawn: number; readonly contents: readonly string[] }> {
  const [first = '', second = ''] = scene.accounts;
  const [row] = await db.read.all(CONTENTS, [second, first, second, first, second]);
  const [accounts, entries] = [row?.['accounts'], row?.['entries']] as unknown as readonly (RecordValue[] | null)[];
  const drawn = Number(row?.['drawn'] ?? 0);
  const texts = (records: readonly RecordValue[] | null | undefined): readonly string[] =>
    (records ?? []).map((record) => textOf(scene, record));
  return { drawn, contents: [...texts(accounts), ...texts(entries).toSorted(), `drawn ${String(drawn)}`] };
}
