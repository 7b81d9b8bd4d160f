import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

/** Requesters see the categories in which somebody wrote a ticket that they watch or asked for. */
const WRITTEN = DESK.replace(
  '    category: { read: true }',
  '    category: { read: "record.tickets.exists(t, t.requester == user) || size(record.tickets) > 2" }',
);

test('the fixture says what this file is about', () => {
  expect(WRITTEN).not.toBe(DESK);
});

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(WRITTEN);
});
afterAll(() => desk.close());

const seenBy = async (who: 'rita' | 'ralf'): Promise<readonly unknown[]> =>
  (await desk.records.list(desk.people[who], 'category', new URLSearchParams('sort=name'))).items.map(
    ({ name }) => name,
  );
test('a row filter looks at the records that refer to a row, in lists and single reads, and trashed ones do not count', async () => {
  expect([await seenBy('rita'), await seenBy('ralf')]).toEqual([[], []]);
  await desk.records.update(desk.people.max, 'category', desk.paper, { name: 'Paper' }, PLAIN);
  const ticket = await desk.records.create(
    desk.people.max,
    'ticket',
    { subject: 's', category: 'Paper', requester: desk.people.rita.me.id },
    PLAIN,
  );
  expect([await seenBy('rita'), await seenBy('ralf')]).toEqual([['Paper'], []]);
  expect(await desk.records.get(desk.people.rita, 'category', 'Paper')).toMatchObject({ name: 'Paper' });
  expect((await refusal(desk.records.get(desk.people.ralf, 'category', 'Paper'))).code).toBe('not_found');
  await desk.records.remove(desk.people.max, 'ticket', ticket.id, PLAIN);
  expect(await seenBy('rita')).toEqual([]);
});

test("a caller's own condition does not see the other direction: it would tell of records that he may not read", async () => {
  const where = new URLSearchParams({ where: 'size(record.tickets) > 0' });
  expect((await refusal(desk.records.list(desk.people.max, 'category', where))).code).toBe('bad_where');
});
