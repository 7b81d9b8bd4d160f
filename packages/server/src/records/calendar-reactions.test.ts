import { rightsFor, type Model, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const specification = (every: string): string => `ninefold: 1
purpose: { name: calendars, languages: [en], time_zone: Europe/Berlin }
roles: { boss: { machine: all, job: all, runtime: [operate] } }
entities:
  machine:
    fields:
      name: { type: string }
      used: { type: boolean, default: true }
      checks: { type: integer, default: 0 }
  job: { fields: { about: { type: reference, to: machine, on_delete: clear }, title: { type: string } } }
states:
  machine:
    reactions:
      check: { every: ${every}, when: record.used, set: { checks: = record.checks + 1 }, create: { job: { about: = record } } }
      count: { every: { weekday: mon, nth: 1, at: "09:00" }, once: true, create: { job: { title: = text(today) } } }
rules:
  machine: { named: { when: record.checks > 0, check: filled(record.name), at: name } }
  job: { known: { check: record.title != "2026-06-01", at: title } }
limits: { closed_days: { type: dates, value: [2026-03-04] } }
`;
const DAILY = '{ days: 1, at: "08:00", skip: = limits.closed_days }';

let db: Database;
let records: Records;
let boss: Caller;
let now: string;

const ROUND = { mostMs: 60_000, isEnding: () => false, log: (line: string) => expect.fail(line) };

function serve(every: string): Model {
  const { model } = applicationOf(specification(every));
  records = createRecords(db, model, () => now);
  return model;
}

beforeEach(async () => {
  db = await openTestDatabase();
  now = '2026-03-02T08:30:00.000Z';
  const model = serve(DAILY);
  await migrate(db, model);
  const id = await records.addUser({ name: 'Bo', email: 'bo@t.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(model, me.roles), via: 'call' };
  await records.fireTimers(ROUND);
});

afterEach(() => db.close());

const make = (body: object): Promise<RecordValue> => records.create(boss, 'machine', body, PLAIN);
const set = (id: string, body: object): Promise<RecordValue> =>
  records.update(boss, 'machine', { idOrKey: id, body }, PLAIN);
const at = (moment: string): Promise<string | null> => {
  now = moment;
  return records.fireTimers(ROUND);
};
/** When the calendar came to a record, oldest first. */
const fired = async (id: string): Promise<readonly string[]> => {
  const entries = await records.history(boss, 'machine', id);
  const own = entries.filter(({ cause }) => cause?.kind === 'reaction' && cause.name === 'check');
  return own.map((entry) => entry.at).toReversed();
};
const titles = async (): Promise<readonly unknown[]> => {
  const { items } = await records.list(boss, 'job', new URLSearchParams('sort=title&size=100'));
  return items.map(({ title }) => title).filter((title) => title !== null);
};

describe('a reaction with a calendar', () => {
  test('fires for each record for which its condition holds, at its moment, in the name of the application', async () => {
    const [{ id }, other] = [await make({ name: 'A' }), await make({ name: 'B', used: false })];
    expect(await at('2026-03-03T06:59:59.999Z')).toBe('2026-03-03T07:00:00.000Z');
    expect(await fired(id)).toEqual([]);
    await at('2026-03-03T07:00:00.000Z');
    expect(await records.get(boss, 'machine', id)).toMatchObject({ checks: 1, changed_by: null, version: 2 });
    const [entry] = await records.history(boss, 'machine', id);
    expect(entry).toMatchObject({ by: null, via: 'system', cause: { kind: 'reaction', name: 'check' } });
    await at('2026-03-03T07:00:01.000Z');
    await set(other.id, { used: true });
    expect(await at('2026-03-03T12:00:00.000Z')).toBe('2026-03-05T07:00:00.000Z'); // the day between is left out
    await at('2026-03-05T07:00:00.000Z');
    expect(await fired(id)).toEqual(['2026-03-03T07:00:00.000Z', '2026-03-05T07:00:00.000Z']);
    expect(await fired(other.id)).toEqual(['2026-03-05T07:00:00.000Z']);
  });

  test('fires once after a standstill, and not again when the clock is set back', async () => {
    const { id } = await make({ name: 'A' });
    await at('2026-03-20T12:00:00.000Z');
    for (const moment of ['2026-03-10T12:00:00.000Z', '2026-03-15T12:00:00.000Z', '2026-03-20T12:00:01.000Z'])
      await at(moment);
    expect(await at('2026-03-21T07:00:00.000Z')).toBe('2026-03-22T07:00:00.000Z');
    expect(await fired(id)).toEqual(['2026-03-20T12:00:00.000Z', '2026-03-21T07:00:00.000Z']);
  });

  test('counts from now on where it has changed', async () => {
    const { id } = await make({ name: 'A' });
    now = '2026-03-02T12:00:00.000Z';
    serve('{ days: 1, at: "12:00" }');
    expect(await records.fireTimers(ROUND)).toBe('2026-03-03T11:00:00.000Z');
    await at('2026-03-03T11:00:00.000Z');
    now = '2026-03-04T12:00:00.000Z'; // it has missed a moment
    serve('{ weekday: fri, at: "08:00" }');
    await records.fireTimers(ROUND);
    expect(await at('2026-03-06T07:00:00.000Z')).toBe('2026-03-13T07:00:00.000Z');
    expect(await fired(id)).toEqual([
      ...['2026-03-03T11:00:00.000Z', '2026-03-04T12:00:00.000Z', '2026-03-06T07:00:00.000Z'],
    ]);
  });

  test('is shown on its records and to operators, stuck ones with the reason until the next write', async () => {
    const [{ id }, other] = [await make({ used: true }), await make({ used: false })];
    const planned = { transition: null, reaction: 'check', state: 'planned', due: '2026-03-03T07:00:00.000Z' };
    expect(await records.due(boss, 'machine', id)).toMatchObject([planned]);
    expect(await records.due(boss, 'machine', other.id)).toEqual([]);
    const { items } = await records.timers(boss, 'planned');
    expect(items).toMatchObject([
      { ...planned, entity: 'machine', record: null },
      { reaction: 'count', due: '2026-04-06T07:00:00.000Z', record: null },
    ]);
    await at('2026-03-03T07:00:00.000Z');
    const reason = { code: 'invalid', problems: [{ path: 'name', code: 'machine.named' }] };
    expect((await records.timers(boss, 'stuck')).items).toMatchObject([
      { ...planned, state: 'stuck', record: { id }, reason },
    ]);
    await set(id, { name: 'A' });
    await at('2026-03-03T07:00:01.000Z');
    expect(await fired(id)).toEqual(['2026-03-03T07:00:01.000Z']);
    expect(await records.due(boss, 'machine', id)).toMatchObject([{ ...planned, due: '2026-03-05T07:00:00.000Z' }]);
  });

  test('comes once to each record, however many there are and however many servers fire', async () => {
    const writes = Array.from({ length: 100 }, () => ({ action: 'create', entity: 'machine', values: { name: 'A' } }));
    for (let part = 0; part < 11; part += 1) await records.batch(boss, { writes }, undefined);
    now = '2026-03-03T07:00:00.000Z';
    const servers = [records, serve(DAILY), serve(DAILY)].map(() => createRecords(db, serve(DAILY), () => now));
    await Promise.all(servers.map((server) => server.fireTimers(ROUND)));
    await records.fireTimers(ROUND);
    const query = new URLSearchParams('where=record.checks == 1&total=exact&size=1');
    expect((await records.list(boss, 'machine', query)).total).toBe(1100);
  });

  test('comes once to a record on each of fifty days, of two servers that fire at once', async () => {
    const { id } = await make({ name: 'A' });
    const other = createRecords(db, serve('{ days: 1, at: "08:00" }'), () => now);
    await at('2026-03-02T12:00:00.000Z'); // the calendar has changed: it counts from now on
    for (let day = 3; day <= 52; day += 1) {
      now = new Date(Date.UTC(2026, 2, day, 7)).toISOString(); // 08:00, or 09:00 in summer time
      await Promise.all([records.fireTimers(ROUND), other.fireTimers(ROUND)]);
    }
    expect(await fired(id)).toHaveLength(50);
    expect(await records.get(boss, 'machine', id)).toMatchObject({ checks: 50, version: 51 });
    const about = new URLSearchParams('where=filled(record.about)&total=exact&size=1');
    expect((await records.list(boss, 'job', about)).total).toBe(50);
  });
});

describe('a reaction that fires once', () => {
  test('fires once at its moment, without a record', async () => {
    await make({ name: 'A' });
    await make({ name: 'B' });
    await at('2026-04-06T06:59:59.000Z');
    expect(await titles()).toEqual([]);
    await at('2026-04-06T07:00:00.000Z');
    await at('2026-04-06T07:00:01.000Z');
    expect(await titles()).toEqual(['2026-04-06']);
    const [job] = (await records.list(boss, 'job', new URLSearchParams('where=filled(record.title)'))).items;
    const [entry] = await records.history(boss, 'job', job?.id ?? '');
    expect(entry).toMatchObject({ by: null, cause: { kind: 'reaction', name: 'count', entity: 'machine' } });
  });

  test('that is refused is stuck, and is tried again a day later', async () => {
    await at('2026-06-01T07:00:00.000Z');
    const [stuck] = (await records.timers(boss, 'stuck')).items;
    expect(stuck).toMatchObject({ reaction: 'count', record: null, reason: { code: 'effect_refused' } });
    expect(stuck?.next).toBe('2026-06-02T07:00:00.000Z');
    await at('2026-06-01T12:00:00.000Z');
    expect(await titles()).toEqual([]);
    await at('2026-06-02T07:00:00.000Z');
    expect(await titles()).toEqual(['2026-06-02']);
    expect((await records.timers(boss, 'stuck')).items).toEqual([]);
    await at('2026-07-06T07:00:00.000Z');
    expect(await titles()).toEqual(['2026-06-02', '2026-07-06']);
  });
});
