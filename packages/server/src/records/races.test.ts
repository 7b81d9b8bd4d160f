// Of many who want the one thing at the same moment, one gets it and all others are told why not.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const { model } = applicationOf(`
ninefold: 1
purpose: { name: rooms, languages: [en] }
entities:
  booking:
    fields:
      code: { type: string, unique: true }
      room: { type: string }
      from: { type: date }
      to: { type: date }
      note: { type: string }
      who: { type: string }
    no_overlap:
      - { from: from, to: to, per: [room] }
      - { from: from, to: to, per: [who], name: once }
states:
  booking: { initial: open, states: { open: {}, taken: {} }, transitions: { take: { from: open, to: taken, by: clerk } } }
roles: { clerk: { booking: all } }
`);

let db: Database;
let records: Records;
let clerk: Caller;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-05T12:00:00.000Z');
  const me = await records.me(
    await records.addUser({ name: 'A', email: 'a@x.test', language: null, roles: ['clerk'] }),
  );
  if (!me) throw new Error('nobody');
  clerk = { me, rights: rightsFor(model, me.roles), via: 'call' };
});
afterAll(() => db.close());

/** What came of so many at once: how many succeeded, and the codes of the others. */
async function outcome(
  count: number,
  work: (at: number) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const codes = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      work(at).then(
        () => 'done',
        (reason: unknown) =>
          reason instanceof Refusal ? (reason.problems[0]?.code ?? reason.code) : Promise.reject(reason as Error),
      ),
    ),
  );
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
}

test('a value that is unique', async () => {
  const made = await outcome(20, () => records.create(clerk, 'booking', { code: 'ONE' }, PLAIN));
  expect(made).toEqual({ done: 1, not_unique: 19 });
});

test('a period that may not overlap', async () => {
  const days = (at: number) => ({ room: 'Attic', from: `2026-03-0${String((at % 5) + 1)}`, to: '2026-03-09' });
  expect(await outcome(10, (at) => records.create(clerk, 'booking', days(at), PLAIN))).toEqual({
    done: 1,
    overlaps: 9,
  });
});

test('one of several periods that may not overlap', async () => {
  const booking = (at: number) => ({ room: `Room ${String(at)}`, who: 'Bo', from: '2026-03-01', to: '2026-03-09' });
  expect(await outcome(10, (at) => records.create(clerk, 'booking', booking(at), PLAIN))).toEqual({
    done: 1,
    'booking.once': 9,
  });
});

test('a transition', async () => {
  const { id } = await records.create(clerk, 'booking', {}, PLAIN);
  const fire = () => records.transition(clerk, 'booking', { idOrKey: id, transition: 'take', body: {} }, PLAIN);
  expect(await outcome(10, fire)).toEqual({ done: 1, wrong_state: 9 });
});

test('a version', async () => {
  const { id, version } = await records.create(clerk, 'booking', {}, PLAIN);
  const change = (at: number) =>
    records.update(clerk, 'booking', { idOrKey: id, body: { note: String(at) } }, { version, confirm: [] });
  expect(await outcome(10, change)).toEqual({ done: 1, changed_meanwhile: 9 });
});
