// Who presses in the place of an approver: their substitute, or whom an approval is handed to after some days.
import { expect, test } from 'vitest';
import { withPlans, type Name } from './testing/approvals-stage.ts';
import { PLANS_TO_APPROVE } from './testing/plans.yaml.ts';

const {
  afterDays,
  boss,
  code,
  deputy,
  desk,
  happened,
  id,
  ids,
  named,
  press,
  update,
  withdraw,
  sent: plan,
} = withPlans(PLANS_TO_APPROVE);

const waitsIn = async (by: Name) =>
  (await desk().records.list(desk().people[by], 'plan', new URLSearchParams({ waiting: 'me' }))).items.map(
    ({ title }) => title,
  );

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

test('a substitute who created the record presses in nobody’s place', async () => {
  await deputy('anna', 'rita');
  expect(await code(press('rita', await plan(['anna', 'olga']), 'two'))).toBe('not_your_press');
});

test('whoever is still awaited after some days gets others who may press, once, and the history and the page say so', async () => {
  await boss('anna', 'ralf');
  await boss('olga', 'max');
  const one = await plan(['anna', 'olga']);
  expect(await code(press('ralf', one, 'late'))).toBe('not_your_press');
  const panel = async () =>
    (await desk().records.approvals(desk().people.ralf, 'plan', one)).find(({ transition }) => transition === 'late');
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
