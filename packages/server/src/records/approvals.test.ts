import { judgeTransitions, narrow } from '@ninefold/model';
import { openApi } from '@ninefold/spec';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { waitingFor } from '../home/waiting.ts';
import { Refusal } from '../refusal.ts';
import { applicationOf, openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';

const PLANS = `  plan:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      approvers: { type: references, to: user }
      first: { type: reference, to: user }
      second: { type: reference, to: user }
      open: { type: integer, computed: size(record.awaits.all) }
      asked: { type: integer, computed: size(record.awaits.any) }
  copy:
    title: "{{plan}}"
    fields: { plan: { type: reference, to: plan, required: true } }
`;
const STATES = `  plan:
    initial: draft
    states: { draft: {}, sent: {}, approved: {}, done: { final: true } }
    transitions:
      create: { to: draft, by: requester }
      send: { from: draft, to: sent, by: requester }
      recall: { from: sent, to: draft, by: requester }
      back: { from: sent, to: draft, by: requester, input: { reason: { type: text, required: true } } }
      remind: { from: sent, to: same, by: requester }
      all: { from: sent, to: approved, by: requester, approvals: { of: record.approvers }, input: { why: { type: text } } }
      two: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, need: 2, substitute: approver.deputy } }
      any: { from: sent, to: approved, by: requester, approvals: { of: "[record.first, record.second]", need: any } }
      turns: { from: sent, to: approved, by: requester, approvals: { of: "[record.first, record.second]", ordered: true, substitute: approver.deputy } }
      late: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, escalate: { after: = days(3), to: approver.boss } } }
      inturn: { from: sent, to: approved, by: requester, approvals: { of: "[record.first, record.second]", ordered: true, escalate: { after: = days(3), to: approver.boss } } }
      guarded: { from: sent, to: approved, by: requester, when: record.name != "stuck", approvals: { of: record.first } }
      finish: { from: approved, to: done, by: requester, approvals: { of: users_with(agent), need: 2 } }
`;
const YAML = DESK.replace('  note:\n', `${PLANS}  note:\n`)
  .replace(
    'team: { type: reference, to: team, inverse: members }',
    (line) => `${line}\n      deputy: { type: reference, to: user }\n      boss: { type: reference, to: user }`,
  )
  .replace('states:\n', `states:\n${STATES}`)
  .replace(
    '    asset: { read: true }\n',
    '    asset: { read: true }\n    plan: { create: true, read: true, update: true, delete: true, history: true }\n    copy: { create: true, read: user in record.plan.awaits.all }\n',
  );

let desk: Desk;
beforeEach(async () => {
  await desk?.close();
  desk = await openDesk(YAML);
});
afterAll(() => desk.close());

type Name = keyof Desk['people'];
const id = (name: Name) => desk.people[name].me.id;
const named = (name: Name) => ({ id: id(name), title: name });
const ids = (names: readonly Name[]) => names.map((name) => ({ id: id(name) }));
const update = (plan: string, body: object, entity = 'plan') =>
  desk.records.update(desk.people.max, entity, { idOrKey: plan, body }, PLAIN);
const deputy = (of: Name, name: Name) => update(id(of), { deputy: id(name) }, 'user');
const press = (by: Name, plan: string, transition = 'all', body: unknown = {}) => {
  desk.now = new Date(Date.parse(desk.now) + 1000).toISOString();
  return desk.records.transition(desk.people[by], 'plan', { idOrKey: plan, transition, body }, PLAIN);
};
const withdraw = (by: Name, plan: string, transition = 'all') => {
  desk.now = new Date(Date.parse(desk.now) + 1000).toISOString();
  return desk.records.withdraw(desk.people[by], 'plan', { idOrKey: plan, transition }, PLAIN);
};
const get = (plan: string) => desk.records.get(desk.people.max, 'plan', plan);
const code = async (call: Promise<unknown>) => (await refusal(call)).code;
const found = async (by: Name, where: string, entity = 'plan') =>
  (await desk.records.list(desk.people[by], entity, new URLSearchParams({ where }))).items.map(({ title }) => title);
const happened = async (plan: string) =>
  (await desk.records.history(desk.people.max, 'plan', plan))
    .filter(({ kind }) => ['press', 'withdraw', 'escalate', 'transition'].includes(kind))
    .map(({ kind, transition, by, for: approver }) =>
      [kind, transition, by?.title ?? 'system', ...(approver ? [approver.title] : [])].join(' '),
    )
    .toReversed();

async function plan(approvers: readonly Name[], first: Name = 'anna', second: Name = 'olga'): Promise<string> {
  const values = { name: 'p', approvers: approvers.map(id), first: id(first), second: id(second) };
  const { id: made } = await desk.records.create(desk.people.rita, 'plan', values, PLAIN);
  await press('rita', made, 'send');
  return made;
}

test('presses before the last write history only, and say who is awaited; the last fires the transition', async () => {
  const one = await plan(['anna', 'olga', 'max']);
  const before = await get(one);
  const answer = await press('olga', one, 'all', { input: { why: 'ok' } });
  expect(answer).toMatchObject({ state: 'sent', version: before.version, awaits: { all: ids(['anna', 'max']) } });
  expect(await get(one)).toMatchObject({ version: before.version, changed_at: before.changed_at, open: 2 });
  await press('max', one);
  expect(await press('anna', one)).toMatchObject({ state: 'approved', version: before.version + 1, open: 0 });
  expect(await happened(one)).toEqual([
    'transition send rita',
    'press all olga',
    'press all max',
    'transition all anna',
  ]);
  const [, , olga] = await desk.records.history(desk.people.max, 'plan', one);
  expect(olga).toMatchObject({ kind: 'press', input: { why: 'ok' }, changes: [] });
  expect(await get(one)).not.toHaveProperty('awaits');
});

test('a record comes with who has pressed and for whom, under the names that the description of the API has', async () => {
  const one = await plan(['anna', 'olga', 'max']);
  await deputy('anna', 'ralf');
  await press('ralf', one, 'two');
  const answer = await get(one);
  const lists = Object.entries(answer).filter(([name]) => name.startsWith('awaits/two/'));
  expect(Object.fromEntries(lists)).toMatchObject({
    'awaits/two/pressed': ids(['ralf']),
    'awaits/two/pressed_for': ids(['anna']),
  });
  const { rights } = desk.people.rita;
  const place = { rights, text: () => null, server: 'https://desk.example' };
  const described = JSON.stringify(openApi(narrow(desk.model, rights), place));
  const names = [...described.matchAll(/"(awaits\/\w+\/\w+)":/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining([...lists.map(([name]) => name), 'awaits/late/escalated']));
  expect(names).not.toContain('awaits/two/escalated');
});

test('nobody counts twice, nobody presses who is not asked, and nobody for what they have created', async () => {
  const one = await plan(['anna', 'anna', 'rita', 'olga']);
  expect((await get(one))['open']).toBe(2);
  await press('anna', one);
  expect(await code(press('anna', one))).toBe('already_pressed');
  expect(await code(press('ralf', one))).toBe('not_your_press');
  expect(await code(press('rita', one))).toBe('not_your_press');
  expect(await press('olga', one)).toMatchObject({ state: 'approved' });
});

test('a list of nobody, and one that is too short, is refused', async () => {
  const nobody = await plan([]);
  expect(await refusal(press('anna', nobody))).toMatchObject({
    code: 'too_few_approvers',
    params: { count: 0, needed: 1 },
  });
  const own = await plan(['rita']);
  expect(await code(press('anna', own))).toBe('too_few_approvers');
  const short = await plan(['anna', 'rita']);
  expect(await refusal(press('anna', short, 'two'))).toMatchObject({
    code: 'too_few_approvers',
    params: { count: 1, needed: 2 },
  });
  expect(await press('anna', short)).toMatchObject({ state: 'approved' });
});

test('any one is enough; one after the other in the order of the list', async () => {
  expect(await press('olga', await plan([]), 'any')).toMatchObject({ state: 'approved' });
  const turns = await plan([], 'anna', 'olga');
  expect(await code(press('olga', turns, 'turns'))).toBe('not_your_press');
  expect(await press('anna', turns, 'turns')).toMatchObject({ awaits: { turns: ids(['olga']) } });
  expect(await press('olga', turns, 'turns')).toMatchObject({ state: 'approved' });
});

test('a substitute presses in the place of an approver, once, and the history names both', async () => {
  await deputy('anna', 'ralf');
  await deputy('olga', 'ralf');
  const one = await plan(['anna', 'olga', 'max']);
  expect(await press('ralf', one, 'two')).toMatchObject({ awaits: { two: ids(['olga', 'max']) } });
  expect(await code(press('ralf', one, 'two'))).toBe('already_pressed');
  expect(await code(press('anna', one, 'two'))).toBe('not_your_press');
  await press('olga', one, 'two');
  expect(await happened(one)).toEqual(['transition send rita', 'press two ralf anna', 'transition two olga']);
  const turns = await plan([], 'anna', 'olga');
  await deputy('olga', 'max');
  expect(await code(press('max', turns, 'turns'))).toBe('not_your_press');
  await press('ralf', turns, 'turns');
  await press('max', turns, 'turns');
  expect((await happened(turns)).slice(1)).toEqual(['press turns ralf anna', 'transition turns max olga']);
});

test('one after the other, a substitute who is an approver too presses for whose turn it is, then for themselves', async () => {
  await deputy('anna', 'olga');
  const turns = await plan([], 'anna', 'olga');
  expect(await press('olga', turns, 'turns')).toMatchObject({ awaits: { turns: ids(['olga']) } });
  expect(await withdraw('olga', turns, 'turns')).toMatchObject({ awaits: { turns: ids(['anna', 'olga']) } });
  await press('olga', turns, 'turns');
  expect(await press('olga', turns, 'turns')).toMatchObject({ state: 'approved' });
  expect((await happened(turns)).slice(-2)).toEqual(['press turns olga anna', 'transition turns olga']);
});

test('who pressed as a substitute before they were asked themselves presses once more, for themselves alone', async () => {
  for (const of of ['anna', 'max'] as const) await deputy(of, 'ralf');
  const one = await plan(['anna', 'olga', 'max']);
  await press('ralf', one, 'two');
  await update(one, { approvers: (['anna', 'olga', 'max', 'ralf'] as const).map(id) });
  expect(await press('ralf', one, 'two')).toMatchObject({ state: 'approved' });
  expect((await happened(one)).slice(-2)).toEqual(['press two ralf anna', 'transition two ralf']);
});

test('who is asked twice is awaited once, in a computed value, in a list and for the call', async () => {
  const one = await plan([], 'anna', 'anna');
  const sized = (count: number) => found('max', `size(record.awaits.any) == ${String(count)}`);
  expect([await get(one), await sized(1), await sized(2)]).toMatchObject([{ asked: 1 }, ['p'], []]);
  expect(await found('max', 'last(record.awaits.any).name == "anna"')).toEqual(['p']);
  expect(await press('anna', one, 'turns')).toMatchObject({ state: 'approved' });
});

test('a substitute who created the record presses in nobody’s place', async () => {
  await deputy('anna', 'rita');
  expect(await code(press('rita', await plan(['anna', 'olga']), 'two'))).toBe('not_your_press');
});

test('a press is withdrawn until the last, and may be given again', async () => {
  const one = await plan(['anna', 'olga']);
  expect(await code(withdraw('anna', one))).toBe('no_press');
  await press('anna', one);
  expect(await withdraw('anna', one)).toMatchObject({ awaits: { all: ids(['anna', 'olga']) } });
  expect(await code(withdraw('anna', one))).toBe('no_press');
  await press('olga', one);
  expect(await press('anna', one)).toMatchObject({ state: 'approved' });
  expect(await code(withdraw('anna', one))).toBe('no_press');
  expect((await happened(one)).slice(1)).toEqual([
    'press all anna',
    'withdraw all anna',
    'press all olga',
    'transition all anna',
  ]);
});

/** Fires what is due after some days, as a server does that has stood still. */
async function afterDays(days: number): Promise<void> {
  desk.now = new Date(Date.parse(desk.now) + days * 86_400_000).toISOString();
  await desk.records.fireTimers({ isEnding: () => false, mostMs: 60_000, log: (line) => expect(line).toBe('') });
}

const boss = (of: Name, name: Name) => update(id(of), { boss: id(name) }, 'user');

test('whoever is still awaited after some days gets others who may press, once, and the history and the page say so', async () => {
  await boss('anna', 'ralf');
  await boss('olga', 'max');
  const one = await plan(['anna', 'olga']);
  expect(await code(press('ralf', one, 'late'))).toBe('not_your_press');
  const panel = async () =>
    (await desk.records.approvals(desk.people.ralf, 'plan', one)).find(({ transition }) => transition === 'late');
  expect(await panel()).toMatchObject({ escalated: [], mine: null });
  await afterDays(2);
  await press('olga', one, 'late');
  expect(await code(press('ralf', one, 'late'))).toBe('not_your_press');
  await afterDays(1);
  await afterDays(4);
  expect(await panel()).toMatchObject({ escalated: [named('ralf')], mine: 'press' });
  expect(await code(press('max', one, 'late'))).toBe('not_your_press');
  expect(await waitsIn('ralf')).toEqual(['p']);
  expect(await press('ralf', one, 'late')).toMatchObject({ state: 'approved' });
  expect((await happened(one)).filter((event) => !event.includes('inturn'))).toEqual([
    'transition send rita',
    'press late olga',
    'escalate late system anna',
    'transition late ralf anna',
  ]);
});

const waitsIn = async (by: Name) =>
  (await desk.records.list(desk.people[by], 'plan', new URLSearchParams({ waiting: 'me' }))).items.map(
    ({ title }) => title,
  );

test('one after the other, it counts for each in their turn; another stay in the state begins anew', async () => {
  await boss('anna', 'ralf');
  await boss('olga', 'max');
  const one = await plan([], 'anna', 'olga');
  await afterDays(3);
  expect(await code(press('max', one, 'inturn'))).toBe('not_your_press');
  await press('ralf', one, 'inturn');
  await press('rita', one, 'recall');
  await press('rita', one, 'send');
  expect(await code(press('ralf', one, 'inturn'))).toBe('not_your_press');
  await afterDays(3);
  await press('ralf', one, 'inturn');
  expect(await press('max', one, 'inturn')).toMatchObject({ state: 'approved' });
});

test('a withdrawn press in the place of an approver asks that approver again', async () => {
  await deputy('anna', 'ralf');
  const one = await plan(['anna', 'olga', 'max']);
  await press('ralf', one, 'two');
  expect(await withdraw('ralf', one, 'two')).toMatchObject({ awaits: { two: ids(['anna', 'olga', 'max']) } });
  expect((await happened(one)).at(-1)).toBe('withdraw two ralf anna');
});

test.each([['recall', 'send'], ['remind']])('any other transition voids the presses: %s', async (...others) => {
  const one = await plan(['anna', 'olga']);
  await press('anna', one);
  for (const other of others) await press('rita', one, other);
  expect((await get(one))['open']).toBe(2);
  expect(await press('olga', one)).toMatchObject({ state: 'sent', awaits: { all: ids(['anna']) } });
});

test('presses of one transition do not count for another, and a fired one voids them', async () => {
  const one = await plan(['anna', 'olga']);
  await press('anna', one);
  await press('anna', one, 'two');
  await press('olga', one, 'two');
  const { state, awaits } = await press('anna', one, 'finish');
  expect([state, Object.keys(awaits as object)]).toEqual(['approved', ['finish']]);
  expect(await press('olga', one, 'finish')).toMatchObject({ state: 'done' });
});

test('a return to an earlier step asks why, voids the presses, and everybody is asked anew', async () => {
  const one = await plan(['anna', 'olga']);
  await press('anna', one);
  const panel = async () =>
    (await desk.records.approvals(desk.people.anna, 'plan', one)).find(({ transition }) => transition === 'all');
  expect(await panel()).toMatchObject({ presses: [{ by: named('anna') }], awaits: [named('olga')], mine: 'withdraw' });
  expect(await code(press('rita', one, 'back'))).toBe('invalid');
  expect(await panel()).toMatchObject({ awaits: [named('olga')] });
  expect(await press('rita', one, 'back', { input: { reason: 'too dear' } })).toMatchObject({
    state: 'draft',
    open: 0,
  });
  expect(await panel()).toBeUndefined();
  expect(await code(withdraw('anna', one))).toBe('no_press');
  await press('rita', one, 'send');
  expect(await panel()).toMatchObject({ presses: [], awaits: [named('anna'), named('olga')], mine: 'press' });
  expect(await code(withdraw('anna', one))).toBe('no_press');
  expect(await press('olga', one)).toMatchObject({ state: 'sent', awaits: { all: ids(['anna']) } });
  expect(await press('anna', one)).toMatchObject({ state: 'approved' });
  expect((await happened(one)).slice(1)).toEqual([
    'press all anna',
    'transition back rita',
    'transition send rita',
    'press all olga',
    'transition all anna',
  ]);
});

test('a list that changes counts as it is at each press', async () => {
  const one = await plan(['anna', 'olga', 'max']);
  await press('anna', one);
  await update(one, { approvers: [id('olga'), id('max')] });
  expect(await press('olga', one)).toMatchObject({ state: 'sent', awaits: { all: ids(['max']) } });
  await update(one, { approvers: [id('olga')] });
  expect(await get(one)).toMatchObject({ state: 'sent', open: 0 });
  expect(await press('olga', one)).toMatchObject({ state: 'approved' });
  expect((await happened(one)).slice(1)).toEqual(['press all anna', 'press all olga', 'transition all olga']);
});

test('who is no longer active is not asked any more', async () => {
  const one = await plan(['anna', 'olga']);
  await press('anna', one);
  await desk.db.write((tx) => tx.run('UPDATE "user" SET "active" = FALSE WHERE "id" = ?', [id('olga')]));
  expect((await get(one))['open']).toBe(0);
  expect(await press('anna', one)).toMatchObject({ state: 'approved' });
});

test('a press before the last changes no fields; the last one does', async () => {
  const one = await plan(['max', 'olga']);
  expect(await code(press('max', one, 'all', { name: 'q' }))).toBe('press_changes_nothing');
  await press('olga', one);
  expect(await press('max', one, 'all', { name: 'q' })).toMatchObject({ state: 'approved', name: 'q' });
});

test('the guard holds for every press', async () => {
  const one = await plan([], 'anna');
  await update(one, { name: 'stuck' });
  expect(await code(press('anna', one, 'guarded'))).toBe('guard_failed');
});

test('lists, row conditions and “waiting for me” find whom a record awaits', async () => {
  const one = await plan(['anna', 'olga']);
  await desk.records.create(desk.people.max, 'copy', { plan: one }, PLAIN);
  const awaits = (by: Name) => found(by, 'user in record.awaits.all');
  expect([await awaits('anna'), await awaits('olga'), await awaits('ralf')]).toEqual([['p'], ['p'], []]);
  expect(await found('anna', 'true', 'copy')).toEqual(['p']);
  await press('anna', one);
  expect([await awaits('anna'), await awaits('olga')]).toEqual([[], ['p']]);
  expect(await found('anna', 'true', 'copy')).toEqual([]);
  expect(await found('max', 'size(record.awaits.all) == 1 && first(record.awaits.all).name == "olga"')).toEqual(['p']);
});

test('the verdict of a browser and of the server is the one of the call', async () => {
  const one = await plan(['anna', 'olga']);
  await press('anna', one);
  const verdicts = async (by: Name) => {
    const { rights, me } = desk.people[by];
    const entity = narrow(desk.model, rights).entities['plan'];
    if (!entity) throw new Error('no plan');
    const scope = { user: me.record, limits: {}, now: desk.now, today: '2026-03-05', timeZone: 'UTC' };
    const record = await desk.records.get(desk.people[by], 'plan', one);
    const own = judgeTransitions({ entity, record, rights, scope });
    const server = (await desk.records.may(desk.people[by], 'plan', one)).transitions;
    return [own, server]
      .map((all) => all.find((each) => each.id === 'all'))
      .map((each) => [each?.verdict, each?.reasons[0]?.code]);
  };
  expect(await verdicts('olga')).toEqual([
    ['unknown', undefined],
    ['allowed', undefined],
  ]);
  expect((await verdicts('anna'))[1]).toEqual(['blocked', 'already_pressed']);
  expect((await verdicts('ralf'))[1]).toEqual(['blocked', 'not_your_press']);
});

test('many records are pressed at once, in bulk and in a batch', async () => {
  const [one, two] = [await plan(['anna', 'olga']), await plan(['anna'])];
  const bulk = await desk.records.bulk(
    desk.people.anna,
    'plan',
    { action: 'transition', transition: 'all', ids: [one, two], input: {} },
    undefined,
  );
  expect(bulk).toMatchObject({ done: 2 });
  expect([(await get(one)).state, (await get(two)).state]).toEqual(['sent', 'approved']);
});

test('who has pressed, who is awaited and since when', async () => {
  const one = await plan([], 'anna', 'olga');
  await deputy('anna', 'ralf');
  const of = async (by: Name) =>
    (await desk.records.approvals(desk.people[by], 'plan', one)).find(({ transition }) => transition === 'turns');
  expect(await of('ralf')).toMatchObject({ needed: 2, asked: 2, mine: 'press', presses: [], since: desk.now });
  desk.now = '2026-03-06T08:00:00.000Z';
  await press('ralf', one, 'turns');
  expect(await of('ralf')).toEqual({
    ...{ transition: 'turns', needed: 2, asked: 2, ordered: true, mine: 'withdraw' },
    presses: [{ by: named('ralf'), for: named('anna'), through: null, at: desk.now }],
    ...{ awaits: [named('olga')], since: desk.now, escalated: [], deputies: [] },
  });
  expect(await of('max')).toMatchObject({ awaits: [named('olga')], mine: null });
});

test('what waits for somebody are the records whose press is theirs', async () => {
  const waits = async (by: Name) =>
    (await waitingFor(desk.model, desk.records, desk.people[by])).find(({ entity }) => entity === 'plan')?.total ?? 0;
  const yaml = YAML.replace(/ {6}(asked|recall|two|any|turns|late|inturn|guarded): .*\n/g, '');
  await desk.close();
  desk = await openDesk(yaml);
  const one = await plan(['anna', 'olga']);
  expect([await waits('anna'), await waits('olga'), await waits('ralf'), await waits('max')]).toEqual([1, 1, 0, 0]);
  await press('anna', one);
  expect([await waits('anna'), await waits('olga')]).toEqual([0, 1]);
});

test('whom the approvals ask cannot depend on who presses', () => {
  expect(() => applicationOf(YAML.replace('of: record.first }', 'of: user }'))).toThrow('{"name":"user"');
});

test.each(Array.from({ length: 5 }, (_, round) => round))(
  'two presses at the same moment fire it once: round %i',
  async () => {
    const codes = async (...calls: readonly Promise<{ readonly state?: string }>[]) =>
      (await Promise.allSettled(calls)).map((one) =>
        one.status === 'fulfilled' ? one.value.state : one.reason instanceof Refusal ? one.reason.code : 'failed',
      );
    const first = await plan(['anna', 'olga']);
    expect((await codes(press('anna', first), press('olga', first))).toSorted()).toEqual(['approved', 'sent']);
    const last = await plan(['anna', 'olga', 'max']);
    await press('anna', last, 'two');
    expect((await codes(press('olga', last, 'two'), press('max', last, 'two'))).toSorted()).toEqual([
      'approved',
      'wrong_state',
    ]);
    const twice = await plan(['anna', 'olga']);
    expect((await codes(press('anna', twice), press('anna', twice))).toSorted()).toEqual(['already_pressed', 'sent']);
    for (const one of [first, last])
      expect((await happened(one)).filter((event) => event.startsWith('transition'))).toHaveLength(2);
    expect((await happened(twice)).filter((event) => event.startsWith('press'))).toHaveLength(1);
  },
);
