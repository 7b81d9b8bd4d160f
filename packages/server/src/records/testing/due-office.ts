import { rightsFor, type RecordValue } from '@ninefold/model';
import { expect, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { applicationOf, PLAIN } from './open-desk.ts';

const YAML = `ninefold: 1
purpose: { name: due, languages: [en], time_zone: Europe/Berlin }
roles:
  boss: { contract: all, job: all, order: all, tool: all, claim: all, user: { read: true }, runtime: [operate] }
  clerk:
    contract: { read: true }
    job: { read: "!record.hidden", fields: { warned: none } }
    order: { read: true, fields: { delivery: none } }
    claim: { read: true, fields: { cost: none } }
    tool: { read: "!record.hidden", fields: { worn: none, checks: none } }
  head: { order: { read: true }, claim: { read: true } }
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
  claim:
    title: name
    fields: { name: { type: string }, cost: { type: integer }, asker: { type: reference, to: user } }
  tool:
    title: name
    fields:
      name: { type: string }
      used: { type: boolean }
      worn: { type: boolean }
      hidden: { type: boolean }
      checks: { type: integer, default: 0 }
states:
  claim:
    initial: asked
    states: { asked: { kind: waiting }, paid: { kind: done, final: true } }
    transitions:
      allow: { from: asked, to: paid, by: head, when: record.cost > 100 && user != record.asker, approvals: { of: users_with(head) } }
      pay: { from: asked, to: paid, by: boss }
  tool:
    reactions:
      check: { every: { days: 1, at: "08:00" }, when: record.used, set: { checks: = record.checks + 1 } }
      mend: { every: { days: 1, at: "18:00" }, when: record.worn, set: { worn: false } }
      count: { every: { weekday: mon, at: "07:00" }, once: true, create: { contract: { name: = text(today) } } }
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
rules:
  job: { named: { when: transition == "warn", check: filled(record.subject), at: subject } }
  tool: { counted: { when: record.checks > 0, check: filled(record.name), at: name } }
`;

type Name = 'boss' | 'clerk' | 'head' | 'other' | 'both';

export interface Office {
  readonly records: Records;
  readonly callers: Readonly<Record<Name, Caller>>;
  readonly make: (body: object, entity?: string) => Promise<RecordValue>;
  readonly fireAt: (moment: string) => Promise<string | null>;
  readonly titles: (as: Name, query: string, entity?: string) => Promise<readonly string[]>;
}

/** An application with timers, calendars and approvals, and people who read parts of it; nobody fires its timers but `fireAt`. */
export async function openOffice(): Promise<Office> {
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
