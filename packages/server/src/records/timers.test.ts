import { rightsFor, scopeAt, type Model, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { verifyTimers } from './writing/following/verify-timers.ts';

const specification = (days: number) => `ninefold: 1
purpose: { name: timers, languages: [en], time_zone: Europe/Berlin }
roles: { boss: { contract: all, request: all } }
entities:
  contract: { fields: { name: { type: string }, ends: { type: datetime } } }
  request:
    fields:
      subject: { type: string }
      due: { type: datetime }
      solution: { type: string }
      reminded: { type: integer, default: 0 }
      contract: { type: reference, to: contract }
states:
  request:
    initial: new
    states: { new: { kind: waiting }, resolved: { kind: done }, closed: { kind: done, final: true } }
    transitions:
      resolve: { from: new, to: resolved, by: boss }
      reopen: { from: resolved, to: new, by: boss }
      close: { from: resolved, to: closed, after: = days(limits.close_days) }
      remind: { from: new, to: same, at: record.due, when: blank(record.solution), set: { reminded: = record.reminded + 1 } }
      end: { from: [new, resolved], to: closed, at: record.contract.ends }
rules:
  request:
    has_solution: { when: transition == "close", check: filled(record.solution), at: solution }
limits: { close_days: { type: integer, value: ${String(days)} } }
`;

let db: Database;
let records: Records;
let model: Model;
let boss: Caller;
let now: string;

const ROUND = { mostMs: 60_000, isEnding: () => false, log: (line: string) => expect.fail(line) };

beforeEach(async () => {
  db = await openTestDatabase();
  now = '2026-03-02T09:00:00.000Z';
  ({ model } = applicationOf(specification(7)));
  await migrate(db, model);
  records = createRecords(db, model, () => now);
  const id = await records.addUser({ name: 'Bo', email: 'bo@t.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(model, me.roles), via: 'call' };
});

afterEach(() => db.close());

const make = (body: object, entity = 'request'): Promise<RecordValue> => records.create(boss, entity, body, PLAIN);
const get = (id: string): Promise<RecordValue> => records.get(boss, 'request', id);
const set = (id: string, body: object, entity = 'request'): Promise<RecordValue> =>
  records.update(boss, entity, { idOrKey: id, body }, PLAIN);
const fire = (id: string, transition: string): Promise<RecordValue> =>
  records.transition(boss, 'request', { idOrKey: id, transition, body: {} }, PLAIN);
const at = (moment: string): Promise<string | null> => {
  now = moment;
  return records.fireTimers(ROUND);
};
/** What a start with another limit does. */
const adopt = async (days: number): Promise<void> => {
  const { model: other } = applicationOf(specification(days));
  await db.alone((tx) => verifyTimers(tx, other, { scope: scopeAt(other, now), isChanged: false }));
};
/** When something by a timer happened to a record, oldest first. */
const fired = async (id: string): Promise<readonly string[]> => {
  const entries = await records.history(boss, 'request', id);
  const own = entries.filter(({ cause }) => cause?.kind === 'timer');
  return own.map((entry) => `${String(entry.transition)} ${entry.at}`).toReversed();
};

describe('a timer that counts from entering the state', () => {
  test('fires once, when its time has come, in the name of the application', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    expect(await at('2026-03-09T08:59:59.999Z')).toBe('2026-03-09T09:00:00.000Z');
    expect((await get(id)).state).toBe('resolved');
    expect(await at('2026-03-09T09:00:00.000Z')).toBeNull();
    const record = await get(id);
    expect([record.state, record.changed_by, record.version]).toEqual(['closed', null, 3]);
    const [entry] = await records.history(boss, 'request', id);
    expect(entry).toMatchObject({
      by: null,
      via: 'system',
      cause: { kind: 'timer', name: 'close' },
      transition: 'close',
    });
    await at('2026-06-01T00:00:00.000Z');
    expect(await fired(id)).toEqual(['close 2026-03-09T09:00:00.000Z']);
  });

  test('fires once after a long standstill, and keeps the local time over the change of summer time', async () => {
    now = '2026-03-25T09:00:00.000Z';
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    expect(await at('2026-03-25T09:00:01.000Z')).toBe('2026-04-01T08:00:00.000Z');
    await at('2026-05-01T00:00:00.000Z');
    expect(await fired(id)).toEqual(['close 2026-05-01T00:00:00.000Z']);
  });

  test('counts again where the state is entered again', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    now = '2026-03-05T09:00:00.000Z';
    await fire(id, 'reopen');
    expect(await records.fireTimers(ROUND)).toBeNull();
    now = '2026-03-06T09:00:00.000Z';
    await fire(id, 'resolve');
    expect(await at('2026-03-09T09:00:00.000Z')).toBe('2026-03-13T09:00:00.000Z');
  });

  test('rests in the trash', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    await records.remove(boss, 'request', id, PLAIN);
    expect(await at('2026-03-10T09:00:00.000Z')).toBeNull();
    await records.restore(boss, 'request', id, PLAIN);
    await at('2026-03-10T09:00:01.000Z');
    expect(await fired(id)).toEqual(['close 2026-03-10T09:00:01.000Z']);
  });

  test('is planned anew where its limit is another one, and for records that were there before it', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    await adopt(3);
    expect(await records.fireTimers(ROUND)).toBe('2026-03-05T09:00:00.000Z');
    await db.write((tx) => tx.run('DELETE FROM "_timer"', []));
    await adopt(10);
    expect(await records.fireTimers(ROUND)).toBe('2026-03-12T09:00:00.000Z');
  });
});

test('a limit that has another value from a day on moves the timers that read it, on that day', async () => {
  const dated = '{ type: integer, values: [{ from: 2026-01-01, value: 20 }, { from: 2026-03-05, value: 4 }] }';
  ({ model } = applicationOf(specification(7).replace('{ type: integer, value: 7 }', dated)));
  records = createRecords(db, model, () => now);
  await db.alone((tx) => verifyTimers(tx, model, { scope: scopeAt(model, now), isChanged: false }));
  const { id } = await make({ solution: 'a' });
  await fire(id, 'resolve');
  expect(await at('2026-03-04T22:59:59.000Z')).toBe('2026-03-22T09:00:00.000Z');
  expect(await at('2026-03-04T23:00:00.000Z')).toBe('2026-03-06T09:00:00.000Z');
});

describe('a timer at a moment', () => {
  test('moves with the value, and fires once for each', async () => {
    const { id } = await make({ due: '2026-03-03T10:00:00Z' });
    await set(id, { due: '2026-03-04T10:00:00Z' });
    await at('2026-03-03T12:00:00.000Z');
    expect((await get(id))['reminded']).toBe(0);
    await at('2026-03-04T10:00:00.000Z');
    await set(id, { subject: 'something else' });
    await at('2026-03-04T11:00:00.000Z');
    expect((await get(id))['reminded']).toBe(1);
    await set(id, { due: '2026-03-05T10:00:00Z' });
    await at('2026-03-06T10:00:00.000Z');
    expect(await fired(id)).toEqual(['remind 2026-03-04T10:00:00.000Z', 'remind 2026-03-06T10:00:00.000Z']);
  });

  test('that has fired does not fire again for the same moment: after the trash, after it was blank, after a start', async () => {
    const due = '2026-03-03T10:00:00Z';
    const { id } = await make({ due });
    await at('2026-03-03T10:00:00.000Z');
    await records.remove(boss, 'request', id, PLAIN);
    await adopt(8);
    await records.restore(boss, 'request', id, PLAIN);
    await at('2026-03-04T10:00:00.000Z');
    await set(id, { due: null });
    await adopt(9);
    await set(id, { due });
    await adopt(10);
    await at('2026-03-05T10:00:00.000Z');
    expect(await fired(id)).toEqual(['remind 2026-03-03T10:00:00.000Z']);
    await fire(id, 'resolve');
    await fire(id, 'reopen');
    await at('2026-03-06T10:00:00.000Z');
    expect(await fired(id)).toEqual(['remind 2026-03-03T10:00:00.000Z', 'remind 2026-03-06T10:00:00.000Z']);
  });

  test('is forgotten with its record', async () => {
    const { id } = await make({ due: '2026-03-03T10:00:00Z' });
    await at('2026-03-03T10:00:00.000Z');
    await records.remove(boss, 'request', id, PLAIN);
    now = '2027-03-03T10:00:00.000Z';
    await records.emptyTrash();
    expect(await db.read.all('SELECT "record" FROM "_timer"', [])).toEqual([]);
  });

  test('moves with a value of another record', async () => {
    const contract = await make({ name: 'C', ends: '2026-03-10T00:00:00Z' }, 'contract');
    const { id } = await make({ contract: contract.id });
    expect(await records.fireTimers(ROUND)).toBe('2026-03-10T00:00:00.000Z');
    await set(contract.id, { ends: '2026-03-04T00:00:00Z' }, 'contract');
    expect(await records.fireTimers(ROUND)).toBe('2026-03-04T00:00:00.000Z');
    await set(contract.id, { ends: null }, 'contract');
    expect(await records.fireTimers(ROUND)).toBeNull();
    await set(contract.id, { ends: '2026-03-05T00:00:00Z' }, 'contract');
    await at('2026-03-05T00:00:00.000Z');
    expect(await fired(id)).toEqual(['end 2026-03-05T00:00:00.000Z']);
  });

  test('whose condition does not hold waits for the next write, or the next day', async () => {
    const { id } = await make({ due: '2026-03-03T10:00:00Z', solution: 'a' });
    expect(await at('2026-03-03T10:00:00.000Z')).toBe('2026-03-04T10:00:00.000Z');
    await set(id, { subject: 'b' });
    expect(await at('2026-03-03T11:00:00.000Z')).toBe('2026-03-04T11:00:00.000Z');
    await set(id, { solution: null });
    await at('2026-03-03T11:00:01.000Z');
    expect(await fired(id)).toEqual(['remind 2026-03-03T11:00:01.000Z']);
  });
});

describe('a timer that a rule refuses', () => {
  test('is stuck with its reason, keeps nothing of what it began, and is tried at the next write and daily', async () => {
    const { id } = await make({});
    await fire(id, 'resolve');
    expect(await at('2026-03-09T09:00:00.000Z')).toBe('2026-03-10T09:00:00.000Z');
    const [row] = await db.read.all('SELECT "stuck", "tried" FROM "_timer" WHERE "record" = ?', [id]);
    expect(row?.['tried']).toBe('2026-03-09T09:00:00.000Z');
    expect(JSON.parse(String(row?.['stuck']))).toEqual({
      code: 'invalid',
      problems: [{ path: 'solution', code: 'request.has_solution' }],
    });
    expect([(await get(id)).version, await fired(id)]).toEqual([2, []]);
    await at('2026-03-10T09:00:00.000Z');
    expect(await fired(id)).toEqual([]);
    await set(id, { solution: 'a' });
    await at('2026-03-10T09:00:00.500Z');
    expect(await fired(id)).toEqual(['close 2026-03-10T09:00:00.500Z']);
  });
});

test('a timer for which the database has no time stays due, is not stuck, and keeps no other one waiting', async () => {
  const ids = [(await make({ solution: 'a' })).id, (await make({ solution: 'a' })).id];
  for (const id of ids) await fire(id, 'resolve');
  now = '2026-04-01T00:00:00.000Z';
  const busy = Object.assign(new Error('busy'), { code: '55P03', errcode: 5 });
  expect(db.dialect.violation(busy)).toEqual({ kind: 'busy' });
  const write: Database['write'] = (work, key, size) =>
    key === `request ${ids[0] ?? ''}` ? Promise.reject(busy) : db.write(work, key, size);
  const next = await createRecords({ ...db, write }, model, () => now).fireTimers(ROUND);
  expect(next).toBe('2026-03-09T09:00:00.000Z');
  expect(await db.read.all('SELECT "record", "tried", "stuck" FROM "_timer"', [])).toEqual([
    { record: ids[0], tried: null, stuck: null },
  ]);
  expect(await at('2026-04-01T00:00:01.000Z')).toBeNull();
  expect(await fired(ids[0] ?? '')).toEqual(['close 2026-04-01T00:00:01.000Z']);
  expect(await fired(ids[1] ?? '')).toEqual(['close 2026-04-01T00:00:00.000Z']);
});

test('a refused timer whose reason the database has no time to keep stays due, and ends no round', async () => {
  const ids = [(await make({})).id, (await make({ solution: 'a' })).id];
  for (const id of ids) await fire(id, 'resolve');
  now = '2026-04-01T00:00:00.000Z';
  const busy = Object.assign(new Error('busy'), { code: '55P03', errcode: 5 });
  const tried = new Map<string, number>();
  const write: Database['write'] = (work, key, size) => {
    const times = (tried.get(String(key)) ?? 0) + 1;
    tried.set(String(key), times);
    return key === `request ${ids[0] ?? ''}` && times > 1 ? Promise.reject(busy) : db.write(work, key, size);
  };
  const next = await createRecords({ ...db, write }, model, () => now).fireTimers(ROUND);
  expect(next).toBe('2026-03-09T09:00:00.000Z');
  expect(await fired(ids[1] ?? '')).toEqual(['close 2026-04-01T00:00:00.000Z']);
  await at('2026-04-01T00:00:01.000Z');
  expect(await db.read.all('SELECT "record", "tried" FROM "_timer"', [])).toEqual([
    { record: ids[0], tried: '2026-04-01T00:00:01.000Z' },
  ]);
});

test('a refusal is not kept of a timer that somebody has planned anew meanwhile', async () => {
  const { id } = await make({});
  await fire(id, 'resolve');
  now = '2026-04-01T00:00:00.000Z';
  const tried: string[] = [];
  const write: Database['write'] = async (work, key, size) => {
    tried.push(String(key));
    if (tried.filter((one) => one === `request ${id}`).length === 2) {
      await fire(id, 'reopen');
      await fire(id, 'resolve'); // its timer runs again, from now on
    }
    return db.write(work, key, size);
  };
  await createRecords({ ...db, write }, model, () => now).fireTimers(ROUND);
  const rows = await db.read.all('SELECT "next", "tried", "stuck" FROM "_timer" WHERE "transition" = ?', ['close']);
  expect(rows).toEqual([{ next: '2026-04-08T00:00:00.000Z', tried: null, stuck: null }]);
});

test('however many rounds run at the same time, each timer fires once', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 40; index += 1) {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    ids.push(id);
  }
  now = '2026-04-01T00:00:00.000Z';
  const others = Array.from({ length: 3 }, () => createRecords(db, model, () => now));
  await Promise.all([records, ...others].map((server) => server.fireTimers(ROUND)));
  for (const id of ids) expect(await fired(id)).toEqual(['close 2026-04-01T00:00:00.000Z']);
});
