// `find` in the form of a transition: an answer that is not given is looked for by the database when the transition fires.
import type { RecordValue, Wire } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const DESK = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin }
entities:
  team: { title: name, key: name, fields: { name: { type: string, required: true } } }
  category: { title: name, key: name, fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } } }
  user: { fields: { team: { type: reference, to: team } } }
  shelf: { title: code, fields: { code: { type: string }, team: { type: reference, to: team }, next: { type: string } } }
  order:
    title: name
    fields:
      name: { type: string, required: true }
      category: { type: reference, to: category }
      on: { type: reference, to: shelf }
      beside: { type: reference, to: shelf }
states:
  order:
    initial: open
    states: { open: {}, shut: { final: true } }
    transitions:
      place:
        from: open
        to: same
        by: manager
        input:
          code: { type: string }
          shelf: { type: reference, to: shelf, required: true, find: option.code == input.code && option.team == record.category.team }
          beside: { type: reference, to: shelf, find: filled(input.shelf.next) && option.code == input.shelf.next }
          spare: { type: reference, to: shelf, visible_when: input.code == "S", find: option.code == "A", default: = record.on }
        set: { on: = input.shelf, beside: = input.beside }
      lapse: { from: open, to: shut, after: = hours(1), input: { shelf: { type: reference, to: shelf, find: option.code == record.name } }, set: { on: = input.shelf } }
roles:
  agent: { members: everyone }
  manager: { includes: agent, order: all, shelf: { create: true, read: record.code != "A", delete: true }, category: all, team: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

let desk: Desk;
const shelves: Record<string, string> = {};
beforeAll(async () => {
  desk = await openDesk(DESK);
  const { max } = desk.people;
  for (const name of ['North', 'South']) await desk.records.create(max, 'team', { name }, PLAIN);
  for (const [name, team] of [
    ['n', 'North'],
    ['s', 'South'],
  ])
    await desk.records.create(max, 'category', { name: name ?? '', team: team ?? '' }, PLAIN);
  for (const [name, code, team, next] of [
    ['north', 'A', 'North', 'B'],
    ['south', 'A', 'South', null],
    ['b', 'B', 'North', null],
    ['twin', 'T', 'North', null],
    ['other', 'T', 'North', null],
  ] as const)
    shelves[name] = (await desk.records.create(max, 'shelf', { code, team, next }, PLAIN)).id;
});
afterAll(() => desk.close());

async function placed(category: string, input: Readonly<Record<string, Wire>>): Promise<RecordValue> {
  const { id } = await desk.records.create(desk.people.max, 'order', { name: 'B', category }, PLAIN);
  return desk.records.transition(
    desk.people.max,
    'order',
    { idOrKey: id, transition: 'place', body: { input } },
    PLAIN,
  );
}
const idsOf = ({ on, beside }: RecordValue): readonly (string | undefined)[] =>
  [on, beside].map((one) => (one as { readonly id?: string } | null)?.id);

test('an answer that is not given is found by the record and the answers above it, one after the other', async () => {
  const order = await placed('n', { code: 'A' });
  expect(idsOf(order)).toEqual([shelves['north'], shelves['b']]);
  expect(order['on']).toEqual({ id: shelves['north'] }); // found whoever fires, shown as its reader may see it
  expect(idsOf(await placed('s', { code: 'A' }))).toEqual([shelves['south'], undefined]);
  const [entry] = await desk.records.history(desk.people.max, 'order', order.id);
  expect(entry?.input).toMatchObject({ code: 'A', shelf: { id: shelves['north'] }, spare: null });
});

test('what is given stays, also a blank', async () => {
  const given = await placed('n', { code: 'A', shelf: shelves['b'] ?? '' });
  expect(idsOf(given)).toEqual([shelves['b'], undefined]);
  expect(idsOf(await placed('n', { code: 'A', beside: null }))).toEqual([shelves['north'], undefined]);
});

test('it says whether no record was found or several, and a default comes behind', async () => {
  const told = async (input: Readonly<Record<string, Wire>>) =>
    (await refusal(placed('n', input))).problems.map(({ path, code }) => `${path} ${code}`);
  expect(await told({ code: 'T' })).toEqual(['input.shelf several_found']);
  expect(await told({ code: 'X' })).toEqual(['input.shelf none_found']);
  expect(await told({ code: 'A', shelf: null })).toEqual(['input.shelf required']);
});

test('a timer finds its answers, too', async () => {
  const { id } = await desk.records.create(desk.people.max, 'order', { name: 'B' }, PLAIN);
  desk.now = new Date(Date.parse(desk.now) + 2 * 3_600_000).toISOString();
  await desk.records.fireTimers({ mostMs: 60_000, isEnding: () => false, log: (line) => expect.fail(line) });
  const { items } = await desk.records.list(desk.people.max, 'order', new URLSearchParams({ 'f.state': 'eq:shut' }));
  expect(items.find((one) => one.id === id)?.['on']).toMatchObject({ id: shelves['b'] });
});
