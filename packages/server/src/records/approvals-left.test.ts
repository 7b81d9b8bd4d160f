// Approvers who leave, are deleted, or lose their role: who is awaited then, and what is told where nobody is left.
import { expect, test } from 'vitest';
import { withPlans, type Name } from './testing/approvals-stage.ts';
import { PLAIN, refusal } from './testing/open-desk.ts';
import { PLANS_TO_APPROVE } from './testing/plans.yaml.ts';

const { afterDays, boss, code, deputy, desk, id, ids, named, press, reopen, sent: plan } = withPlans(PLANS_TO_APPROVE);

const panel = async (one: string, transition = 'all') =>
  (await desk().records.approvals(desk().people.max, 'plan', one)).find((each) => each.transition === transition);
const set = (name: Name, column: string, value: string) =>
  desk().db.write((tx) => tx.run(`UPDATE "user" SET "${column}" = ${value} WHERE "id" = ?`, [id(name)]));
const leave = (name: Name) => set(name, 'active', 'FALSE');
const trash = (name: Name) => set(name, 'trashed_at', "'2026-03-05T12:00:00.000Z'");
/** The steps of plans that are stuck, as operators are told. */
const stuck = async () => (await desk().records.stuckApprovals(desk().people.max)).items.map((one) => one.transition);

test.each([
  ['who has left', leave],
  ['who is deleted', trash],
])('%s is awaited no more; where nobody is left, the record and operators are told', async (_, gone) => {
  const one = await plan(['anna', 'olga'], 'anna', 'olga');
  await gone('anna');
  expect(await panel(one)).toMatchObject({ awaits: [named('olga')], unable: [], stuck: false });
  expect(await panel(one, 'two')).toMatchObject({ asked: 1, needed: 2, stuck: true });
  expect(await stuck()).toEqual(['two', 'guarded']);
  await gone('olga');
  expect(await panel(one)).toMatchObject({ awaits: [], asked: 0, stuck: true });
  expect((await stuck()).toSorted()).toEqual(['all', 'any', 'guarded', 'inturn', 'late', 'turns', 'two']);
  const { max } = desk().people;
  const operator = { ...max, rights: { ...max.rights, runtime: ['operate'] as const } };
  const { items } = await desk().records.list(operator, 'plan', new URLSearchParams({ stuck: 'true' }));
  expect(items.map((item) => item.id)).toEqual([one]);
  expect(await code(press('max', one))).toBe('too_few_approvers');
});

test('a substitute presses in the place of whoever has left, and an escalation goes on', async () => {
  const one = await plan(['anna', 'olga'], 'anna', 'olga');
  await deputy('anna', 'ralf');
  await boss('anna', 'max');
  await leave('anna');
  expect(await panel(one, 'two')).toMatchObject({
    ...{ awaits: [named('anna'), named('olga')], unable: [named('anna')], stuck: false },
    substitutes: [{ person: named('anna'), substitute: named('ralf') }],
  });
  expect(await press('ralf', one, 'two')).toMatchObject({ awaits: { two: ids(['olga']) } });
  await press('olga', one, 'late');
  await afterDays(4);
  expect(await panel(one, 'late')).toMatchObject({ escalated: [named('max')], stuck: false });
  expect(await press('max', one, 'late')).toMatchObject({ state: 'approved' });
});

test('a substitute who has left too, or who created the record, keeps nobody in the list', async () => {
  const one = await plan(['anna', 'olga']);
  await deputy('anna', 'ralf');
  await leave('anna');
  await leave('ralf');
  expect(await panel(one, 'two')).toMatchObject({ awaits: [named('olga')], substitutes: [], stuck: true });
  await deputy('anna', 'rita');
  expect(await panel(one, 'two')).toMatchObject({ awaits: [named('olga')], stuck: true });
});

test('whoever has lost the role is awaited still, cannot press, and is named as such', async () => {
  await reopen(
    PLANS_TO_APPROVE.replaceAll(
      /(?<=(?:all|two|any|turns|late|inturn|finish): \{ from: sent, to: approved, by: )requester/g,
      'agent',
    ),
  );
  const one = await plan(['anna', 'olga'], 'olga', 'anna');
  expect(await panel(one)).toMatchObject({ unable: [], stuck: false });
  const taken = { idOrKey: id('anna'), body: { roles: [] } };
  const change = (confirm: readonly string[]) =>
    desk().records.update(desk().people.max, 'user', taken, { ...PLAIN, confirm });
  expect(await refusal(change([]))).toMatchObject({
    ...{ code: 'confirm_warnings', warnings: [{ path: 'roles', code: 'approvals_wait', params: { count: 1 } }] },
  });
  await change(['approvals_wait']);
  expect(await panel(one)).toMatchObject({
    awaits: [named('anna'), named('olga')],
    unable: [named('anna')],
    stuck: true,
  });
  expect((await stuck()).toSorted()).toEqual(['all', 'inturn', 'late', 'turns', 'two']);
  await boss('anna', 'olga');
  await deputy('anna', 'olga');
  expect((await stuck()).toSorted()).toEqual(['all']);
});

test('whoever deactivates a person is told how many records wait for them, and nobody for whom none does', async () => {
  await plan(['anna', 'olga']);
  const second = await plan(['anna', 'max'], 'olga', 'olga');
  for (const step of ['all', 'late', 'two']) await press('anna', second, step);
  const deactivate = (name: Name, confirm: readonly string[] = []) =>
    desk().records.update(
      desk().people.max,
      'user',
      { idOrKey: id(name), body: { active: false } },
      { ...PLAIN, confirm },
    );
  expect(await refusal(deactivate('anna'))).toMatchObject({
    warnings: [{ path: 'active', code: 'approvals_wait', params: { count: 1 } }],
  });
  await deactivate('anna', ['approvals_wait']);
  await deactivate('ralf');
});

test('what those have pressed who are left alone completes it, and nothing is told where the guard does not hold', async () => {
  const one = await plan(['anna', 'olga'], 'anna');
  await press('anna', one);
  await leave('olga');
  expect(await panel(one)).toMatchObject({ awaits: [], stuck: false });
  await leave('anna');
  expect(await panel(one)).toMatchObject({ awaits: [], stuck: true });
  expect(await stuck()).toContain('guarded');
  await desk().records.update(desk().people.max, 'plan', { idOrKey: one, body: { name: 'stuck' } }, PLAIN);
  expect(await stuck()).not.toContain('guarded');
});
