import { scopeAt, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { createRecords } from './create-records.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { openStage, ROUND, type Stage } from './testing/open-stage.ts';
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

let stage: Stage;
beforeEach(async () => {
  stage = await openStage(specification(7));
});
afterEach(() => stage.close());

const make = (body: object, entity = 'request'): Promise<RecordValue> => stage.make(entity, body);
const get = (id: string): Promise<RecordValue> => stage.records.get(stage.boss, 'request', id);
const set = (id: string, body: object, entity = 'request'): Promise<RecordValue> => stage.set(entity, id, body);
const fire = (id: string, transition: string): Promise<RecordValue> => stage.fire('request', id, transition);
const at = (moment: string): Promise<string | null> => stage.fireAt(moment);
/** What a start with another limit does. */
const adopt = async (days: number): Promise<void> => {
  const { model: other } = applicationOf(specification(days));
  await stage.db.alone((tx) => verifyTimers(tx, other, { scope: scopeAt(other, stage.now), isChanged: false }));
};
/** When something by a timer happened to a record, oldest first. */
const fired = async (id: string): Promise<readonly string[]> => {
  const entries = await stage.records.history(stage.boss, 'request', id);
  const own = entries.filter(({ cause }) => cause?.kind === 'timer');
  return own.map((entry) => `${String(entry.transition)} ${entry.at}`).toReversed();
};

test('two timers that are due at one moment both fire, whichever was planned first', async () => {
  const contract = await make({ name: 'a', ends: '2026-03-09T09:00:00.000Z' }, 'contract');
  const { id } = await make({ due: '2026-03-09T09:00:00.000Z' });
  await set(id, { contract: contract.id });
  await at('2026-03-09T09:00:00.000Z');
  expect(await fired(id)).toEqual(['remind 2026-03-09T09:00:00.000Z', 'end 2026-03-09T09:00:00.000Z']);
});

describe('a timer that counts from entering the state', () => {
  test('fires once, when its time has come, in the name of the application', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    expect(await at('2026-03-09T08:59:59.999Z')).toBe('2026-03-09T09:00:00.000Z');
    expect((await get(id)).state).toBe('resolved');
    expect(await at('2026-03-09T09:00:00.000Z')).toBeNull();
    const record = await get(id);
    expect([record.state, record.changed_by, record.version]).toEqual(['closed', null, 3]);
    const [entry] = await stage.records.history(stage.boss, 'request', id);
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
    stage.now = '2026-03-25T09:00:00.000Z';
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    expect(await at('2026-03-25T09:00:01.000Z')).toBe('2026-04-01T08:00:00.000Z');
    await at('2026-05-01T00:00:00.000Z');
    expect(await fired(id)).toEqual(['close 2026-05-01T00:00:00.000Z']);
  });

  test('counts again where the state is entered again', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    stage.now = '2026-03-05T09:00:00.000Z';
    await fire(id, 'reopen');
    expect(await stage.records.fireTimers(ROUND)).toBeNull();
    stage.now = '2026-03-06T09:00:00.000Z';
    await fire(id, 'resolve');
    expect(await at('2026-03-09T09:00:00.000Z')).toBe('2026-03-13T09:00:00.000Z');
  });

  test('rests in the trash', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    await stage.records.remove(stage.boss, 'request', id, PLAIN);
    expect(await at('2026-03-10T09:00:00.000Z')).toBeNull();
    await stage.records.restore(stage.boss, 'request', id, PLAIN);
    await at('2026-03-10T09:00:01.000Z');
    expect(await fired(id)).toEqual(['close 2026-03-10T09:00:01.000Z']);
  });

  test('is planned anew where its limit is another one, and for records that were there before it', async () => {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    await adopt(3);
    expect(await stage.records.fireTimers(ROUND)).toBe('2026-03-05T09:00:00.000Z');
    await stage.db.write((tx) => tx.run('DELETE FROM "_timer"', []));
    await adopt(10);
    expect(await stage.records.fireTimers(ROUND)).toBe('2026-03-12T09:00:00.000Z');
  });
});

test('a limit that has another value from a day on moves the timers that read it, on that day', async () => {
  const dated = '{ type: integer, values: [{ from: 2026-01-01, value: 20 }, { from: 2026-03-05, value: 4 }] }';
  const { model } = applicationOf(specification(7).replace('{ type: integer, value: 7 }', dated));
  const records = createRecords(stage.db, model, () => stage.now);
  await stage.db.alone((tx) => verifyTimers(tx, model, { scope: scopeAt(model, stage.now), isChanged: false }));
  const { id } = await records.create(stage.boss, 'request', { solution: 'a' }, PLAIN);
  await records.transition(stage.boss, 'request', { idOrKey: id, transition: 'resolve', body: {} }, PLAIN);
  stage.now = '2026-03-04T22:59:59.000Z';
  expect(await records.fireTimers(ROUND)).toBe('2026-03-22T09:00:00.000Z');
  stage.now = '2026-03-04T23:00:00.000Z';
  expect(await records.fireTimers(ROUND)).toBe('2026-03-06T09:00:00.000Z');
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
    await stage.records.remove(stage.boss, 'request', id, PLAIN);
    await adopt(8);
    await stage.records.restore(stage.boss, 'request', id, PLAIN);
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
    await stage.records.remove(stage.boss, 'request', id, PLAIN);
    stage.now = '2027-03-03T10:00:00.000Z';
    await stage.records.emptyTrash();
    expect(await stage.db.read.all('SELECT "record" FROM "_timer"', [])).toEqual([]);
  });

  test('moves with a value of another record', async () => {
    const contract = await make({ name: 'C', ends: '2026-03-10T00:00:00Z' }, 'contract');
    const { id } = await make({ contract: contract.id });
    expect(await stage.records.fireTimers(ROUND)).toBe('2026-03-10T00:00:00.000Z');
    await set(contract.id, { ends: '2026-03-04T00:00:00Z' }, 'contract');
    expect(await stage.records.fireTimers(ROUND)).toBe('2026-03-04T00:00:00.000Z');
    await set(contract.id, { ends: null }, 'contract');
    expect(await stage.records.fireTimers(ROUND)).toBeNull();
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
    const [row] = await stage.db.read.all('SELECT "stuck", "tried" FROM "_timer" WHERE "record" = ?', [id]);
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
  stage.now = '2026-04-01T00:00:00.000Z';
  const busy = Object.assign(new Error('busy'), { code: '55P03', errcode: 5 });
  expect(stage.db.dialect.violation(busy)).toEqual({ kind: 'busy' });
  const write: Database['write'] = (work, key, size) =>
    key === `request ${ids[0] ?? ''}` ? Promise.reject(busy) : stage.db.write(work, key, size);
  const next = await createRecords({ ...stage.db, write }, stage.model, () => stage.now).fireTimers(ROUND);
  expect(next).toBe('2026-03-09T09:00:00.000Z');
  expect(await stage.db.read.all('SELECT "record", "tried", "stuck" FROM "_timer"', [])).toEqual([
    { record: ids[0], tried: null, stuck: null },
  ]);
  expect(await at('2026-04-01T00:00:01.000Z')).toBeNull();
  expect(await fired(ids[0] ?? '')).toEqual(['close 2026-04-01T00:00:01.000Z']);
  expect(await fired(ids[1] ?? '')).toEqual(['close 2026-04-01T00:00:00.000Z']);
});

test('a refused timer whose reason the database has no time to keep stays due, and ends no round', async () => {
  const ids = [(await make({})).id, (await make({ solution: 'a' })).id];
  for (const id of ids) await fire(id, 'resolve');
  stage.now = '2026-04-01T00:00:00.000Z';
  const busy = Object.assign(new Error('busy'), { code: '55P03', errcode: 5 });
  const tried = new Map<string, number>();
  const write: Database['write'] = (work, key, size) => {
    const times = (tried.get(String(key)) ?? 0) + 1;
    tried.set(String(key), times);
    return key === `request ${ids[0] ?? ''}` && times > 1 ? Promise.reject(busy) : stage.db.write(work, key, size);
  };
  const next = await createRecords({ ...stage.db, write }, stage.model, () => stage.now).fireTimers(ROUND);
  expect(next).toBe('2026-03-09T09:00:00.000Z');
  expect(await fired(ids[1] ?? '')).toEqual(['close 2026-04-01T00:00:00.000Z']);
  await at('2026-04-01T00:00:01.000Z');
  expect(await stage.db.read.all('SELECT "record", "tried" FROM "_timer"', [])).toEqual([
    { record: ids[0], tried: '2026-04-01T00:00:01.000Z' },
  ]);
});

test('a refusal is not kept of a timer that somebody has planned anew meanwhile', async () => {
  const { id } = await make({});
  await fire(id, 'resolve');
  stage.now = '2026-04-01T00:00:00.000Z';
  const tried: string[] = [];
  const write: Database['write'] = async (work, key, size) => {
    tried.push(String(key));
    if (tried.filter((one) => one === `request ${id}`).length === 2) {
      await fire(id, 'reopen');
      await fire(id, 'resolve'); // its timer runs again, from now on
    }
    return stage.db.write(work, key, size);
  };
  await createRecords({ ...stage.db, write }, stage.model, () => stage.now).fireTimers(ROUND);
  const rows = await stage.db.read.all('SELECT "next", "tried", "stuck" FROM "_timer" WHERE "transition" = ?', [
    'close',
  ]);
  expect(rows).toEqual([{ next: '2026-04-08T00:00:00.000Z', tried: null, stuck: null }]);
});

test('however many rounds run at the same time, each timer fires once', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 40; index += 1) {
    const { id } = await make({ solution: 'a' });
    await fire(id, 'resolve');
    ids.push(id);
  }
  stage.now = '2026-04-01T00:00:00.000Z';
  const others = Array.from({ length: 3 }, () => createRecords(stage.db, stage.model, () => stage.now));
  await Promise.all([stage.records, ...others].map((server) => server.fireTimers(ROUND)));
  for (const id of ids) expect(await fired(id)).toEqual(['close 2026-04-01T00:00:00.000Z']);
});
