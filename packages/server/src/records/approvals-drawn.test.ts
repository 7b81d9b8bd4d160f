import { randomInt } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '../costs/seeded-random.ts';
import { Refusal } from '../refusal.ts';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN } from './testing/open-desk.ts';

const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? randomInt(2 ** 31));
const STEPS = 40;

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
      agree: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, need: 2, substitute: approver.deputy } }
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

test(`presses, withdrawals, people who leave, lists and substitutes that change follow a simple model, and all engines agree: seed ${String(SEED)}`, async () => {
  const desk = await openDesk(YAML);
  onTestFinished(() => desk.close());
  const random = seededRandom(SEED);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
  const id = (name: Name): string => desk.people[name].me.id;
  const { id: plan } = await desk.records.create(desk.people.rita, 'plan', { name: 'p', approvers: [] }, PLAIN);
  let [state, approvers] = ['sent', [] as readonly Name[]];
  let presses: readonly { readonly by: Name; readonly for: Name }[] = [];
  const deputies = new Map<Name, Name>();
  const missing = (): readonly Name[] => asked().filter((one) => presses.every((press) => press.for !== one));
  const gone = new Set<Name>();
  const asked = (): readonly Name[] => approvers.filter((one) => one !== 'rita' && !gone.has(one));

  /** In whose place somebody may press; null: they may not. */
  const placeOf = (by: Name): Name | null => {
    if (by !== 'rita' && missing().includes(by)) return by;
    const hasPressed = presses.some((press) => press.by === by);
    if (hasPressed) return missing().length === 0 ? by : null;
    return by === 'rita' ? null : (missing().find((one) => deputies.get(one) === by) ?? null);
  };
  const press = (by: Name): boolean => {
    const place = state === 'sent' && asked().length >= 2 ? placeOf(by) : null;
    if (place === null) return false;
    const isLast = missing().length === 0 || asked().length - missing().length + 1 >= 2;
    presses = isLast ? [] : [...presses, { by, for: place }];
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
  const fire = (by: Name, transition: string) =>
    isDone(desk.records.transition(desk.people[by], 'plan', { idOrKey: plan, transition, body: {} }, PLAIN));
  const change = (entity: string, idOrKey: string, body: object) =>
    desk.records.update(desk.people.max, entity, { idOrKey, body }, PLAIN);
  const acts: readonly ((by: Name) => Promise<void>)[] = [
    async (by) => expect([by, 'presses', press(by)]).toEqual([by, 'presses', await fire(by, 'agree')]),
    async (by) => expect([by, 'presses', press(by)]).toEqual([by, 'presses', await fire(by, 'agree')]),
    async (by) => {
      const mine = presses.findLast((one) => one.by === by);
      const done = desk.records.withdraw(desk.people[by], 'plan', { idOrKey: plan, transition: 'agree' }, PLAIN);
      expect([by, 'withdraws', await isDone(done)]).toEqual([by, 'withdraws', mine !== undefined]);
      presses = presses.filter((one) => one !== mine);
    },
    async () => {
      approvers = PEOPLE.filter(() => random() < 0.6);
      await change('plan', plan, { approvers: approvers.map(id) });
    },
    async (of) => {
      const to = draw(PEOPLE);
      deputies.set(of, to);
      await change('user', id(of), { deputy: id(to) });
    },
    async (of) => {
      if (!gone.delete(of)) gone.add(of);
      const active = gone.has(of) ? 'FALSE' : 'TRUE';
      await desk.db.write((tx) => tx.run(`UPDATE "user" SET "active" = ${active} WHERE "id" = ?`, [id(of)]));
    },
    async (by) => {
      if (!(await fire(by, 'again'))) return;
      expect(state).toBe('approved');
      state = 'sent';
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    desk.now = new Date(Date.parse(desk.now) + 1000).toISOString();
    await draw(acts)(draw(PEOPLE));
    const awaited = state === 'sent' ? missing() : [];
    const list = async (by: Name, where: string) =>
      (await desk.records.list(desk.people[by], 'plan', new URLSearchParams({ where }))).items.length === 1;
    const known = await desk.records.get(desk.people.max, 'plan', plan);
    expect([step, known.state, known['open']]).toEqual([step, state, awaited.length]);
    const found: boolean[] = [];
    for (const one of PEOPLE) found.push(await list(one, 'user in record.awaits.agree'));
    expect([step, PEOPLE.filter((_, index) => found[index])]).toEqual([
      step,
      PEOPLE.filter((one) => awaited.includes(one)),
    ]);
    expect([step, await list('max', `size(record.awaits.agree) == ${String(awaited.length)}`)]).toEqual([step, true]);
  }
});
