import { expect, test } from 'vitest';
import { PLAIN } from '../testing/open-desk.ts';
import { openOffice } from '../testing/due-office.ts';

test('a list is narrowed to what happens by itself until a day, in days of the zone of the application', async () => {
  const { make, titles } = await openOffice();
  await make({ subject: 'today', warned: '2026-03-02T22:59:59Z' });
  await make({ subject: 'tomorrow', warned: '2026-03-02T23:00:00Z' });
  await make({ subject: 'never' });
  expect(await titles('boss', 'due=today')).toEqual(['today']);
  expect(await titles('boss', 'due=1d')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=2026-03-02')).toEqual(['today']);
  expect(await titles('boss', 'due=2026-03-03..2026-03-05')).toEqual(['tomorrow']);
  expect(await titles('boss', 'due=2026-03-03..&f.subject=ne:never')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=2026-03-10..')).toEqual([]);
  expect(await titles('boss', 'due=..2026-03-02')).toEqual(['today']);
  expect(await titles('boss', 'due=7d')).toEqual(['never', 'today', 'tomorrow']);
  expect(await titles('boss', 'due=2026-03-08..2026-03-09')).toEqual(['never', 'today', 'tomorrow']);
  expect(await titles('boss', 'due=6d&f.subject=has:to&sort=-subject')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=1d&total=none&sort=subject')).toEqual(['today', 'tomorrow']);
  expect(await titles('boss', 'due=1d&search=tomorrow')).toEqual(['tomorrow']);
});

test.each(['yesterday', '2026-02-30', '2026-13-01', '7', '9999d', '..', '7d..today', 'today..7d..8d', '..today..'])(
  'a day that is none is refused: %s',
  async (due) => {
    const { titles } = await openOffice();
    await expect(titles('boss', `due=${due}`)).rejects.toMatchObject({ code: 'bad_parameter' });
  },
);

test('nobody learns by a filter of a timer whose moment they may not read, or of a record that is not theirs', async () => {
  const { make, titles } = await openOffice();
  const contract = await make({ name: 'C', ends: '2026-03-04' }, 'contract');
  await make({ subject: 'warned', warned: '2026-03-03T10:00:00Z' });
  await make({ subject: 'expires', contract: contract.id });
  await make({ subject: 'secret', hidden: true });
  expect(await titles('boss', 'due=3d')).toEqual(['warned']);
  expect(await titles('clerk', 'due=3d')).toEqual([]);
  expect(await titles('clerk', 'due=7d')).toEqual(['expires', 'warned']);
});

test('who may read a moment of some records only finds these by it, and all by what they may always read', async () => {
  const { make, titles } = await openOffice();
  await make({ subject: 'shown', warned: '2026-03-03T10:00:00Z', done: true });
  await make({ subject: 'closed', warned: '2026-03-03T10:00:00Z', done: false });
  expect(await titles('both', 'due=3d')).toEqual(['shown']);
  expect(await titles('both', 'due=3d&total=none&sort=subject')).toEqual(['shown']);
  expect(await titles('both', 'due=7d')).toEqual(['closed', 'shown']);
  expect(await titles('boss', 'due=3d')).toEqual(['closed', 'shown']);
});

test('who operates finds the records of which a rule refuses what a timer does; others are refused', async () => {
  const { make, fireAt, titles } = await openOffice();
  await make({ warned: '2026-03-03T10:00:00Z' });
  await make({ subject: 'fires', warned: '2026-03-03T10:00:00Z' });
  expect(await titles('boss', 'stuck=true')).toEqual([]);
  await fireAt('2026-03-04T09:00:00.000Z');
  expect(await titles('boss', 'stuck=true')).toEqual(['']);
  expect(await titles('boss', 'stuck=true&total=none&due=1d')).toEqual(['']);
  expect(await titles('boss', 'stuck=false')).toEqual(['', 'fires']);
  await expect(titles('clerk', 'stuck=true')).rejects.toMatchObject({
    code: 'forbidden',
    params: { right: 'operate' },
  });
});

test('approvals are found that wait for me, and those that wait for anyone whose state I may read', async () => {
  const { make, titles, records, callers } = await openOffice();
  const { id } = await make({ name: 'lamp' }, 'order');
  await make({ name: 'desk' }, 'order');
  expect(await titles('head', 'awaited=me', 'order')).toEqual(['desk', 'lamp']);
  expect(await titles('clerk', 'awaited=me', 'order')).toEqual([]);
  expect(await titles('clerk', 'awaited=anyone', 'order')).toEqual(['desk', 'lamp']);
  await records.transition(callers.head, 'order', { idOrKey: id, transition: 'give', body: {} }, PLAIN);
  expect(await titles('head', 'awaited=me', 'order')).toEqual(['desk']);
  expect(await titles('other', 'awaited=me', 'order')).toEqual(['desk', 'lamp']);
  await records.transition(callers.other, 'order', { idOrKey: id, transition: 'give', body: {} }, PLAIN);
  expect(await titles('clerk', 'awaited=anyone', 'order')).toEqual(['desk']);
  expect(await titles('boss', 'awaited=anyone', 'order')).toEqual(['desk', 'lamp']);
  await expect(titles('head', 'awaited=nobody', 'order')).rejects.toMatchObject({ code: 'bad_parameter' });
});

test('a group is narrowed as the list is', async () => {
  const { make, records, callers } = await openOffice();
  await make({ subject: 'soon', warned: '2026-03-03T10:00:00Z' });
  await make({ subject: 'later' });
  const group = await records.group(callers.boss, 'job', new URLSearchParams('due=1d&group=state'));
  expect(group.items).toMatchObject([{ count: 1 }]);
  const awaited = await records.group(callers.boss, 'order', new URLSearchParams('awaited=anyone&group=state'));
  expect(awaited.items).toEqual([]);
});

test('the calendar of a reaction counts for the records to which it comes next, where its condition may be read', async () => {
  const { make, fireAt, titles } = await openOffice();
  await make({ name: 'saw', used: true }, 'tool');
  await make({ name: 'drill', used: false, worn: true }, 'tool');
  await make({ name: 'axe', used: true, hidden: true }, 'tool');
  expect(await titles('boss', 'due=7d', 'tool')).toEqual([]); // nobody has looked at the calendars yet
  await fireAt('2026-03-02T09:00:00.000Z');
  expect(await titles('boss', 'due=today', 'tool')).toEqual(['drill']); // the next 8 o'clock is tomorrow's
  expect(await titles('boss', 'due=1d', 'tool')).toEqual(['axe', 'drill', 'saw']);
  expect(await titles('boss', 'due=1d&total=none&sort=name', 'tool')).toEqual(['axe', 'drill', 'saw']);
  expect(await titles('boss', 'due=2026-03-04..', 'tool')).toEqual([]);
  expect(await titles('clerk', 'due=1d', 'tool')).toEqual(['saw']);
});

test('an approval is awaited from anyone where its guard holds but for the person, as far as it may be read', async () => {
  const { make, titles, callers } = await openOffice();
  await make({ name: 'dear', cost: 200, asker: callers.head.me.id }, 'claim');
  await make({ name: 'cheap', cost: 20 }, 'claim');
  expect(await titles('boss', 'awaited=anyone', 'claim')).toEqual(['dear']);
  expect(await titles('head', 'awaited=anyone', 'claim')).toEqual(['dear']);
  expect(await titles('head', 'awaited=me', 'claim')).toEqual([]); // it is their own
  expect(await titles('other', 'awaited=me', 'claim')).toEqual(['dear']);
  expect(await titles('clerk', 'awaited=anyone', 'claim')).toEqual(['cheap', 'dear']); // the cost is closed to them
});
