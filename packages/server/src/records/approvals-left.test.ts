// Approvers who leave, are deleted, or lose their role: who is awaited then, and what is told where nobody is left.
import { expect, test } from 'vitest';
import { withPlans, type Name } from './testing/approvals-stage.ts';
import { PLAIN, refusal } from './testing/open-desk.ts';
import { PLANS_TO_APPROVE } from './testing/plans.yaml.ts';
import { importSource } from './testing/values/import-source.ts';

const {
  afterDays,
  boss,
  code,
  deputy,
  desk,
  id,
  ids,
  later,
  named,
  press,
  reopen,
  sent: plan,
} = withPlans(PLANS_TO_APPROVE);

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
  expect(await panel(one)).toMatchObject({
    ...{ awaits: [named('olga')], unable: [], stuck: false },
    not_asked: [{ person: named('anna'), why: 'left' }],
  });
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
    ...{ awaits: [named('anna'), named('olga')], unable: [named('anna')], not_asked: [], stuck: false },
    substitutes: [{ person: named('anna'), substitute: named('ralf') }],
  });
  expect(await press('ralf', one, 'two')).toMatchObject({ awaits: { two: ids(['olga']) } });
  await press('olga', one, 'late');
  await afterDays(4);
  expect(await panel(one, 'late')).toMatchObject({ escalated: [named('max')], stuck: false });
  expect(await press('max', one, 'late')).toMatchObject({ state: 'approved' });
});

test('who created the record is named as not asked, and what those gave who have left does not count', async () => {
  const one = await plan(['anna', 'olga', 'ralf']);
  await press('anna', one);
  expect(await panel(one)).toMatchObject({ asked: 3, not_asked: [], presses: [{ by: named('anna'), counts: true }] });
  await leave('anna');
  expect(await panel(one)).toMatchObject({
    ...{ asked: 2, awaits: [named('olga'), named('ralf')] },
    presses: [{ by: named('anna'), counts: false }],
    not_asked: [{ person: named('anna'), why: 'left' }],
  });
  const own = await plan(['rita', 'olga']);
  expect(await panel(own)).toMatchObject({ asked: 1, not_asked: [{ person: named('rita'), why: 'creator' }] });
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
  expect((await refusal(change([]))).warnings).toEqual([
    { path: 'roles', code: 'open_work', params: expect.objectContaining({ count: 1 }) },
    { path: 'roles', code: 'approvals_wait', params: { count: 1 } },
  ]);
  await change(['approvals_wait', 'open_work']);
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
  expect((await refusal(deactivate('anna'))).warnings).toContainEqual({
    ...{ path: 'active', code: 'approvals_wait', params: { count: 1 } },
  });
  await deactivate('anna', ['approvals_wait', 'open_work']);
  await deactivate('ralf');
});

test('an import deactivates nobody for whom approvals wait: it says so of the row, and does the others', async () => {
  await reopen(PLANS_TO_APPROVE.replace('    user: { read: true', '    user: { import: true, read: true'));
  await plan([], 'olga', 'anna');
  const rows = (['anna', 'ralf'] as const).map((name) => ({ email: `${name}@desk.test`, active: false }));
  const source = importSource(rows);
  const options = { mode: 'each', match: 'email' } as const;
  const done = await desk().records.import(desk().people.max, 'user', { source, options }, undefined);
  expect(done).toMatchObject({
    ...{ changed: 1, failed: 1 },
    problems: [
      { row: 1, path: 'active', code: 'open_work' },
      { row: 1, path: 'active', code: 'approvals_wait', params: { count: 1 } },
    ],
  });
});

test('whoever deletes a person is told how many records wait for them, also where nothing refers to them afterwards', async () => {
  await reopen(
    PLANS_TO_APPROVE.replaceAll('second: { type: reference, to: user }', (line) =>
      line.replace('user }', 'user, on_delete: clear }'),
    ).replace('user: { read: true', 'user: { delete: true, read: true'),
  );
  await plan([], 'olga', 'anna');
  const remove = (name: Name, confirm: readonly string[] = []) =>
    desk().records.remove(desk().people.max, 'user', id(name), { ...PLAIN, confirm });
  const warnings = [{ path: '', code: 'approvals_wait', params: { count: 1 } }];
  expect(await refusal(remove('anna'))).toMatchObject({ code: 'confirm_warnings', warnings });
  const body = { action: 'delete', mode: 'each', ids: [id('anna')] };
  expect(await desk().records.bulk(desk().people.max, 'user', body, undefined)).toMatchObject({
    results: [{ problem: { code: 'confirm_warnings', warnings } }],
  });
  await remove('anna', ['approvals_wait']);
  await remove('ralf');
});

test('operators are told once of approvals that nobody can give, and again where they get stuck again', async () => {
  await reopen(PLANS_TO_APPROVE.replace('    user: { read: true', '    runtime: [operate]\n    user: { read: true'));
  const look = async () => {
    later();
    await desk().records.tellStuckApprovals();
    const { items } = await desk().records.notifications.list(desk().people.max, new URLSearchParams('kind=stuck'));
    return items.map(({ times }) => times);
  };
  const one = await plan(['anna', 'olga'], 'anna', 'olga');
  expect(await look()).toEqual([]);
  await leave('anna');
  expect(await look()).toEqual([2]); // of two steps
  expect(await look()).toEqual([2]);
  await press('rita', one, 'recall');
  await look();
  await press('rita', one, 'send');
  expect(await look()).toEqual([4]);
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
