// `find` in lines: a reference of a line is filled by the database, when the line is made and when what it reads of the line changes.
import type { RecordValue, Wire } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const ORDERS = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin }
entities:
  team: { title: name, key: name, fields: { name: { type: string, required: true } } }
  category: { title: name, key: name, fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } } }
  user: { fields: { team: { type: reference, to: team } } }
  item: { title: code, fields: { code: { type: string }, shop: { type: string }, price: { type: integer } } }
  order:
    title: name
    fields:
      name: { type: string, required: true }
      shop: { type: string, default: north }
      rows:
        type: lines
        fields:
          code: { type: string }
          count: { type: integer, default: 1 }
          item: { type: reference, to: item, required: true, find: filled(line.code) && option.code == line.code && option.shop == record.shop }
          price: { type: integer, copy: line.item.price }
          sum: { type: integer, computed: line.price * line.count }
      total: { type: integer, computed: "sum(record.rows.map(r, r.sum))" }
roles:
  agent: { members: everyone }
  manager: { includes: agent, order: all, item: all, category: all, team: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

let desk: Desk;
const items: Record<string, string> = {};
beforeAll(async () => {
  desk = await openDesk(ORDERS);
  for (const [name, code, shop, price] of [
    ['lamp', 'L', 'north', 5],
    ['south', 'L', 'south', 6],
    ['cable', 'C', 'north', 2],
    ['twin', 'T', 'north', 1],
    ['other', 'T', 'north', 1],
  ] as const)
    items[name] = (await desk.records.create(desk.people.max, 'item', { code, shop, price }, PLAIN)).id;
});
afterAll(() => desk.close());

type Row = Readonly<Record<string, Wire>>;
const make = (rows: readonly object[], values: object = {}): Promise<RecordValue> =>
  desk.records.create(desk.people.max, 'order', { name: 'o', ...values, rows }, PLAIN);
const change = (order: RecordValue, body: object): Promise<RecordValue> =>
  desk.records.update(desk.people.max, 'order', { idOrKey: order.id, body }, PLAIN);
const rowsOf = (order: RecordValue): readonly Row[] => order['rows'] as unknown as readonly Row[]; // lines of a record
const found = (order: RecordValue) =>
  rowsOf(order).map(({ item, price, sum }) => [(item as { id?: string } | null)?.id, price, sum]);

test('each new line finds its own record, and what is copied from it follows', async () => {
  const order = await make([{ code: 'L', count: 3 }, { code: 'C' }, { code: 'L', item: items['south'] }]);
  expect(found(order)).toEqual([
    [items['lamp'], 5, 15],
    [items['cable'], 2, 2],
    [items['south'], 6, 6],
  ]);
  expect(order['total']).toBe(23);
  expect(found(await make([{ code: 'L' }], { shop: 'south' }))).toEqual([[items['south'], 6, 6]]);
});

test('it says of each line whether no record was found or several', async () => {
  const { problems } = await refusal(make([{ code: 'L' }, { code: 'T' }, { code: 'nothing' }, {}, { item: null }]));
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
    ...['rows[1].item several_found', 'rows[2].item none_found', 'rows[3].item none_found', 'rows[4].item required'],
  ]);
});

test('a stored line looks again where its own fields change, and keeps what was chosen otherwise', async () => {
  const order = await make([{ code: 'L' }, { code: 'C' }]);
  const [first, second] = rowsOf(order).map((row) => row['id'] ?? null);
  const moved = await change(order, {
    rows: [
      { id: first, code: 'C' },
      { id: second, count: 4 },
    ],
  });
  expect(found(moved)).toEqual([
    [items['cable'], 2, 2],
    [items['cable'], 2, 8],
  ]);
  const chosen = await change(order, { rows: [{ id: first, code: 'L', item: items['south'] }, { id: second }] });
  expect(found(chosen)[0]).toEqual([items['south'], 6, 6]);
  const elsewhere = await change(order, { shop: 'south', rows: [{ id: first, count: 2 }, { id: second }] });
  expect(found(elsewhere).map(([id]) => id)).toEqual([items['south'], items['cable']]);
  const { problems } = await refusal(change(order, { rows: [{ id: first, code: 'nothing' }, { id: second }] }));
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual(['rows[0].item none_found']);
});
