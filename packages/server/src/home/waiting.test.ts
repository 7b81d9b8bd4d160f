import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK } from '../records/testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../records/testing/open-desk.ts';
import { waitingFor } from './waiting.ts';

/** Requesters may not read `internal_note`; the condition of `accept` reads it all the same. */
const YAML = DESK.replace(
  'close: { from: resolved, to: closed, by: agent }',
  `close: { from: resolved, to: closed, by: agent }
      accept: { from: [new, open], to: resolved, by: requester, when: record.requester == user && blank(record.internal_note) }`,
);

let desk: Desk;
type Person = keyof Desk['people'];

beforeAll(async () => {
  desk = await openDesk(YAML);
  const { rita, ralf, anna, max } = desk.people;
  const ask = async (category: string, by = rita): Promise<string> =>
    (await desk.records.create(by, 'ticket', { subject: 'Chair', category }, PLAIN)).id;
  await ask(desk.cables, ralf);
  await ask(desk.paper);
  const noted = await ask(desk.cables);
  await desk.records.update(max, 'ticket', { idOrKey: noted, body: { internal_note: 'n' } }, PLAIN);
  const taken = await ask(desk.cables);
  await desk.records.transition(anna, 'ticket', { idOrKey: taken, transition: 'take', body: {} }, PLAIN);
});
afterAll(() => desk.close());

async function waiting(person: Person, more: Readonly<Record<string, string>> = {}): Promise<number | null> {
  const params = new URLSearchParams({ waiting: 'me', size: '1', total: 'exact', ...more });
  return (await desk.records.list(desk.people[person], 'ticket', params)).total;
}

test('a list shows what waits for its reader: by state, by the condition of the step, on rows that they may read', async () => {
  const [rita, ralf, anna, olga, max] = await Promise.all(
    (['rita', 'ralf', 'anna', 'olga', 'max'] as const).map((person) => waiting(person)),
  );
  // Of Rita's three one has a note, which bars her step; an agent may take every new ticket of the team, and resolve what they took, once it has details.
  expect({ rita, ralf, anna, olga, max }).toEqual({ rita: 2, ralf: 1, anna: 2, olga: 1, max: 3 });
});

test('filters and conditions of the reader narrow it further', async () => {
  expect(await waiting('max', { 'f.state': 'in:open' })).toBe(0);
  expect(await waiting('max', { 'f.state': 'in:new' })).toBe(3);
  expect(await waiting('max', { where: 'record.category.name == "Paper"' })).toBe(1);
  expect(await waiting('max', { waiting: 'anyone' })).toBe(4);
});

test('the page of what waits counts the same records, by their states', async () => {
  const found = (person: Person) => waitingFor(desk.model, desk.records, desk.people[person]);
  expect(await found('rita')).toEqual([
    {
      entity: 'ticket',
      total: 2,
      total_is: 'exact',
      states: [
        { field: 'state', state: 'new', by: 'me', total: 1 },
        { field: 'state', state: 'open', by: 'me', total: 1 },
      ],
    },
  ]);
  expect(await found('olga')).toMatchObject([{ total: 1, states: [{ field: 'state', state: 'new', total: 1 }] }]);
});

test('what somebody has taken on is their work alone, and that of all who may while nobody has', async () => {
  const { anna, max } = desk.people;
  const open = (person: Person): Promise<number | null> => waiting(person, { 'f.state': 'in:open' });
  const [taken] = (await desk.records.list(max, 'ticket', new URLSearchParams({ 'f.state': 'in:open' }))).items;
  const update = (body: object) => desk.records.update(max, 'ticket', { idOrKey: String(taken?.id), body }, PLAIN);
  expect(await open('anna')).toBe(0); // the guard of `resolve` needs details
  await update({ details: 'd' });
  expect([taken?.['assignee'], await open('anna'), await open('max')]).toMatchObject([{ id: anna.me.id }, 1, 0]);
  await update({ assignee: null });
  expect([await open('anna'), await open('max')]).toEqual([1, 1]);
});

test('another word is refused', async () => {
  const { code, params } = await refusal(waiting('rita', { waiting: 'you' }));
  expect([code, params]).toEqual(['bad_parameter', { parameter: 'waiting' }]);
});

/** Orders that a boss approves and a clerk sends, whatever the other has done. */
const ORDERS = DESK.replace('  note:\n', '  order:\n    fields: { name: { type: string } }\n  note:\n')
  .replace(
    'states:\n',
    `states:
  order:
    initial: asked
    states: { asked: { kind: waiting }, agreed: { kind: done, final: true } }
    transitions: { agree: { from: asked, to: agreed, by: manager, when: 'record.name != "light"' } }
  order.delivery:
    initial: packed
    states: { packed: { kind: waiting }, sent: { kind: done, final: true } }
    transitions: { send: { from: packed, to: sent, by: agent, when: 'record.name == "light" || has_role(user, manager)' } }
`,
  )
  .replace('    asset: { read: true }\n', '    asset: { read: true }\n    order: { create: true, read: true }\n');

test('of records with several life cycles each counts by those in which it is the turn of the reader', async () => {
  const shop = await openDesk(ORDERS);
  const { anna, max, rita } = shop.people;
  const made = await Promise.all(
    ['light', 'heavy'].map((name) => shop.records.create(rita, 'order', { name }, PLAIN).then(({ id }) => id)),
  );
  const counted = async (person: typeof anna) => {
    const [orders] = await waitingFor(shop.model, shop.records, person);
    const lists = (orders?.states ?? []).map(async ({ field, state, by, total }) => {
      const params = new URLSearchParams({ waiting: by, [`f.${field}`]: `in:${state}`, total: 'exact' });
      return [by, state, total, (await shop.records.list(person, 'order', params)).total];
    });
    return [orders?.total, ...(await Promise.all(lists))];
  };
  expect(await counted(anna)).toEqual([1, ['me', 'packed', 1, 1]]);
  expect(await counted(max)).toEqual([2, ['me.state', 'asked', 1, 1], ['me.delivery', 'packed', 2, 2]]);
  await shop.records.transition(max, 'order', { idOrKey: made[1] ?? '', transition: 'send', body: {} }, PLAIN);
  expect(await counted(max)).toEqual([2, ['me.state', 'asked', 1, 1], ['me.delivery', 'packed', 1, 1]]);
  for (const by of ['me.nothing', 'you', 'me.'])
    expect((await refusal(shop.records.list(max, 'order', new URLSearchParams({ waiting: by })))).code).toBe(
      'bad_parameter',
    );
  await shop.close();
});
