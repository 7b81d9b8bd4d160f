import { rightsFor, type RecordValue } from '@ninefold/model';
import { expect, onTestFinished, test } from 'vitest';
import { unmarkedTitle } from '../../locales/title-texts.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';

const YAML = `ninefold: 1
purpose: { name: due, languages: [en], time_zone: UTC }
roles:
  boss: { contract: all, job: all, runtime: [operate] }
  clerk: { contract: { read: true }, job: { read: record.subject == "a", fields: { warned: none } } }
  guest: { contract: { read: true }, runtime: [operate] }
entities:
  contract: { fields: { name: { type: string }, ends: { type: date } } }
  job:
    title: subject
    fields:
      subject: { type: string }
      warned: { type: datetime }
      contract: { type: reference, to: contract }
      done: { type: boolean }
states:
  job:
    initial: open
    states: { open: { kind: waiting }, over: { kind: done, final: true } }
    transitions:
      lapse: { from: open, to: over, after: = days(7), when: record.done }
      warn: { from: open, to: over, at: record.warned }
      expire: { from: open, to: over, at: record.contract.ends }
rules: { job: { named: { when: transition == "warn", check: filled(record.subject), at: subject } } }
`;

const SINCE = '2026-03-02T09:00:00.000Z';

interface Office {
  readonly records: Records;
  readonly callers: Readonly<Record<'boss' | 'clerk' | 'guest', Caller>>;
  readonly make: (body: object, entity?: string) => Promise<RecordValue>;
  readonly fireAt: (moment: string) => Promise<string | null>;
}

async function open(): Promise<Office> {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const { model } = applicationOf(YAML);
  await migrate(db, model);
  let now = SINCE;
  const records = createRecords(db, model, () => now);
  const callerOf = async (role: string): Promise<Caller> => {
    const id = await records.addUser({ name: role, email: `${role}@t.test`, language: null, roles: [role] });
    const me = await records.me(id);
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'call' };
  };
  const callers = { boss: await callerOf('boss'), clerk: await callerOf('clerk'), guest: await callerOf('guest') };
  return {
    records,
    callers,
    make: (body, entity = 'job') => records.create(callers.boss, entity, body, PLAIN),
    fireAt: (moment) => {
      now = moment;
      return records.fireTimers({ mostMs: 60_000, isEnding: () => false, log: (line) => expect.fail(line) });
    },
  };
}

test('a reader learns what a record will do and when, as far as they may read what decides the moment', async () => {
  const { records, callers, make } = await open();
  const contract = await make({ name: 'C', ends: '2026-03-04' }, 'contract');
  const { id } = await make({ subject: 'a', warned: '2026-03-03T10:00:00Z', contract: contract.id });
  const due = async (caller: Caller) =>
    (await records.due(caller, 'job', id)).map((one) => `${one.transition} ${one.due} ${one.state}`);
  const lapse = 'lapse 2026-03-09T09:00:00.000Z planned';
  expect(await due(callers.boss)).toEqual(['warn 2026-03-03T10:00:00.000Z planned', lapse]);
  expect(await due(callers.clerk)).toEqual([lapse]);
  await expect(due(callers.guest)).rejects.toMatchObject({ code: 'forbidden' });
  const hidden = await make({ subject: 'secret' });
  await expect(records.due(callers.clerk, 'job', hidden.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('operators see what is stuck, what waits and what is planned, with titles only where they may', async () => {
  const { records, callers, make, fireAt } = await open();
  const stuck = await make({ warned: '2026-03-03T10:00:00Z' });
  await make({ subject: 'b', warned: '2026-03-20T10:00:00Z' });
  const next = await fireAt('2026-03-09T09:00:00.000Z');
  expect(next).toBe('2026-03-10T09:00:00.000Z');
  const shown = async (caller: Caller, state: string | null) => {
    const { counts, items } = await records.timers(caller, state);
    return {
      ...counts,
      items: items.map(({ record, transition }) => `${transition} ${unmarkedTitle(record?.title ?? '?')}`),
    };
  };
  const counts = { stuck: 1, waiting: 2, planned: 1 };
  expect(await shown(callers.boss, 'planned')).toEqual({ ...counts, items: ['warn b'] });
  expect(await shown(callers.guest, 'planned')).toEqual({ ...counts, items: ['warn ?'] });
  expect((await shown(callers.boss, 'waiting')).items.toSorted()).toEqual(['lapse ', 'lapse b']);
  const [item] = (await records.timers(callers.boss, null)).items;
  expect(item).toMatchObject({
    ...{ entity: 'job', transition: 'warn', state: 'stuck', due: '2026-03-03T10:00:00.000Z' },
    ...{ tried: '2026-03-09T09:00:00.000Z', next: '2026-03-10T09:00:00.000Z', record: { id: stuck.id } },
    reason: { code: 'invalid', problems: [{ path: 'subject', code: 'job.named' }] },
  });
  expect(await records.due(callers.boss, 'job', stuck.id)).toMatchObject([{ state: 'waiting' }, { state: 'stuck' }]);
  await expect(records.timers(callers.boss, 'nothing')).rejects.toMatchObject({ code: 'bad_parameter' });
});
