// Presses, withdrawals, an escalation, and deputies who are named and dropped at the same moment, on PostgreSQL from two servers: each
// person counts once, the last press fires the transition once, and no press that was answered is lost.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rightsFor } from '@ninefold/model';
import { expect, onTestFinished, test } from 'vitest';
import { createDeputyStore, type DeputyStore } from '../accounts/deputy-store.ts';
import { seededRandom } from '../costs/seeded-random.ts';
import { Refusal } from '../refusal.ts';
import { openPlace, TEST_DIALECT, testPlace } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? randomInt(2 ** 31));
const ROUNDS = 25;
const DAY_MS = 86_400_000;

const { model } = applicationOf(`
ninefold: 1
purpose: { name: papers, languages: [en] }
entities:
  user: { title: name, fields: { deputy: { type: reference, to: user }, boss: { type: reference, to: user } } }
  paper: { title: name, fields: { name: { type: string, required: true } } }
states:
  paper:
    initial: sent
    states: { sent: { kind: review }, approved: { kind: done, final: true } }
    transitions:
      approve:
        from: sent
        to: approved
        by: clerk
        approvals: { of: users_with(approver), substitute: approver.deputy, escalate: { after: = days(1), to: approver.boss } }
roles:
  clerk: { members: everyone, paper: all, user: { read: true, update: true } }
  approver: { includes: clerk }
`);

const NAMES = ['writer', 'anna', 'olga', 'max', 'deputy', 'boss', 'ines'] as const;
type Name = (typeof NAMES)[number];
const APPROVERS = ['anna', 'olga', 'max'] as const;
/** What may be refused because another was first. */
const LATE = ['already_pressed', 'not_your_press', 'wrong_state', 'no_press'];

interface Server {
  readonly records: Records;
  readonly people: Readonly<Record<Name, Caller>>;
  readonly deputies: DeputyStore;
  /** Somebody as they are read again for each write. */
  readonly again: (name: Name) => Promise<Caller>;
}

interface Act {
  readonly by: Name;
  readonly kind: 'press' | 'withdraw';
}

let now = '2026-03-05T12:00:00.000Z';

/** Two servers of one database; on SQLite one, whose calls run at the same time. */
async function start(): Promise<readonly Server[]> {
  const place = await testPlace();
  const databases = [await openPlace(place), ...(TEST_DIALECT === 'postgres' ? [await openPlace(place)] : [])];
  onTestFinished(async () => {
    await Promise.all(databases.map((db) => db.close()));
    await place.remove();
  });
  for (const db of databases) await migrate(db, model);
  const servers = databases.map((db) => ({
    records: createRecords(db, model, () => now),
    deputies: createDeputyStore(db, () => now),
  }));
  const first = servers[0]?.records;
  if (first === undefined) throw new Error('no server');
  const ids = new Map<Name, string>();
  for (const name of NAMES) {
    const roles = APPROVERS.some((one) => one === name) ? ['approver'] : [];
    ids.set(name, await first.addUser({ name, email: `${name}@x.test`, language: null, roles }));
  }
  const callerOf = async (records: Records, name: Name): Promise<Caller> => {
    const me = await records.me(ids.get(name) ?? '');
    if (!me) throw new Error(`nobody is ${name}`);
    return { me, rights: rightsFor(model, me.roles), via: 'call', usersWith: await records.usersWith() };
  };
  const writer = await callerOf(first, 'writer');
  await first.update(writer, 'user', { idOrKey: ids.get('anna') ?? '', body: { deputy: ids.get('deputy') } }, PLAIN);
  for (const name of ['olga', 'max'] as const)
    await first.update(writer, 'user', { idOrKey: ids.get(name) ?? '', body: { boss: ids.get('boss') } }, PLAIN);
  return Promise.all(
    servers.map(async ({ records, deputies }) => {
      const callers: [Name, Caller][] = [];
      for (const name of NAMES) callers.push([name, await callerOf(records, name)]);
      const people = Object.fromEntries(callers) as Record<Name, Caller>; // one of each name
      return { records, deputies, people, again: (name) => callerOf(records, name) };
    }),
  );
}

/** What was done; null: it was refused, since another was first. */
async function attempt({ records, again }: Server, paper: string, { by, kind }: Act): Promise<Act | null> {
  const sent = { idOrKey: paper, transition: 'approve' };
  try {
    const caller = await again(by);
    if (kind === 'press') await records.transition(caller, 'paper', { ...sent, body: {} }, PLAIN);
    else await records.withdraw(caller, 'paper', sent, PLAIN);
    return { by, kind };
  } catch (reason) {
    if (reason instanceof Refusal && LATE.includes(reason.code)) return null;
    throw reason;
  }
}

/** Holds what the history of a paper says to what the calls were answered, and to its state. */
async function judge({ records, people }: Server, paper: string, done: readonly Act[]): Promise<boolean> {
  const events = (await records.history(people.writer, 'paper', paper)).filter(({ by }) => by !== null);
  const told = events
    .filter(({ kind }) => kind !== 'create')
    .map(({ kind, by }) => `${by?.title ?? ''} ${kind === 'withdraw' ? 'withdraw' : 'press'}`);
  expect(told.toSorted()).toEqual(done.map(({ by, kind }) => `${by} ${kind}`).toSorted());
  const standing = new Map<string, number>();
  for (const { kind, by, for: approver } of events) {
    if (kind === 'create') continue;
    const place = approver?.title ?? by?.title ?? '';
    standing.set(place, (standing.get(place) ?? 0) + (kind === 'withdraw' ? -1 : 1));
  }
  const fired = events.filter(({ kind }) => kind === 'transition').length;
  const pressed = APPROVERS.filter((name) => standing.get(name) === 1);
  expect([...standing.values()].every((count) => count === 0 || count === 1)).toBe(true);
  expect(fired).toBe(pressed.length === APPROVERS.length ? 1 : 0);
  const { state } = await records.get(people.writer, 'paper', paper);
  expect(state).toBe(fired === 1 ? 'approved' : 'sent');
  return fired === 1;
}

function inTurn(servers: readonly Server[]): (index: number) => Server {
  return (index) => {
    const server = servers[index % servers.length];
    if (server === undefined) throw new Error('no server');
    return server;
  };
}

test(
  `presses, withdrawals and an escalation at the same moment count once each: seed ${String(SEED)}`,
  { timeout: 60_000 },
  async () => {
    const random = seededRandom(SEED);
    const servers = await start();
    const at = inTurn(servers);
    const round = { isEnding: () => false, mostMs: 60_000, log: (line: string) => expect(line).toBe('') };
    let fired = 0;
    for (let index = 0; index < ROUNDS; index += 1) {
      const { id } = await at(0).records.create(
        at(0).people.writer,
        'paper',
        { name: `paper ${String(index)}` },
        PLAIN,
      );
      const acts: Act[] = [...APPROVERS, ...APPROVERS, 'deputy' as const].map((by) => ({ by, kind: 'press' }));
      if (random() < 0.5) acts.push({ by: random() < 0.5 ? 'anna' : 'deputy', kind: 'withdraw' });
      if (random() < 0.5) acts.push({ by: 'boss', kind: 'press' });
      acts.sort(() => random() - 0.5);
      now = new Date(Date.parse(now) + 2 * DAY_MS).toISOString();
      const isEscalated = random() < 0.5;
      const [answers] = await Promise.all([
        Promise.all(acts.map((act, each) => attempt(at(each), id, act))),
        ...(isEscalated ? servers.map(({ records }) => records.fireTimers(round)) : []),
      ]);
      const done = answers.filter((act) => act !== null);
      if (await judge(at(index), id, done)) fired += 1;
      const history = await at(index).records.history(at(0).people.writer, 'paper', id);
      const escalated = history.filter(({ kind }) => kind === 'escalate').map((event) => event.for?.title);
      expect(escalated).toEqual([...new Set(escalated)]);
    }
    expect(fired).toBeGreaterThan(0);
  },
);

/** Whether deputies press in the place of `anna`, from whom nothing else comes to them. */
const DEPUTIES = ['ines', 'boss'] as const;

test(
  `deputies who are named, and dropped, in the moment of a press count once with the person: seed ${String(SEED)}`,
  { timeout: 60_000 },
  async () => {
    const random = seededRandom(SEED + 1);
    const at = inTurn(await start());
    const anna = at(0).people.anna.me.id;
    const saw = { deputy: 0, anna: 0, refused: 0 };
    for (let index = 0; index < ROUNDS; index += 1) {
      const name = `paper ${String(index)}`;
      const { id } = await at(0).records.create(at(0).people.writer, 'paper', { name }, PLAIN);
      const today = now.slice(0, 10);
      /** Names the two deputies, and most often drops them again. */
      const naming = DEPUTIES.map(async (deputy, each) => {
        const { deputies, people } = at(each);
        const wanted = { person: anna, deputy: people[deputy].me.id, from: today, until: today };
        const ends = random() < 0.6 ? random() * 12 : null;
        const named = await deputies.name(wanted, { today, most: 9 }, () => undefined);
        if (ends === null) return;
        await sleep(ends);
        await deputies.end(named?.id ?? '', anna, () => () => undefined);
      });
      const acts = [...DEPUTIES, ...DEPUTIES, ...DEPUTIES, 'anna', 'anna', 'anna', 'olga', 'max'] as const;
      const drawn = acts.map((by) => ({ act: { by, kind: 'press' } as const, after: random() * 20 }));
      const answers = await Promise.all(
        drawn.map(async ({ act, after }, each) => {
          await sleep(after);
          return attempt(at(each), id, act);
        }),
      );
      await Promise.all(naming);
      const events = await at(index).records.history(at(index).people.writer, 'paper', id);
      const through = events.filter((event) => event.through?.title === 'anna').map(({ by }) => by?.title);
      expect(through.every((by) => DEPUTIES.some((one) => one === by))).toBe(true);
      saw.deputy += through.length;
      saw.anna += events.some(({ by }) => by?.title === 'anna') ? 1 : 0;
      saw.refused += answers.filter((act) => act === null).length;
      await judge(
        at(index),
        id,
        answers.filter((act) => act !== null),
      );
      for (const one of await at(0).deputies.of(anna, today))
        await at(1).deputies.end(one.id, anna, () => () => undefined);
      const { id: later } = await at(1).records.create(at(1).people.writer, 'paper', { name }, PLAIN);
      for (const by of DEPUTIES) expect(await attempt(at(index), later, { by, kind: 'press' })).toBe(null);
    }
    expect([saw.deputy > 0, saw.anna > 0, saw.refused > 0]).toEqual([true, true, true]);
  },
);
