import type { GroupAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const [who, category, cost] of [
    ['rita', 'Cables', '10.50'],
    ['ralf', 'Cables', null],
    ['rita', 'Paper', null],
    ['olga', 'Cables', '1.25'],
  ] as const)
    await desk.records.create(desk.people[who], 'ticket', { subject: who, category, cost }, PLAIN);
});
afterAll(() => desk.close());

type Person = keyof Desk['people'];
const group = (who: Person, query: string): Promise<GroupAnswer> =>
  desk.records.group(desk.people[who], 'ticket', new URLSearchParams(query));
const list = (who: Person, query: string): Promise<unknown> =>
  desk.records.list(desk.people[who], 'ticket', new URLSearchParams(query));

test.each(['team', 'internal_note', 'nothing'])(
  'who may never read %s hears of it what he hears of a field that is not there',
  async (field) => {
    for (const [parameter, call] of [
      ['group', group('rita', `group=${field}`)],
      ['select', group('rita', `group=state&select=max:${field}`)],
      ['expand', list('rita', `expand=${field}`)],
      ['sort', list('rita', `sort=${field}`)],
      ['select', list('rita', `select=${field}`)],
    ] as const)
      expect(await refusal(call)).toMatchObject({ code: 'bad_parameter', params: { parameter } });
  },
);

test('a record whose field is closed to the reader is in no group of it', async () => {
  const byTeam = (answer: GroupAnswer): unknown => answer.items.map(({ by, count }) => [by['team'], count]);
  expect(byTeam(await group('max', 'group=team'))).toEqual([
    [{ id: desk.net, title: 'Net' }, 3],
    [{ id: desk.print, title: 'Print' }, 1],
  ]);
  // Olga reads her own ticket of the team Net, without its team.
  expect(byTeam(await group('olga', 'group=team'))).toEqual([[{ id: desk.print, title: 'Print' }, 1]]);
  expect((await group('olga', 'group=')).items[0]?.count).toBe(2);
});

test('sums are exact, in written order of choices, blanks last, and leave out what is hidden', async () => {
  const costs = await group('max', 'group=category&select=sum:cost,avg:cost');
  expect(costs.items).toMatchObject([
    { by: { category: { title: 'Cables' } }, sum: { cost: '11.75' }, avg: { cost: '5.88' } },
  ]);
  const who = (await group('max', 'group=requester&sort=-requester')).items.map(({ by }) => by['requester']);
  expect(who.map((person) => (person as { readonly title: string }).title)).toEqual(['rita', 'ralf', 'olga']);
});
