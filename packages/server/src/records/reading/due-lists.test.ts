import { rightsFor, type RecordValue } from '@ninefold/model';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';

const YAML = `ninefold: 1
purpose: { name: due, languages: [en], time_zone: Europe/Berlin }
roles:
  boss: { contract: all, job: all, order: all, runtime: [operate] }
  clerk:
    contract: { read: true }
    job: { read: "!record.hidden", fields: { warned: none } }
    order: { read: true, fields: { delivery: none } }
  head: { order: { read: true } }
  part: { job: { read: true, fields: { warned: none } } }
  done: { job: { read: record.done } }
entities:
  contract: { fields: { name: { type: string }, ends: { type: date } } }
  job:
    title: subject
    fields:
      subject: { type: string }
      warned: { type: datetime }
      contract: { type: reference, to: contract }
      done: { type: boolean }
      hidden: { type: boolean }
  order:
    title: name
    fields: { name: { type: string } }
states:
  job:
    initial: open
    states: { open: { kind: waiting }, over: { kind: done, final: true } }
    transitions:
      lapse: { from: open, to: over, after: = days(7), when: record.done }
      warn: { from: open, to: over, at: record.warned }
      expire: { from: open, to: over, at: record.contract.ends }
  order:
    initial: asked
    states: { asked: { kind: waiting }, given: { kind: done, final: true } }
    transitions: { give: { from: asked, to: given, by: [head, clerk], approvals: { of: users_with(head) } } }
  order.delivery:
    initial: open
    states: { open: { kind: waiting }, closed: { kind: done, final: true } }
    transitions: { close: { from: open, to: closed, by: boss, approvals: { of: users_with(boss) } } }
rules: { job: { named: { when: transition == "warn", check: filled(record.subject), at: subject } } }
`;

type Name = 'boss' | 'clerk' | 'head' | 'other' | 'both';

interface Office {
  readonly records: Records;
  readonly callers: Readonly<Record<Name, Caller>>;
  readonly make: (body: object, entity?: string) => Promise<RecordValue>;
  readonly fireAt: (moment: string) => Promise<string | null>;
  readonly titles: (as: Name, query: string, entity?: string) => Promise<readonly string[]>;
}

async function open(): Promise<Office> {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const { model } = applicationOf(YAML);
  await migrate(db, model);
  let now = '2026-03-02T09:00:00.000Z';
  const records = createRecords(db, model, () => now);
  const callerOf = async (name: string, ...roles: readonly string[]): Promise<Caller> => {
    const id = await records.addUser({ name, email: `${name}@t.test`, language: null, roles });
    const me = await records.me(id);
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'call' };
  };
  const known = {
    ...{ boss: await callerOf('boss', 'boss'), clerk: await callerOf('clerk', 'clerk') },
    ...{ head: await callerOf('head', 'head'), other: await callerOf('other', 'head') },
    both: await callerOf('both', 'part', 'done'),
  };
  const usersWith = await records.usersWith();
  const callers = {
    ...{ boss: { ...known.boss, usersWith }, clerk: { ...known.clerk, usersWith } },
    ...{ head: { ...known.head, usersWith }, other: { ...known.other, usersWith } },
    both: { ...known.both, usersWith },
  };
  return {
    records,
    callers,
    make: (body, entity = 'job') => records.create(callers.boss, entity, body, PLAIN),
    fireAt: (moment) => {
      now = moment;
      return records.fireTimers({ mostMs: 60_000, isEnding: () => false, log: (line) => expect.fail(line) });
    },
    titles: async (as, query, entity = 'job') => {
      const { items, total } = await records.list(callers[as], entity, new URLSearchParams(query));
      expect(total ?? items.length).toBe(items.length);
      return items.map((one) => String(one['subject'] ?? one['name'] ?? '')).toSorted();
    },
  };
}

test('a list is narrowed to what happens by itself until a day, in days of the zone of the application', async () => {
  const { make, titles } = await open();
  await make({ subject: 'today', warned: '2026-03-02T22:59:59Z' });
  await make({ subject: 'tomorrow', warned: '2026-03-02T23:00:00Z' });
  await make({ subject: 'never' });
  expect(await titles('boss', 'due=today')).toEqual(['today']);
  expect(await titles('boss', 'due=1d')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=2026-03-02')).toEqual(['today']);
  expect(await titles('boss', 'due=2026-03-03..2026-03-05')).toEqual(['tomorrow']);
  expect(await titles('boss', 'due=2026-03-03..&f.subject=ne:never')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=2026-03-10..')).toEqual([]);
  expect(await titles('boss', 'due=..2026-03-02')).toEqual(['today']);
  expect(await titles('boss', 'due=7d')).toEqual(['never', 'today', 'tomorrow']);
  expect(await titles('boss', 'due=2026-03-08..2026-03-09')).toEqual(['never', 'today', 'tomorrow']);
  expect(await titles('boss', 'due=6d&f.subject=has:to&sort=-subject')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=1d&total=none&sort=subject')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=1d&search=tomorrow')).toEqual(['tomorrow']);
});

test.each(['yesterday', '2026-02-30', '2026-13-01', '7', '9999d', '..', '7d..today', 'today..7d..8d', '..today..'])(
  'a day that is none is refused: %s',
  async (due) => {
    const { titles } = await open();
    await expect(titles('boss', `due=${due}`)).rejects.toMatchObject({ code: 'bad_parameter' });
  },
);

test('nobody learns by a filter of a timer whose moment they may not read, or of a record that is not theirs', async () => {
  const { make, titles } = await open();
  const contract = await make({ name: 'C', ends: '2026-03-04' }, 'contract');
  await make({ subject: 'warned', warned: '2026-03-03T10:00:00Z' });
  await make({ subject: 'expires', contract: contract.id });
  await make({ subject: 'secret', hidden: true });
  expect(await titles('boss', 'due=3d')).toEqual(['warned']);
  expect(await titles('clerk', 'due=3d')).toEqual([]);
  expect(await titles('clerk', 'due=7d')).toEqual(['expires', 'warned']);
});

test('who may read a moment of some records only finds these by it, and all by what they may always read', async () => {
  const { make, titles } = await open();
  await make({ subject: 'shown', warned: '2026-03-03T10:00:00Z', done: true });
  await make({ subject: 'closed', warned: '2026-03-03T10:00:00Z', done: false });
  expect(await titles('both', 'due=3d')).toEqual(['shown']);
  expect(await titles('both', 'due=3d&total=none&sort=subject')).toEqual(['shown']);
  expect(await titles('both', 'due=7d')).toEqual(['closed', 'shown']);
  expect(await titles('boss', 'due=3d')).toEqual(['closed', 'shown']);
});

test('who operates finds the records of which a rule refuses what a timer does; others are refused', async () => {
  const { make, fireAt, titles } = await open();
  await make({ warned: '2026-03-03T10:00:00Z' });
  await make({ subject: 'fires', warned: '2026-03-03T10:00:00Z' });
  expect(await titles('boss', 'stuck=true')).toEqual([]);
  await fireAt('2026-03-04T09:00:00.000Z');
  expect(await titles('boss', 'stuck=true')).toEqual(['']);
  expect(await titles('boss', 'stuck=true&total=none&due=1d')).toEqual(['']);
  expect(await titles('boss', 'stuck=false')).toEqual(['', 'fires']);
  await expect(titles('clerk', 'stuck=true')).rejects.toMatchObject({
    code: 'forbidden',
    params: { right: 'operate' },
  });
});

test('approvals are found that wait for me, and those that wait for anyone whose state I may read', async () => {
  const { make, titles, records, callers } = await open();
  const { id } = await make({ name: 'lamp' }, 'order');
  await make({ name: 'desk' }, 'order');
  expect(await titles('head', 'awaited=me', 'order')).toEqual(['desk', 'lamp']);
  expect(await titles('clerk', 'awaited=me', 'order')).toEqual([]);
  expect(await titles('clerk', 'awaited=anyone', 'order')).toEqual(['desk', 'lamp']);
  await records.transition(callers.head, 'order', { idOrKey: id, transition: 'give', body: {} }, PLAIN);
  expect(await titles('head', 'awaited=me', 'order')).toEqual(['desk']);
  expect(await titles('other', 'awaited=me', 'order')).toEqual(['desk', 'lamp']);
  await records.transition(callers.other, 'order', { idOrKey: id, transition: 'give', body: {} }, PLAIN);
  expect(await titles('clerk', 'awaited=anyone', 'order')).toEqual(['desk']);
  expect(await titles('boss', 'awaited=anyone', 'order')).toEqual(['desk', 'lamp']);
  await expect(titles('head', 'awaited=nobody', 'order')).rejects.toMatchObject({ code: 'bad_parameter' });
});

test('a group is narrowed as the list is', async () => {
  const { make, records, callers } = await open();
  await make({ subject: 'soon', warned: '2026-03-03T10:00:00Z' });
  await make({ subject: 'later' });
  const group = await records.group(callers.boss, 'job', new URLSearchParams('due=1d&group=state'));
  expect(group.items).toMatchObject([{ count: 1 }]);
  const awaited = await records.group(callers.boss, 'order', new URLSearchParams('awaited=anyone&group=state'));
  expect(awaited.items).toEqual([]);
});
