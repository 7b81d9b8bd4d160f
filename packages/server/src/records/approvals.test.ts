import { judgeTransitions, narrow } from '@ninefold/model';
import { openApi } from '@ninefold/spec';
import { expect, test } from 'vitest';
import { waitingFor } from '../home/waiting.ts';
import { Refusal } from '../refusal.ts';
import { withPlans, type Name } from './testing/approvals-stage.ts';
import { applicationOf, PLAIN, refusal } from './testing/open-desk.ts';
import { PLANS_TO_APPROVE } from './testing/plans.yaml.ts';

const {
  code,
  deputy,
  desk,
  found,
  get,
  happened,
  id,
  ids,
  named,
  press,
  reopen,
  update,
  withdraw,
  sent: plan,
} = withPlans(PLANS_TO_APPROVE);

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
  const [, , olga] = await desk().records.history(desk().people.max, 'plan', one);
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
  const { rights } = desk().people.rita;
  const place = { rights, text: () => null, server: 'https://desk().example' };
  const described = JSON.stringify(openApi(desk().model, place));
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

test('who is asked twice is awaited once, in a computed value, in a list and for the call', async () => {
  const one = await plan([], 'anna', 'anna');
  const sized = (count: number) => found('max', `size(record.awaits.any) == ${String(count)}`);
  expect([await get(one), await sized(1), await sized(2)]).toMatchObject([{ asked: 1 }, ['p'], []]);
  expect(await found('max', 'last(record.awaits.any).name == "anna"')).toEqual(['p']);
  expect(await press('anna', one, 'turns')).toMatchObject({ state: 'approved' });
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

test('presses and withdrawals of one moment stay in the order in which they came', async () => {
  const one = await plan(['anna', 'olga', 'max']);
  const { records, caller, people } = desk();
  const call = { idOrKey: one, transition: 'all' };
  const expected: string[] = [];
  for (const name of ['anna', 'olga', 'anna', 'olga', 'anna', 'olga'] as const) {
    await records.transition(await caller(people[name].me.id), 'plan', { ...call, body: {} }, PLAIN);
    await records.withdraw(people[name], 'plan', call, PLAIN);
    expected.push(`press all ${name}`, `withdraw all ${name}`);
  }
  expect((await happened(one)).slice(1)).toEqual(expected);
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
    (await desk().records.approvals(desk().people.anna, 'plan', one)).find(({ transition }) => transition === 'all');
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
  await desk().db.write((tx) => tx.run('UPDATE "user" SET "active" = FALSE WHERE "id" = ?', [id('olga')]));
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
  await desk().records.create(desk().people.max, 'copy', { plan: one }, PLAIN);
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
    const { rights, me } = desk().people[by];
    const entity = narrow(desk().model, rights).entities['plan'];
    if (!entity) throw new Error('no plan');
    const scope = { user: me.record, limits: {}, now: desk().now, today: '2026-03-05', timeZone: 'UTC' };
    const record = await desk().records.get(desk().people[by], 'plan', one);
    const own = judgeTransitions({ entity, record, rights, scope });
    const server = (await desk().records.may(desk().people[by], 'plan', one)).transitions;
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
  const bulk = await desk().records.bulk(
    desk().people.anna,
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
    (await desk().records.approvals(desk().people[by], 'plan', one)).find(({ transition }) => transition === 'turns');
  expect(await of('ralf')).toMatchObject({ needed: 2, asked: 2, mine: 'press', presses: [], since: desk().now });
  desk().now = '2026-03-06T08:00:00.000Z';
  await press('ralf', one, 'turns');
  expect(await of('ralf')).toEqual({
    ...{ transition: 'turns', needed: 2, asked: 2, ordered: true, mine: 'withdraw' },
    presses: [{ by: named('ralf'), for: named('anna'), through: null, at: desk().now, counts: true }],
    ...{ awaits: [named('olga')], since: desk().now, escalated: [], deputies: [] },
    ...{ substitutes: [], unable: [], not_asked: [], stuck: false },
  });
  expect(await of('max')).toMatchObject({ awaits: [named('olga')], mine: null });
});

test('what waits for somebody are the records whose press is theirs', async () => {
  const waits = async (by: Name) =>
    (await waitingFor(desk().model, desk().records, desk().people[by])).find(({ entity }) => entity === 'plan')
      ?.total ?? 0;
  const yaml = PLANS_TO_APPROVE.replace(/ {6}(asked|recall|two|any|turns|late|inturn|guarded): .*\n/g, '');
  await reopen(yaml);
  const one = await plan(['anna', 'olga']);
  expect([await waits('anna'), await waits('olga'), await waits('ralf'), await waits('max')]).toEqual([1, 1, 0, 0]);
  await press('anna', one);
  expect([await waits('anna'), await waits('olga')]).toEqual([0, 1]);
});

test('whom the approvals ask cannot depend on who presses', () => {
  expect(() => applicationOf(PLANS_TO_APPROVE.replace('of: record.first }', 'of: user }'))).toThrow('{"name":"user"');
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
