// Writes that arrive together share transactions of PostgreSQL, whatever they read and tell people.
import { setTimeout } from 'node:timers/promises';
import { rightsFor } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../storage/postgres/open.ts';
import type { Database } from '../storage/database/database.ts';
import { newSchema, type Schema } from '../testing/postgres/schema.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

/** What one write reads and tells beside its own row: lines of the specification, by the place where they stand. */
interface Feature {
  readonly field?: string;
  readonly entity?: string;
  readonly others?: string;
  readonly transition?: string;
  readonly grant?: string;
}

const FEATURES: Readonly<Record<string, Feature>> = {
  numbers: { field: 'number: { type: sequence, pattern: "A-{00000}" }' },
  'unique values': { field: 'code: { type: string, unique: true }' },
  presses: {
    transition: `pass: { from: begun, to: shut, by: member, approvals: { of: record.told } }
      drop: { from: begun, to: shut, by: member, when: user in record.awaits.pass }`,
  },
  'who made transitions': { transition: 'undo: { from: begun, to: open, by: member, when: user in record.did.begin }' },
  'records that refer to it': {
    field: `parts: { type: integer, computed: 'size(record.pieces)' }`,
    others: 'piece: { fields: { of: { type: reference, to: ask, inverse: pieces } } }',
    grant: ', piece: all',
  },
  'people who follow it': { entity: 'comments: { follow: [told] }' },
  timers: { transition: 'hurry: { from: open, to: late, after: = hours(4), notify: { to: record.told, text: Late } }' },
};

const NOW = '2026-03-05T12:00:00.000Z';
const AT_ONCE = 16;
const ROUNDS = 5;

function yamlOf(names: readonly string[]): string {
  const lines = (key: keyof Feature, indent: number): string =>
    names
      .flatMap((name) => FEATURES[name]?.[key] ?? [])
      .map((line) => `\n${' '.repeat(indent)}${line}`)
      .join('');
  return `ninefold: 1
purpose: { name: together, languages: [en] }
entities:
  ask:
    title: name${lines('entity', 4)}
    fields:
      name: { type: string, required: true }
      told: { type: references, to: user }${lines('field', 6)}${lines('others', 2)}
states:
  ask:
    initial: open
    states: { open: {}, begun: {}, late: {}, shut: { final: true } }
    transitions:
      begin: { from: open, to: begun, by: member }
      hold: { from: late, to: begun, by: member }
      shut: { from: begun, to: shut, by: member }${lines('transition', 6)}
roles:
  member: { members: everyone, ask: all, user: { refer: true }${lines('grant', 0).replaceAll('\n', '')} }
`;
}

let schema: Schema;
let db: Database;
beforeEach(async () => {
  schema = await newSchema();
  db = await openPostgres(schema.url, { log: () => undefined, connections: 8 });
});
afterEach(async () => {
  await db.close();
  await schema.drop();
});

interface Opened {
  readonly records: Records;
  readonly who: Caller;
  readonly told: readonly string[];
}

async function opened(names: readonly string[]): Promise<Opened> {
  const { model } = applicationOf(yamlOf(names));
  await migrate(db, model, [], { now: NOW });
  const records = createRecords(db, model, () => NOW, { sendsMail: true });
  const add = (name: string) => records.addUser({ name, email: `${name}@x.test`, language: null, roles: [] });
  const me = await records.me(await add('ann'));
  if (!me) throw new Error('nobody');
  const told = [await add('bo'), await add('cy')];
  return { records, told, who: { me, rights: rightsFor(model, me.roles), via: 'call' } };
}

/** In how many transactions these rows were written last. */
async function transactionsOf(ids: readonly string[]): Promise<number> {
  const rows = await db.read.all(
    `SELECT count(DISTINCT CAST("xmin" AS text)) AS n FROM "ask" WHERE "id" IN (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  return Number(rows[0]?.['n']);
}

/** Callers who each make one write after the other, the first of them alone for a moment; what all of them gave. */
async function writing(one: (turn: number) => Promise<string>): Promise<readonly string[]> {
  const callers = Array.from({ length: AT_ONCE }, async (_, caller) => {
    const own: string[] = [];
    if (caller > 0) await setTimeout(1);
    for (let round = 0; round < ROUNDS; round += 1) own.push(await one(round * AT_ONCE + caller));
    return own;
  });
  return (await Promise.all(callers)).flat();
}

const ALL = Object.keys(FEATURES);
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ...ALL.map((name) => [name, [name]] as const),
  ['all of them', ALL],
];

test.each(CASES)('with %s', { timeout: 60_000 }, async (_, names) => {
  const { records, who, told } = await opened(names);
  const body = (turn: number) => ({
    name: `Ask ${String(turn)}`,
    told: told.map((id) => ({ id })),
    ...(names.includes('unique values') ? { code: String(turn) } : {}),
  });
  const ids = await writing(async (turn) => (await records.create(who, 'ask', body(turn), PLAIN)).id);
  const most = (ids.length * 2) / AT_ONCE + 3; // the first ones, and whoever comes while a group ends
  expect(await transactionsOf(ids)).toBeLessThanOrEqual(most);
  const change = async (turn: number): Promise<string> => {
    const id = ids[turn] ?? '';
    await records.update(who, 'ask', { idOrKey: id, body: { name: `Other ${String(turn)}` } }, PLAIN);
    return id;
  };
  await writing(change);
  expect(await transactionsOf(ids)).toBeLessThanOrEqual(most);
  await writing(async (turn) => {
    await records.transition(who, 'ask', { idOrKey: ids[turn] ?? '', transition: 'begin', body: {} }, PLAIN);
    return '';
  });
  expect(await transactionsOf(ids)).toBeLessThanOrEqual(most);
  if (names.join() !== 'people who follow it') return;
  const one = async (text: string) => Number((await db.read.all(text, []))[0]?.['n']);
  expect(await one('SELECT count(*) AS n FROM "_mail"')).toBe(told.length); // one of the next morning each
  expect(await one('SELECT count(DISTINCT "record") AS n FROM "_mail_item"')).toBe(ids.length);
  expect(await one('SELECT count(DISTINCT "record" || "person") AS n FROM "_notification"')).toBe(
    ids.length * told.length,
  );
});
