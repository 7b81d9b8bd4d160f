import { rightsFor } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN, refusal } from './testing/open-desk.ts';

const YAML = `ninefold: 1
purpose: { name: repairs, languages: [en] }
roles: { boss: { members: everyone, repair: all } }
entities:
  repair:
    title: name
    fields:
      name: { type: string }
      result: { type: text, required_when: record.state == "done" }
      invoice: { type: string, required_when: record.state_final }
states:
  repair:
    initial: open
    states: { open: {}, done: {}, filed: { final: true } }
    transitions: { finish: { from: open, to: done, by: boss }, file: { from: done, to: filed, by: boss } }
`;

let db: Database;
let records: Records;
let boss: Caller;

beforeEach(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf(YAML);
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-05T09:00:00.000Z');
  const id = await records.addUser({ name: 'Bo', email: 'bo@x.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(model, me.roles), via: 'call' };
});
afterEach(() => db.close());

const fire = (idOrKey: string, transition: string, body: object = {}) =>
  records.transition(boss, 'repair', { idOrKey, transition, body: { ...body } }, PLAIN);

test('a transition into a state that requires a field is refused while the field is blank', async () => {
  const { id } = await records.create(boss, 'repair', { name: 'Door' }, PLAIN);
  const refused = await refusal(fire(id, 'finish'));
  expect(refused.problems.map(({ path, code }) => `${path} ${code}`)).toEqual(['result required']);
  expect((await records.get(boss, 'repair', id)).state).toBe('open');
  expect((await fire(id, 'finish', { result: 'New hinges' })).state).toBe('done');
  expect((await refusal(fire(id, 'file'))).problems.map(({ path }) => path)).toEqual(['invoice']);
  expect((await fire(id, 'file', { invoice: '7' })).state).toBe('filed');
});
