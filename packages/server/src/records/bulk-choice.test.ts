import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecords } from './create-records.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const team = { action: 'update', values: { name: 'Both' }, list: { query: '', count: 2 } };

/** The calls, with something that happens between the choice of the records and the transaction that changes them. */
const recordsWhere = (between: () => Promise<unknown>) =>
  createRecords(
    {
      ...desk.db,
      survey: async (caller, work) => {
        const chosen = await desk.db.survey(caller, work);
        await between();
        return chosen;
      },
    },
    desk.model,
    () => desk.now,
  );

test('nothing happens where a chosen record was changed before the transaction', async () => {
  const { max } = desk.people;
  const change = () => desk.records.update(max, 'team', { idOrKey: desk.net, body: { name: 'Nets' } }, PLAIN);
  const refused = await refusal(recordsWhere(change).bulk(max, 'team', team, undefined));
  expect([refused.code, refused.params]).toEqual(['list_changed', { seen: 2, found: 1 }]);
  expect((await desk.records.get(max, 'team', desk.print)).title).toBe('Print');
});

test('one that is made meanwhile is not among them', async () => {
  const { max } = desk.people;
  const change = () => desk.records.create(max, 'team', { name: 'New' }, PLAIN);
  const removal = { action: 'delete', mode: 'each', list: team.list };
  const answer = await recordsWhere(change).bulk(max, 'team', removal, undefined);
  expect(answer.results).toHaveLength(2);
});

test('an answer that is known already is given again, whatever would be chosen now', async () => {
  const { max } = desk.people;
  const once = { key: 'one', request: 'same' };
  const renamed = { ...team, mode: 'each', list: { query: 'f.name=eq:Net', count: 1 }, values: { name: 'Nets' } };
  const first = await desk.records.bulk(max, 'team', renamed, once);
  expect(first).toMatchObject({ done: 1 });
  expect(await desk.records.bulk(max, 'team', renamed, once)).toEqual(first);
  expect((await refusal(desk.records.bulk(max, 'team', renamed, undefined))).code).toBe('list_changed');
});
