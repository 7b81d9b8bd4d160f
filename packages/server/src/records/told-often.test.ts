// What people are told costs the same however much they were told a moment before.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { counting } from './testing/counting.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const MANY = 60;
const { model } = applicationOf(`ninefold: 1
purpose: { name: asks, languages: [en] }
entities:
  ask:
    title: name
    fields:
      name: { type: string, required: true }
      told: { type: references, to: user }
states:
  ask:
    initial: open
    states: { open: {}, shut: { final: true } }
    transitions:
      shut: { from: open, to: shut, by: member, notify: { to: record.told, text: Done } }
roles:
  member: { members: everyone, ask: all, user: { refer: true } }
`);

const counted = { asked: 0, given: 0 };
let db: Database;
let records: Records;
let who: Caller;
const told: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model, [], { now: NOW });
  records = createRecords(counting(db, counted), model, () => NOW, { sendsMail: true });
  const add = (name: string) => records.addUser({ name, email: `${name}@x.test`, language: null, roles: [] });
  for (const name of ['bo', 'cy', 'di']) told.push(await add(name));
  const me = await records.me(await add('ann'));
  if (!me) throw new Error('nobody');
  who = { me, rights: rightsFor(model, me.roles), via: 'screen' };
});
afterAll(() => db.close());

test('one of many messages within a minute reads none of the others, neither for the inbox nor for the mail', async () => {
  const costs: { readonly asked: number; readonly given: number }[] = [];
  for (let turn = 0; turn < MANY; turn += 1) {
    const body = { name: `Ask ${String(turn)}`, told: told.map((id) => ({ id })) };
    const { id } = await records.create(who, 'ask', body, PLAIN);
    const before = { ...counted };
    await records.transition(who, 'ask', { idOrKey: id, transition: 'shut', body: {} }, PLAIN);
    costs.push({ asked: counted.asked - before.asked, given: counted.given - before.given });
  }
  expect(costs.at(-1)).toEqual(costs[1]);
  const one = async (text: string) => Number((await db.read.all(text, []))[0]?.['n']);
  expect(await one('SELECT count(*) AS n FROM "_notification"')).toBe(MANY * told.length);
  expect(await one('SELECT count(*) AS n FROM "_mail"')).toBe(MANY * told.length);
});
