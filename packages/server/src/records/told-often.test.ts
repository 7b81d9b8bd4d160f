// What people are told costs the same however much they were told a moment before.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import type { Caller, Records } from './context/records.ts';
import { type Counted, openCounting } from './testing/counting.ts';
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

let db: Database;
let records: Records;
let who: Caller;
let counted: Counted;
const told: string[] = [];
beforeAll(async () => {
  ({ db, records, who, counted } = await openCounting(model, NOW, { sendsMail: true }));
  for (const name of ['bo', 'cy', 'di'])
    told.push(await records.addUser({ name, email: `${name}@x.test`, language: null, roles: [] }));
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
