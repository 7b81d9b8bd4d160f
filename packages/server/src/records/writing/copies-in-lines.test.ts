import { settle, stillArriving, type RecordValue, type Wire } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '../context/context.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

const ORDERS = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin, currency: EUR }
entities:
  team: { title: "{{name}}", key: name, fields: { name: { type: string, required: true } } }
  category:
    title: "{{name}}"
    key: name
    fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } }
  user: { fields: { team: { type: reference, to: team } } }
  item: { title: "{{name}}", key: name, fields: { name: { type: string, required: true }, price: { type: money }, unit: { type: string }, maker: { type: reference, to: item } } }
  order:
    title: "{{name}}"
    fields:
      name: { type: string }
      rate: { type: integer, default: 1 }
      usual: { type: reference, to: item, inverse: usual_of }
      lines:
        type: lines
        fields:
          item: { type: reference, to: item, required: true, default: = record.usual }
          qty: { type: integer, default: 1 }
          price: { type: money, required: true, copy: line.item.price, default: 9 }
          note: { type: string, copy: line.item.unit, copy_if: blank }
          maker: { type: reference, to: item, copy: line.item.maker, inverse: made }
          made: { type: money, read_only: true, copy: line.maker.price }
          rate: { type: integer, copy: record.rate }
          code: { type: string, immutable: true }
          sum: { type: money, computed: line.qty * line.price }
      total: { type: money, computed: "sum(record.lines.map(l, l.sum))" }
roles:
  agent: { order: all }
  manager: { includes: agent, team: all, category: all, item: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

let desk: Desk;
const ids: Record<string, string> = {};
beforeAll(async () => {
  desk = await openDesk(ORDERS);
  const make = async (name: string, values: object): Promise<void> => {
    ids[name] = (await desk.records.create(desk.people.max, 'item', { name, ...values }, PLAIN)).id;
  };
  await make('Works', { price: 500 });
  await make('Cable', { price: 3, unit: 'm', maker: 'Works' });
  await make('Plug', { price: 7, unit: 'pc' });
  await make('Free', {});
});
afterAll(() => desk.close());

const create = (lines: readonly object[], more: object = {}): Promise<RecordValue> =>
  desk.records.create(desk.people.max, 'order', { name: 'o', lines, ...more }, PLAIN);
const send = (id: string, lines: Wire) =>
  desk.records.update(desk.people.max, 'order', { idOrKey: id, body: { lines } }, PLAIN);
const lineOf = (record: RecordValue, at = 0) => (record['lines'] as readonly Record<string, Wire>[])[at] ?? {};

test('a new line takes over what its reference says, then its default; what is sent comes first', async () => {
  const made = await create([{ item: 'Cable', qty: 2 }, { item: 'Cable', price: '1', note: 'x' }, { item: 'Free' }], {
    rate: 4,
  });
  expect(made['total']).toBe('16.00');
  expect(lineOf(made)).toMatchObject({
    price: '3.00',
    note: 'm',
    maker: { id: ids['Works'] },
    made: '500.00',
    rate: 4,
  });
  expect(lineOf(made, 1)).toMatchObject({ price: '1.00', note: 'x' });
  expect(lineOf(made, 2)).toMatchObject({ price: '9.00', note: null, made: null });
  expect(lineOf(await create([{}], { usual: 'Plug' }))).toMatchObject({ price: '7.00', note: 'pc' });
});

test('it is taken over again where the reference of the line changes, unless another value is sent with it', async () => {
  const made = await create([{ item: 'Cable', qty: 2 }]);
  const line = lineOf(made);
  const next = lineOf(await send(made.id, [{ ...line, item: 'Plug' }]));
  expect(next).toMatchObject({ price: '7.00', note: 'm', maker: null, made: null, sum: '14.00' });
  const own = lineOf(await send(made.id, [{ ...next, item: 'Cable', price: '4' }]));
  expect(own).toMatchObject({ price: '4.00', maker: { id: ids['Works'] }, made: '500.00' });
  expect(lineOf(await send(made.id, [{ id: own['id'] ?? '', qty: 5 }]))).toMatchObject({ price: '4.00', sum: '20.00' });
  const free = lineOf(await send(made.id, [{ id: own['id'] ?? '', item: 'Free', note: '' }]));
  expect(free).toMatchObject({ price: '9.00' });
});

test('nothing is taken over again because the source has changed', async () => {
  const made = await create([{ item: 'Plug' }]);
  await desk.records.update(desk.people.max, 'item', { idOrKey: 'Plug', body: { price: 8 } }, PLAIN);
  expect(lineOf(await send(made.id, [{ ...lineOf(made), qty: 3 }]))).toMatchObject({ price: '7.00', sum: '21.00' });
  await desk.records.update(desk.people.max, 'item', { idOrKey: 'Plug', body: { price: 7 } }, PLAIN);
});

test('a browser that cannot read the source leaves the field to the server', async () => {
  const entity = desk.model.entities['order'];
  if (entity === undefined) throw new Error('no order');
  const scope = scopeOf({ model: desk.model, clock: () => desk.now }, desk.people.max);
  const sent = { lines: [{ item: { id: ids['Plug'] ?? '' } }] };
  const record = settle({ entity, before: null, sent, scope });
  const open = stillArriving({ entity, before: null, record, scope });
  expect([...open].sort()).toEqual(['lines[0].maker', 'lines[0].note', 'lines[0].price']);
  const problems = (await refusal(create([{ item: 'Plug', price: null }]))).problems;
  expect(problems).toMatchObject([{ path: 'lines[0].price', code: 'required' }]);
});

test('browser and server settle lines alike where the browser has what they read', async () => {
  const entity = desk.model.entities['order'];
  if (entity === undefined) throw new Error('no order');
  const { max } = desk.people;
  const items: Record<string, RecordValue> = {};
  for (const name of ['Cable', 'Plug', 'Free']) items[name] = await desk.records.get(max, 'item', name);
  const works = await desk.records.get(max, 'item', 'Works');
  const known = (name: string): Wire => ({ ...items[name], maker: name === 'Cable' ? { ...works } : null }) as Wire;
  const line = fc.record(
    { item: fc.constantFrom('Cable', 'Plug', 'Free'), qty: fc.nat(9), price: fc.constantFrom('1', '2.50') },
    { requiredKeys: ['item'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 3 }), async (lines) => {
      const scope = scopeOf({ model: desk.model, clock: () => desk.now }, max);
      const sent = { lines: lines.map((one) => ({ ...one, item: known(one.item) })) };
      const here = settle({ entity, before: null, sent, scope });
      const there = await create(lines);
      expect(here['total']).toBe(there['total']);
      const plain = (record: RecordValue): unknown =>
        lines.map((_, at) => ['price', 'note', 'made', 'sum'].map((name) => lineOf(record, at)[name]));
      expect(plain(here)).toEqual(plain(there));
    }),
    { numRuns: 40 },
  );
});

test('a line keeps the first value of what is immutable', async () => {
  const made = await create([{ item: 'Plug' }, { item: 'Plug', code: 'A' }]);
  const [first, second] = [lineOf(made), lineOf(made, 1)];
  const filled = await send(made.id, [{ ...first, code: 'B' }, second]);
  expect([lineOf(filled)['code'], lineOf(filled, 1)['code']]).toEqual(['B', 'A']);
  const refused = await refusal(
    send(made.id, [
      { ...first, code: 'C' },
      { ...second, code: null },
    ]),
  );
  expect(refused.problems.map(({ path, code }) => [path, code])).toEqual([
    ['lines[0].code', 'immutable'],
    ['lines[1].code', 'immutable'],
  ]);
  const again = await send(made.id, [
    { ...second, qty: 4 },
    { item: 'Plug', code: 'D' },
  ]);
  expect([lineOf(again)['code'], lineOf(again, 1)['code']]).toEqual(['A', 'D']);
});
