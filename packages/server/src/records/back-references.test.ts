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
test('a row condition looks at the records that refer to a row, in lists and single reads, and trashed ones do not count', async () => {
  expect([await seenBy('rita'), await seenBy('ralf')]).toEqual([[], []]);
  await desk.records.update(desk.people.max, 'category', { idOrKey: desk.paper, body: { name: 'Paper' } }, PLAIN);
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

const named = async (who: keyof Desk['people'], where: string): Promise<readonly unknown[]> =>
  (await desk.records.list(desk.people[who], 'category', new URLSearchParams({ where, sort: 'name' }))).items.map(
    ({ name }) => name,
  );

test("a caller's own condition sees the other direction as far as the caller may read it", async () => {
  await desk.records.update(desk.people.max, 'category', { idOrKey: desk.cables, body: { name: 'Cables' } }, PLAIN);
  const ticket = (subject: string, requester: 'rita' | 'ralf') =>
    desk.records.create(
      desk.people.max,
      'ticket',
      { subject, category: 'Cables', requester: desk.people[requester].me.id },
      PLAIN,
    );
  expect(await named('max', 'size(record.tickets) > 0')).toEqual([]);
  await ticket('one', 'rita');
  await ticket('two', 'rita');
  await ticket('three', 'ralf');
  for (const [who, count] of [
    ['max', 3],
    ['rita', 2],
    ['ralf', 1],
  ] as const) {
    const mine = await desk.records.list(desk.people[who], 'ticket', new URLSearchParams('total=exact'));
    expect([who, mine.total]).toEqual([who, count]);
    const isSeen = (await named(who, 'true')).includes('Cables');
    expect([who, await named(who, `size(record.tickets) == ${String(count)}`)]).toEqual([
      who,
      isSeen ? ['Cables'] : [],
    ]);
    expect([who, await named(who, `size(record.tickets) > ${String(count)}`)]).toEqual([who, []]);
    expect([who, await named(who, 'record.tickets.exists(t, t.subject == "three")')]).toEqual([
      who,
      isSeen && who !== 'rita' ? ['Cables'] : [],
    ]);
  }
});

test('what refers to the caller, and fields that are closed to the caller, are not known in a condition', async () => {
  for (const [who, where] of [
    ['max', 'size(user.requests) > 0'],
    ['rita', 'record.tickets.exists(t, filled(t.internal_note))'],
  ] as const)
    expect((await refusal(named(who, where))).code).toBe('bad_where');
});
