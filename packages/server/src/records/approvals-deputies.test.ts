// Whoever has named a deputy for some days: the deputy is asked and presses in their place, and it counts as their press.
import { expect, test } from 'vitest';
import { createDeputyStore } from '../accounts/deputy-store.ts';
import { waitingFor } from '../home/waiting.ts';
import { withPlans, type Name } from './testing/approvals-stage.ts';
import { PLAIN } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';

const PLANS = `  plan:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      approvers: { type: references, to: user }
      buyer: { type: reference, to: user }
      place: { type: reference, to: team }
`;
const STATES = `  plan:
    initial: sent
    states: { sent: {}, approved: {} }
    transitions:
      create: { to: sent, by: requester }
      all: { from: sent, to: approved, by: requester, approvals: { of: record.approvers } }
      two: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, need: 2, substitute: approver.deputy } }
      turns: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, ordered: true } }
      late: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, escalate: { after: = days(3), to: approver.deputy } } }
      guarded: { from: sent, to: approved, by: requester, when: user != record.buyer, approvals: { of: record.approvers } }
      near: { from: sent, to: approved, by: requester, when: user.team == record.place, approvals: { of: record.approvers } }
      asked: { from: sent, to: approved, by: requester, when: input.why != user.name, input: { why: { type: string } }, approvals: { of: record.approvers } }
`;
const YAML = DESK.replace('  note:\n', `${PLANS}  note:\n`)
  .replace('team: { type: reference, to: team, inverse: members }', '$&\n      deputy: { type: reference, to: user }')
  .replace('states:\n', `states:\n${STATES}`)
  .replace(
    '    asset: { read: true }\n',
    '    asset: { read: true }\n    plan: { create: true, read: user in record.awaits.all || user == record.created_by || record.name != "hidden", update: true, history: true }\n',
  );

const { code, desk, id, later, named, press, made: plan } = withPlans(YAML);
const panelOf = async (plan: string, transition = 'all') =>
  (await desk().records.approvals(desk().people.max, 'plan', plan)).find((each) => each.transition === transition);

/** Names a deputy from today until a day. */
async function name(person: Name, deputy: Name, until = '2026-03-06', from = '2026-03-05') {
  later();
  const store = createDeputyStore(desk().db, () => desk().now);
  const wanted = { person: id(person), deputy: id(deputy), from, until };
  const made = await store.name(wanted, { today: '2026-03-05', most: 9 }, () => undefined);
  return async () => void (await store.end(made?.id ?? '', id(person), () => () => undefined));
}

test('a deputy presses in the place of a person, once, and the history names both', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'ralf');
  expect(await panelOf(one)).toMatchObject({
    awaits: [named('anna'), named('olga')],
    deputies: [{ person: named('anna'), deputy: named('ralf'), until: '2026-03-06' }],
  });
  expect(await press('ralf', one)).toMatchObject({ state: 'sent', awaits: { all: [{ id: id('olga') }] } });
  expect(await panelOf(one)).toMatchObject({
    presses: [{ by: named('ralf'), for: named('anna'), through: named('anna') }],
    deputies: [],
  });
  expect([await code(press('ralf', one)), await code(press('anna', one))]).toEqual([
    'already_pressed',
    'already_pressed',
  ]);
  await press('olga', one);
  const [last, first] = await desk().records.history(desk().people.max, 'plan', one);
  expect([last, first]).toMatchObject([
    { kind: 'transition', by: named('olga'), for: null, through: null },
    { kind: 'press', by: named('ralf'), for: named('anna'), through: named('anna') },
  ]);
});

test('the press of a person leaves nothing to their deputy', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'ralf');
  await press('anna', one);
  expect(await code(press('ralf', one))).toBe('not_your_press');
});

test('whoever pressed withdraws; the person for whom they did does not', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'ralf');
  await press('ralf', one);
  const withdraw = async (by: Name) =>
    desk().records.withdraw(await desk().caller(id(by)), 'plan', { idOrKey: one, transition: 'all' }, PLAIN);
  expect(await code(withdraw('anna'))).toBe('no_press');
  expect(await withdraw('ralf')).toMatchObject({ awaits: { all: [{ id: id('anna') }, { id: id('olga') }] } });
  expect(await press('anna', one)).toMatchObject({ awaits: { all: [{ id: id('olga') }] } });
});

test('whoever is asked themselves presses for themselves, and then in nobody’s place', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'olga');
  await press('olga', one);
  expect((await panelOf(one))?.presses).toMatchObject([{ by: named('olga'), for: null, through: null }]);
  expect(await code(press('olga', one))).toBe('already_pressed');
});

test('one after the other, a deputy presses in the turn of the person', async () => {
  const one = await plan(['anna', 'olga']);
  await name('olga', 'ralf');
  expect(await code(press('ralf', one, 'turns'))).toBe('not_your_press');
  await press('anna', one, 'turns');
  expect(await press('ralf', one, 'turns')).toMatchObject({ state: 'approved' });
});

test('the deputy of a substitute, and of those to whom an approval went on, presses as they would', async () => {
  await desk().records.update(desk().people.max, 'user', { idOrKey: id('anna'), body: { deputy: id('max') } }, PLAIN);
  await name('max', 'ralf', '2026-03-20');
  const one = await plan(['anna', 'olga']);
  await press('ralf', one, 'two');
  expect((await panelOf(one, 'two'))?.presses).toMatchObject([
    { by: named('ralf'), for: named('anna'), through: named('max') },
  ]);
  expect(await code(press('max', one, 'two'))).toBe('already_pressed');
  const two = await plan(['anna', 'olga']);
  expect(await code(press('ralf', two, 'late'))).toBe('not_your_press');
  desk().now = '2026-03-12T12:00:00.000Z';
  await desk().records.fireTimers({ mostMs: 10_000, isEnding: () => false, log: () => undefined });
  expect(await press('ralf', two, 'late')).toMatchObject({ awaits: { late: [{ id: id('olga') }] } });
});

test('no deputy of a deputy is asked', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'max');
  await name('max', 'ralf');
  expect(await code(press('ralf', one))).toBe('not_your_press');
});

test('nobody approves for themselves: not as a deputy, and not by a deputy', async () => {
  const own = await plan(['anna', 'rita']);
  await name('anna', 'rita');
  await name('rita', 'ralf');
  expect([await code(press('rita', own)), await code(press('ralf', own))]).toEqual([
    'not_your_press',
    'not_your_press',
  ]);
  const bought = await plan(['anna', 'olga'], { buyer: id('anna') });
  await name('anna', 'ralf');
  expect(await code(press('ralf', bought, 'guarded'))).toBe('not_your_press');
  await desk().records.update(desk().people.max, 'plan', { idOrKey: bought, body: { buyer: id('ralf') } }, PLAIN);
  expect(await code(press('ralf', bought, 'guarded'))).toBe('guard_failed');
  await desk().records.update(desk().people.max, 'plan', { idOrKey: bought, body: { buyer: id('olga') } }, PLAIN);
  await press('ralf', bought, 'guarded');
});

test('a guard that compares with a field of the person holds for both, and a blank of theirs lets nobody press', async () => {
  const one = await plan(['anna', 'max'], { place: desk().net });
  await name('anna', 'ralf');
  await name('max', 'ralf');
  const team = (of: Name, to: string | null) =>
    desk().records.update(desk().people.max, 'user', { idOrKey: id(of), body: { team: to } }, PLAIN);
  expect(await code(press('ralf', one, 'near'))).toBe('guard_failed');
  await team('ralf', desk().net);
  await press('ralf', one, 'near');
  expect((await panelOf(one, 'near'))?.presses).toMatchObject([{ through: named('anna') }]);
  const blank = await plan(['max', 'olga']);
  expect(await code(press('ralf', blank, 'near'))).toBe('guard_failed');
});

test('where the guard asks for more than the record and the person, nobody presses as a deputy', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'ralf');
  expect(await code(press('ralf', one, 'asked'))).toBe('not_your_press');
});

test('both days count, in the time zone of the application', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'ralf', '2026-03-07', '2026-03-06');
  const may = async (now: string) => {
    desk().now = now;
    const { transitions } = await desk().records.may(await desk().caller(id('ralf')), 'plan', one);
    return transitions.find((each) => each.id === 'all')?.verdict;
  };
  expect(await may('2026-03-05T22:59:59.000Z')).toBe('blocked');
  expect(await may('2026-03-05T23:00:00.000Z')).toBe('allowed'); // Berlin is one hour ahead
  expect(await may('2026-03-07T22:59:59.000Z')).toBe('allowed');
  expect(await may('2026-03-07T23:00:00.000Z')).toBe('blocked');
});

test('what ends while a deputy looks is refused', async () => {
  const one = await plan(['anna', 'olga']);
  const end = await name('anna', 'ralf');
  expect((await desk().records.approvals(await desk().caller(id('ralf')), 'plan', one))[0]).toMatchObject({
    mine: 'press',
  });
  await end();
  expect(await code(press('ralf', one))).toBe('not_your_press');
});

test('who has left neither has a deputy nor is one', async () => {
  const one = await plan(['anna', 'olga']);
  await name('anna', 'ralf');
  await name('olga', 'max');
  await desk().db.write((tx) => tx.run('UPDATE "user" SET "active" = FALSE WHERE "id" = ?', [id('max')]));
  await desk().db.write((tx) => tx.run('UPDATE "user" SET "active" = FALSE WHERE "id" = ?', [id('anna')]));
  const [asked] = await desk().records.approvals(desk().people.rita, 'plan', one);
  expect([asked?.awaits, asked?.deputies]).toMatchObject([[named('olga')], []]);
  expect(await code(press('ralf', one))).toBe('not_your_press');
});

test('a substitute who has left has no deputy', async () => {
  await desk().records.update(desk().people.max, 'user', { idOrKey: id('anna'), body: { deputy: id('max') } }, PLAIN);
  await name('max', 'ralf');
  const one = await plan(['anna', 'olga']);
  await desk().db.write((tx) => tx.run('UPDATE "user" SET "active" = FALSE WHERE "id" = ?', [id('max')]));
  expect(await code(press('ralf', one, 'two'))).toBe('not_your_press');
});

test('what waits for a person waits for their deputy, who reads what the person may read because of it', async () => {
  const one = await plan(['anna', 'olga'], { name: 'hidden' });
  const ralf = async () => desk().caller(id('ralf'));
  const found = async (query: Readonly<Record<string, string>>) =>
    (await desk().records.list(await ralf(), 'plan', new URLSearchParams(query))).items.map((item) => item.id);
  const waits = async () => (await waitingFor(desk().model, desk().records, await ralf())).map(({ total }) => total);
  expect([await found({}), await found({ awaited: 'me' }), await waits()]).toEqual([[], [], []]);
  await name('anna', 'ralf');
  expect(await found({ where: 'user in record.awaits.all' })).toEqual([one]);
  expect([await found({}), await found({ awaited: 'me' })]).toEqual([[one], [one]]);
  expect(await waits()).toEqual([1]);
  expect(await found({ where: 'size(record.awaits.all) == 2' })).toEqual([one]);
});
