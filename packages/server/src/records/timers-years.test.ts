import { randomInt } from 'node:crypto';
import { rightsFor } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '../costs/seeded-random.ts';
import { openTestDatabase, TEST_DIALECT } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { PLAIN } from './testing/open-desk.ts';
import { APPLICATIONS, type Application } from './testing/years/applications.ts';
import { simpleModel } from './testing/years/simple.ts';

const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? randomInt(2 ** 31));
const YEARS = TEST_DIALECT === 'postgres' && process.env['NINEFOLD_PROVE_SEED'] === undefined ? 1 : 2;
const [START, HOUR] = [Date.UTC(2026, 0, 5, 8), 3_600_000];
const [DAY, END] = [24 * HOUR, START + YEARS * 365 * 24 * HOUR];

/** An application without data, one agent who also asks, and a clock. */
async function open({ files }: Application) {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const { application, issues } = compile(files);
  if (!application) throw new Error(JSON.stringify(issues.filter(({ severity }) => severity === 'error')));
  const { model } = application;
  await migrate(db, model);
  const clock = { ms: START };
  const records = createRecords(db, model, () => new Date(clock.ms).toISOString());
  const roles = ['manager', 'marker'];
  const id = await records.addUser({ name: 'Ann', email: 'a@t.test', language: null, roles });
  const caller = async (): Promise<Caller> => {
    const me = await records.me(id);
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'call', usersWith: await records.usersWith() };
  };
  const team = await records.create(await caller(), 'team', { name: 'IT' }, PLAIN);
  const category = await records.create(await caller(), 'category', { name: 'PC', team: team.id }, PLAIN);
  await records.update(await caller(), 'user', { idOrKey: id, body: { team: team.id } }, PLAIN);
  return { records, clock, ann: await caller(), category: category.id, timeZone: model.timeZone };
}

/** What the marks say: which ticket, what, and when. */
async function marksOf(records: Records, ann: Caller): Promise<readonly string[]> {
  const found: string[] = [];
  for (let page = await records.list(ann, 'mark', new URLSearchParams('size=200')); ; ) {
    for (const { about, kind, created_at } of page.items) {
      const id = typeof about === 'object' && about !== null && 'id' in about ? String(about.id) : '';
      found.push(`${id} ${String(kind)} ${created_at}`);
    }
    if (page.next === null) return found;
    page = await records.list(ann, 'mark', new URLSearchParams(`size=200&after=${page.next}`));
  }
}

test.each(Object.entries(APPLICATIONS))(
  `years of %s, ${String(YEARS)} of them: what happens by itself is what a simple model says (seed ${String(SEED)})`,
  { timeout: 300_000 },
  async (_, application) => {
    const { records, clock, ann, category, timeZone } = await open(application);
    const drawn = seededRandom(SEED);
    const random = (below: number): number => Math.floor(drawn() * below);
    const simple = simpleModel({ from: START, until: END + 30 * DAY, timeZone });
    const told: string[] = [];
    const look = async (): Promise<void> => {
      await records.fireTimers({ mostMs: 60_000, isEnding: () => false, log: (line) => void told.push(line) });
      simple.look(clock.ms);
    };
    const act = async (): Promise<void> => {
      const lively = simple.tickets.filter(({ state }) => state !== 'closed');
      const ticket = lively[random(lively.length)];
      if (ticket === undefined || (lively.length < 8 && random(3) === 0)) {
        const made = await records.create(ann, 'ticket', { subject: 'It hums', category }, PLAIN);
        return simple.add(made.id, clock.ms);
      }
      const moves = application.moves[ticket.state] ?? [];
      const [transition = '', to = '', body] = moves[random(moves.length)] ?? [];
      await records.transition(ann, 'ticket', { idOrKey: ticket.id, transition, body }, PLAIN);
      return simple.move(ticket, to, clock.ms);
    };
    await look();
    while (clock.ms < END) {
      clock.ms += 1 + random(random(5) === 0 ? 9 * DAY : 36 * HOUR);
      if (random(8) === 0) clock.ms -= random(4 * DAY); // the clock is set back
      const isLook = random(3) > 0;
      const next = Math.min(...simple.dues(clock.ms));
      // mostly the very moment at which something is due, or a moment before
      if (isLook && Number.isFinite(next) && random(4) > 0) clock.ms = Math.max(clock.ms, next - random(2));
      await (isLook ? look() : act());
    }
    await look();
    expect(told).toEqual([]);
    expect([...(await marksOf(records, ann))].sort()).toEqual(simple.marks.toSorted());
    for (const { id, state, closed } of simple.tickets) {
      expect([id, (await records.get(ann, 'ticket', id)).state]).toEqual([id, state]);
      const timed = (await records.history(ann, 'ticket', id)).filter(({ cause }) => cause?.kind === 'timer');
      const fired = timed.map(({ transition, at }) => `${String(transition)} ${at}`).toReversed();
      expect([id, ...fired]).toEqual([id, ...closed.map((at) => `${application.closes} ${at}`)]);
    }
    const count = (kind: string): number => simple.marks.filter((one) => one.includes(kind)).length;
    expect(simple.tickets.filter(({ closed }) => closed.length > 0).length).toBeGreaterThan(2 * YEARS); // else the draw had nothing to look at
    expect(Math.min(count(' late '), count(' open '), count(' sunday '))).toBeGreaterThan(YEARS);
  },
);
