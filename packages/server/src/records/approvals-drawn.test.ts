import { randomInt } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createDeputyStore, type Deputyship } from '../accounts/deputy-store.ts';
import { seededRandom } from '../costs/seeded-random.ts';
import { Refusal } from '../refusal.ts';
import { TEST_DIALECT } from '../testing/test-database.ts';
import type { Caller } from './context/records.ts';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN } from './testing/open-desk.ts';

const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? randomInt(2 ** 31));
const STEPS = TEST_DIALECT === 'postgres' ? 30 : 60;

const PLANS = `  plan:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      approvers: { type: references, to: user }
      open: { type: integer, computed: size(record.awaits.agree) }
`;
const STATES = `  plan:
    initial: sent
    states: { sent: {}, approved: {} }
    transitions:
      create: { to: sent, by: requester }
      agree: { from: sent, to: approved, by: requester, when: user.name != record.name, approvals: { of: record.approvers, need: 2, substitute: approver.deputy } }
      again: { from: approved, to: sent, by: requester }
`;
const YAML = DESK.replace('  note:\n', `${PLANS}  note:\n`)
  .replace('team: { type: reference, to: team, inverse: members }', '$&\n      deputy: { type: reference, to: user }')
  .replace('states:\n', `states:\n${STATES}`)
  .replace(
    '    asset: { read: true }\n',
    '    asset: { read: true }\n    plan: { create: true, read: true, update: true }\n',
  );

const PEOPLE = ['rita', 'ralf', 'anna', 'olga', 'max'] as const;
type Name = (typeof PEOPLE)[number];

/** A deputy whom somebody has named. */
interface Span extends Pick<Deputyship, 'id' | 'from' | 'until'> {
  readonly person: Name;
  readonly deputy: Name;
}

function dayAfter(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * 86_400_000).toISOString().slice(0, 10);
}

test(`presses, withdrawals, people who leave, lists and substitutes that change and people who name somebody for some days follow a simple model, and all engines agree: seed ${String(SEED)}`, async () => {
  const desk = await openDesk(YAML);
  onTestFinished(() => desk.close());
  const random = seededRandom(SEED);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
  const id = (name: Name): string => desk.people[name].me.id;
  const { id: plan } = await desk.records.create(desk.people.rita, 'plan', { name: 'nobody', approvers: [] }, PLAIN);
  let [state, approvers] = ['sent', [] as readonly Name[]];
  let presses: readonly { readonly by: Name; readonly for: Name; readonly through: Name | null }[] = [];
  const store = createDeputyStore(desk.db, () => desk.now);
  let spans: readonly Span[] = [];
  const deputies = new Map<Name, Name>();
  const missing = (): readonly Name[] => asked().filter((one) => presses.every((press) => press.for !== one));
  let barred = 'nobody';
  const gone = new Set<Name>();
  /** Whoever has left is asked where their substitute is there. */
  const hasSubstitute = (one: Name): boolean => {
    const other = deputies.get(one);
    return other !== undefined && other !== 'rita' && !gone.has(other);
  };
  const asked = (): readonly Name[] =>
    approvers.filter((one) => one !== 'rita' && (!gone.has(one) || hasSubstitute(one)));

  const today = (): string => desk.now.slice(0, 10);
  /** Whose deputy somebody is now, in the order in which they were named. */
  const standsFor = (deputy: Name): readonly Name[] =>
    spans
      .filter((span) => span.deputy === deputy && span.from <= today() && today() <= span.until)
      .flatMap(({ person }) => (gone.has(person) || gone.has(deputy) ? [] : [person]));
  const hasPressed = (one: Name): boolean => presses.some(({ by, through }) => by === one || through === one);
  /** For whom somebody may press who is nobody's deputy. */
  const ownPlace = (one: Name): Name | null => {
    if (one === 'rita') return null;
    if (missing().includes(one)) return one;
    return hasPressed(one) ? null : (missing().find((each) => deputies.get(each) === one) ?? null);
  };
  /** In whose place somebody may press now; null: they may not. Whom the guard bars neither presses nor is pressed for. */
  const placeOf = (by: Name): { readonly for: Name; readonly through: Name | null } | null => {
    if (state !== 'sent' || asked().length < 2 || by === barred) return null;
    const own = ownPlace(by);
    if (own !== null) return { for: own, through: null };
    if (hasPressed(by)) return missing().length === 0 ? { for: by, through: null } : null;
    if (by === 'rita') return null;
    const through = standsFor(by).find((one) => one !== barred && ownPlace(one) !== null);
    const place = through === undefined ? null : ownPlace(through);
    return through === undefined || place === null ? null : { for: place, through };
  };
  const press = (by: Name): boolean => {
    const place = placeOf(by);
    if (place === null) return false;
    const isLast = missing().length === 0 || asked().length - missing().length + 1 >= 2;
    presses = isLast ? [] : [...presses, { by, ...place }];
    if (isLast) state = 'approved';
    return true;
  };
  const isDone = async (call: Promise<unknown>): Promise<boolean> => {
    try {
      await call;
      return true;
    } catch (reason) {
      if (reason instanceof Refusal) return false;
      throw reason;
    }
  };
  /** Somebody as they call now; whoever has left calls as they were. */
  const caller = async (one: Name): Promise<Caller> => (gone.has(one) ? desk.people[one] : desk.caller(id(one)));
  const fire = async (by: Name, transition: string) =>
    isDone(desk.records.transition(await caller(by), 'plan', { idOrKey: plan, transition, body: {} }, PLAIN));
  const change = (entity: string, idOrKey: string, body: object) =>
    desk.records.update(desk.people.max, entity, { idOrKey, body }, PLAIN);
  /** Mostly somebody presses who may, and rather as a deputy. */
  const pressAs = async (drawn: Name): Promise<void> => {
    const able = PEOPLE.filter((one) => placeOf(one) !== null);
    const asDeputy = able.filter((one) => placeOf(one)?.through !== null);
    const by = draw([drawn, drawn, ...able, ...asDeputy, ...asDeputy]);
    expect([by, 'presses', press(by)]).toEqual([by, 'presses', await fire(by, 'agree')]);
  };
  const again = async (by: Name): Promise<void> => {
    if (!(await fire(by, 'again'))) return;
    expect(state).toBe('approved');
    state = 'sent';
  };
  const name = async (person: Name): Promise<void> => {
    const others = PEOPLE.filter(
      (one) => one !== person && !approvers.includes(one) && (one !== 'rita' || random() < 0.2),
    );
    if (others.length === 0) return;
    const deputy = draw(others);
    const [from, until] = [0, 1].map(() => dayAfter(desk.now, Math.floor(random() * 6) - 2)).toSorted();
    if (from === undefined || until === undefined) return;
    const wanted = { person: id(person), deputy: id(deputy), from, until };
    const named = await store.name(wanted, { today: today(), most: 1000 }, () => undefined);
    spans = [...spans, { id: named?.id ?? '', person, deputy, from, until }];
  };
  const ask = async () => {
    approvers = PEOPLE.filter((one) => random() < (one === 'rita' ? 0.2 : 0.6));
    await change('plan', plan, { approvers: approvers.map(id) });
  };
  const acts: readonly ((by: Name) => Promise<void>)[] = [
    pressAs,
    async (by) => {
      const mine = presses.findLast((one) => one.by === by);
      const done = desk.records.withdraw(desk.people[by], 'plan', { idOrKey: plan, transition: 'agree' }, PLAIN);
      expect([by, 'withdraws', await isDone(done)]).toEqual([by, 'withdraws', mine !== undefined]);
      presses = presses.filter((one) => one !== mine);
    },
    ask,
    async (of) => {
      const to = draw(PEOPLE);
      deputies.set(of, to);
      await change('user', id(of), { deputy: id(to) });
    },
    async (of) => {
      if (!gone.delete(of) && random() < 0.2) gone.add(of);
      const active = gone.has(of) ? 'FALSE' : 'TRUE';
      await desk.db.write((tx) => tx.run(`UPDATE "user" SET "active" = ${active} WHERE "id" = ?`, [id(of)]));
    },
    ...[name, name, name, name],
    async (person) => {
      const ended = spans.find((one) => one.person === person);
      if (!ended || random() < 0.5) return;
      await store.end(ended.id, id(person), () => () => undefined);
      spans = spans.filter((one) => one !== ended);
    },
    async (one) => {
      barred = random() < 0.3 ? one : 'nobody';
      await change('plan', plan, { name: barred });
    },
    async () => {
      desk.now = `${dayAfter(desk.now, 1)}T12:00:00.000Z`;
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    desk.now = new Date(Date.parse(desk.now) + 1000).toISOString();
    const act = random() < 0.5 ? draw(acts) : state === 'approved' ? again : asked().length < 2 ? ask : pressAs;
    await act(draw(PEOPLE));
    const awaited = state === 'sent' ? missing() : [];
    const found = async (by: Name, params: Readonly<Record<string, string>>) =>
      (await desk.records.list(await caller(by), 'plan', new URLSearchParams(params))).items.length === 1;
    const list = (by: Name, where: string) => found(by, { where });
    const known = await desk.records.get(desk.people.max, 'plan', plan);
    expect([step, known.state, known['open']]).toEqual([step, state, awaited.length]);
    for (const one of PEOPLE) {
      const isAwaited = [one, ...standsFor(one)].some((each) => awaited.includes(each));
      expect([step, one, 'awaited', await list(one, 'user in record.awaits.agree')]).toEqual([
        step,
        one,
        'awaited',
        isAwaited,
      ]);
      const mayPress = placeOf(one) !== null;
      for (const by of ['awaited', 'waiting'])
        expect([step, one, `${by}=me`, await found(one, { [by]: 'me' })]).toEqual([step, one, `${by}=me`, mayPress]);
      const { transitions } = await desk.records.may(await caller(one), 'plan', plan);
      const isAllowed = transitions.some(({ id: each, verdict }) => each === 'agree' && verdict === 'allowed');
      expect([step, one, 'allowed', isAllowed]).toEqual([step, one, 'allowed', mayPress]);
      const [own] = await desk.records.approvals(await caller(one), 'plan', plan);
      expect([step, one, 'mine', own?.mine === 'press']).toEqual([step, one, 'mine', mayPress]);
    }
    const [panel] = await desk.records.approvals(desk.people.max, 'plan', plan);
    const names = (people: readonly ({ readonly id: string } | null)[]) =>
      people.map((one) => PEOPLE.find((each) => id(each) === one?.id) ?? null);
    expect([step, panel?.presses.map(({ by, for: place, through }) => names([by, place ?? by, through]))]).toEqual([
      step,
      state === 'sent' ? presses.map((one) => [one.by, one.for, one.through]) : undefined,
    ]);
    const standing = (panel?.deputies ?? []).map(({ person, deputy }) => names([person, deputy]).join(' '));
    const expected = awaited.flatMap((person) =>
      PEOPLE.filter((one) => one !== 'rita' && standsFor(one).includes(person)).map((one) => `${person} ${one}`),
    );
    expect([step, standing.toSorted()]).toEqual([step, expected.toSorted()]);
    expect([step, await list('max', `size(record.awaits.agree) == ${String(awaited.length)}`)]).toEqual([step, true]);
  }
});
