import { expect, test } from 'vitest';
import type { DueAnswer } from '@ninefold/model';
import { openOffice, type Office } from '../testing/due-office.ts';

type Name = Parameters<Office['titles']>[0];

const duePage = ({ records, callers }: Office, as: Name, query = ''): Promise<DueAnswer> =>
  records.duePage(callers[as], new URLSearchParams(query));

/** Each entry in short: what happens, to which record, and on which day. */
async function entries(office: Office, as: Name, query = ''): Promise<readonly string[]> {
  const { items } = await duePage(office, as, query);
  return items.map(
    ({ transition, reaction, record, records, next }) =>
      `${transition ?? reaction ?? ''} ${record?.title ?? records?.total ?? '-'} ${next.slice(5, 10)}`,
  );
}

test('what will happen by itself stands in one table, soonest first, over all entities', async () => {
  const office = await openOffice();
  const { make, fireAt } = office;
  const contract = await make({ name: 'C', ends: '2026-03-04' }, 'contract');
  await make({ subject: 'late', warned: '2026-03-20T10:00:00Z' });
  await make({ subject: 'soon', warned: '2026-03-03T10:00:00Z', contract: contract.id });
  await make({ name: 'saw', used: true }, 'tool');
  await make({ name: 'drill', used: false }, 'tool');
  await fireAt('2026-03-02T09:00:00.000Z');
  const all = [
    'check 1 03-03',
    'warn soon 03-03',
    'lapse late 03-09',
    'lapse soon 03-09',
    'count - 03-09',
    'warn late 03-20',
  ];
  const boss = await entries(office, 'boss');
  expect(boss.toSorted()).toEqual(all.toSorted());
  expect(boss.map((one) => one.slice(-5))).toEqual(all.map((one) => one.slice(-5)));
  expect(await entries(office, 'boss', 'entity=tool')).toEqual(['check 1 03-03', 'count - 03-09']);
  expect(await entries(office, 'boss', 'entity=order')).toEqual([]);
});

test('nothing is told of a record, a moment or a condition that the reader may not read', async () => {
  const office = await openOffice();
  const { make, fireAt } = office;
  await make({ subject: 'shown', warned: '2026-03-03T10:00:00Z', done: true });
  await make({ subject: 'closed', warned: '2026-03-03T10:00:00Z', done: false });
  await make({ subject: 'secret', hidden: true });
  await make({ name: 'saw', used: true, worn: true }, 'tool');
  await make({ name: 'axe', used: true, hidden: true }, 'tool');
  await fireAt('2026-03-02T09:00:00.000Z');
  const clerk = await entries(office, 'clerk');
  expect(clerk.toSorted()).toEqual(['check 1 03-03', 'count - 03-09', 'lapse closed 03-09', 'lapse shown 03-09']);
  const both = await entries(office, 'both');
  expect(both.toSorted()).toEqual([
    'lapse closed 03-09',
    'lapse secret 03-09',
    'lapse shown 03-09',
    'warn shown 03-03',
  ]);
  expect(await entries(office, 'head')).toEqual([]);
  await expect(duePage(office, 'head', 'entity=job')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(duePage(office, 'boss', 'entity=nothing')).rejects.toMatchObject({ code: 'unknown_entity' });
});

test('pages go on where the one before ended, also within one moment and across calendars', async () => {
  const office = await openOffice();
  const { make, fireAt } = office;
  for (const subject of ['a', 'b', 'c', 'd']) await make({ subject, warned: '2026-03-03T07:00:00Z' });
  for (const name of ['saw', 'axe', 'drill']) await make({ name, used: true }, 'tool');
  await fireAt('2026-03-02T09:00:00.000Z');
  const whole = await duePage(office, 'boss', 'size=200');
  expect([whole.items.length, whole.next]).toEqual([4 + 1 + 4 + 1, null]);
  for (const size of [1, 2, 3, 5, 10]) {
    const found = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await duePage(office, 'boss', `size=${String(size)}${next === '' ? '' : `&after=${next}`}`);
      found.push(...page.items);
      next = page.next;
    }
    expect(found).toEqual(whole.items);
  }
});

test.each(['size=0', 'size=201', 'after=x', 'after=WyJhIl0', 'sort=next', 'f.subject=eq:a'])(
  'parameters that mean nothing are refused: %s',
  async (query) => {
    const office = await openOffice();
    await expect(duePage(office, 'boss', query)).rejects.toMatchObject({ code: 'bad_parameter' });
  },
);

test('what is stuck says why, to whoever may read all that the reason is about', async () => {
  const office = await openOffice();
  const { make, fireAt } = office;
  await make({ done: true, warned: '2026-03-03T10:00:00Z' });
  const tool = await make({ used: true }, 'tool');
  await fireAt('2026-03-02T09:00:00.000Z');
  await fireAt('2026-03-03T12:00:00.000Z');
  const stuck = async (as: Name, entity: string): Promise<unknown> =>
    (await duePage(office, as, `entity=${entity}`)).items
      .filter(({ state }) => state === 'stuck')
      .map(({ transition, reaction, reason }) => [transition ?? reaction, reason?.problems.map(({ code }) => code)]);
  expect(await stuck('boss', 'job')).toEqual([['warn', ['job.named']]]);
  expect(await stuck('boss', 'tool')).toEqual([['check', ['tool.counted']]]);
  expect(await stuck('clerk', 'tool')).toEqual([['check', undefined]]); // the rule reads a field that is closed to them
  expect((await duePage(office, 'boss', 'entity=tool')).items.map(({ record }) => record?.id)).toContain(tool.id);
  expect(await stuck('both', 'job')).toEqual([['warn', ['job.named']]]);
});
