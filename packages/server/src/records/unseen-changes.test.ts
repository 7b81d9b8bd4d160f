// A step is that of somebody who saw where the record was: what others did meanwhile is shown first, what one did oneself is known.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN, refusal } from './testing/open-desk.ts';

const FIELDS = '{ note: { type: string }, sum: { type: integer }, secret: { type: integer } }';
const CYCLE = `
    initial: fresh
    states: { fresh: {}, taken: {}, done: {} }
    transitions:
      take: { from: fresh, to: taken, by: clerk }
      hand_over: { from: [fresh, taken], to: fresh, by: clerk }
      finish: { from: taken, to: done, by: clerk }`;
const { model } = applicationOf(`
ninefold: 1
purpose: { name: seen, languages: [en] }
entities:
  job: { fields: ${FIELDS} }
  bare: { history: false, fields: { note: { type: string } } }
states:
  job: ${CYCLE}
      approve: { from: [fresh, taken], to: same, by: clerk, approvals: { of: users_with(clerk), need: 2 } }
  job.shelf:
    initial: low
    states: { low: {}, high: {} }
    transitions: { lift: { from: [low, high], to: high, by: clerk }, drop: { from: [low, high], to: low, by: clerk } }
  bare: ${CYCLE}
roles:
  clerk:
    job: { create: true, read: true, update: true, fields: { secret: { read: false, update: false } } }
    bare: all
    user: { refer: true }
  boss: { includes: clerk, job: all }
`);

let db: Database;
let records: Records;
let people: Readonly<Record<'anna' | 'ben' | 'boss', Caller>>;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-05T12:00:00.000Z');
  const added: readonly string[] = await Promise.all(
    ['clerk', 'clerk', 'boss'].map((role, at) =>
      records.addUser({ name: `p${String(at)}`, email: `p${String(at)}@x.test`, language: null, roles: [role] }),
    ),
  );
  const usersWith = await records.usersWith();
  const caller = async (at: number): Promise<Caller> => {
    const me = await records.me(added[at] ?? '');
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'screen', ...(usersWith ? { usersWith } : {}) };
  };
  people = { anna: await caller(0), ben: await caller(1), boss: await caller(2) };
});
afterAll(() => db.close());

const made = (entity: string, by: Caller) => records.create(by, entity, {}, PLAIN);
const step = (by: Caller, { entity, id }: { entity: string; id: string }, transition: string, version: number | null) =>
  records.transition(by, entity, { idOrKey: id, transition, body: {} }, { version, confirm: [] });

test.each(['job', 'bare'])(
  'a step from another state than the one that was seen is refused, and taken once it is seen: %s',
  async (entity) => {
    const { anna, ben, boss } = people;
    const seen = await made(entity, anna);
    const place = { entity, id: seen.id };
    const taken = await step(ben, place, 'take', seen.version);
    const refused = await refusal(step(anna, place, 'hand_over', seen.version));
    expect([refused.code, refused.params['fields'], refused.params['version']]).toEqual([
      'changed_since_seen',
      ['state'],
      taken.version,
    ]);
    expect(await records.get(anna, entity, seen.id)).toMatchObject({ state: 'taken', version: taken.version });
    expect(await step(anna, place, 'hand_over', taken.version)).toMatchObject({ state: 'fresh' });
    await step(ben, place, 'take', null);
    expect(await step(anna, place, 'finish', null)).toMatchObject({ state: 'done' });
    const late = await refusal(step(ben, place, 'hand_over', seen.version));
    expect([late.code, late.params['state']]).toEqual(['wrong_state', 'done']);
    expect(late.params['changes']).toMatchObject([{ by: { title: 'p0' } }]);
    expect(late.params['changes']).not.toMatchObject([{ transition: 'finish' }]); // a clerk may not see the history
    const told = (await refusal(step(boss, place, 'hand_over', taken.version))).params['changes'];
    expect(told).toMatchObject(
      entity === 'job'
        ? ['finish', 'take', 'hand_over'].map((transition) => ({ transition, fields: ['state'] }))
        : [{ by: { title: 'p0' }, fields: [] }],
    );
    expect((await refusal(step(ben, place, 'hand_over', null))).params).not.toHaveProperty('changes');
  },
);

test('what else others change, another life cycle too, and what one does oneself on another page, hinder no step', async () => {
  const { anna, ben } = people;
  const seen = await made('job', anna);
  const place = { entity: 'job', id: seen.id };
  await records.update(ben, 'job', { idOrKey: seen.id, body: { note: 'x', sum: 4 } }, PLAIN);
  await step(ben, place, 'lift', null);
  await step(anna, place, 'take', seen.version);
  expect(await step(anna, place, 'hand_over', seen.version)).toMatchObject({ state: 'fresh', shelf: 'high' });
  const refused = await refusal(step(anna, place, 'drop', seen.version));
  expect([refused.code, refused.params['fields']]).toEqual(['changed_since_seen', ['shelf']]);
  expect((await refusal(step({ ...anna, via: 'call' }, place, 'hand_over', seen.version))).code).toBe(
    'changed_since_seen',
  );
});

test('an approval is of what was seen: what the approver may read and others changed meanwhile is looked at first', async () => {
  const { anna, ben, boss } = people;
  const seen = await made('job', boss);
  const place = { entity: 'job', id: seen.id };
  const hidden = await records.update(boss, 'job', { idOrKey: seen.id, body: { secret: 4 } }, PLAIN);
  await step(anna, place, 'approve', seen.version);
  const raised = await records.update(boss, 'job', { idOrKey: seen.id, body: { sum: 9000 } }, PLAIN);
  const refused = await refusal(step(ben, place, 'approve', hidden.version));
  expect([refused.code, refused.params['fields']]).toEqual(['changed_since_seen', ['sum']]);
  expect(await step(ben, place, 'approve', raised.version)).toMatchObject({ state: 'fresh' });
});
