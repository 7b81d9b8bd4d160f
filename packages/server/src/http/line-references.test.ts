// A reference to a line of a record has a part for the record and one for the line of it.
import { flat, holds, scopeAt, type HistoryEntry, type ImportAnswer, type ListAnswer } from '@ninefold/model';
import type { ProblemAnswer, RecordValue } from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: claims, languages: [en], currency: EUR }
entities:
  item:
    title: name
    key: name
    fields: { name: { type: string, required: true, unique: true } }
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      open: { type: boolean, default: true }
      rows:
        type: lines
        fields:
          item: { type: reference, to: item }
          qty: { type: integer, default: 1 }
      claimed: { type: integer, computed: record.claims.size() }
  claim:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true, max: 20 }
      order: { type: reference, to: order }
      row: { type: reference, to: order.rows, label: Row, where: option.qty > 0 && option.order.open, inverse: claims }
      own: { type: reference, to: order.rows, where: option.order == record.order, required_when: record.strict, on_delete: clear, inverse: owns }
      strict: { type: boolean }
      loose: { type: reference, to: order.rows, on_delete: clear, inverse: loose }
      from: { type: reference, to: claim, inverse: followers }
      last: { type: reference, to: order.rows, copy: record.from.row, inverse: lasts }
      item: { type: reference, to: item, computed: record.row.item, inverse: claimed }
      qty: { type: integer, computed: record.row.qty }
      big: { type: boolean, computed: record.row.qty > 5 }
      same: { type: boolean, computed: record.row == record.own }
      among: { type: boolean, computed: "record.order.rows.exists(r, r == record.row)" }
  pack:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      parts:
        type: lines
        fields:
          row: { type: reference, to: order.rows, unique: true, inverse: packed }
          qty: { type: integer, computed: line.row.qty }
roles:
  boss: { item: all, order: all, claim: all, pack: all, user: { read: true } }
  clerk: { claim: all, order: { read: true, fields: { rows: none } } }
  guest: { claim: { read: true }, order: { refer: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, clerk, guest] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'data/item.csv', text: 'name\nScrew\nNut\nBolt\n' },
      {
        path: 'data/order.json',
        text: '[{ "name": "A", "rows": [{ "item": "Screw", "qty": 3 }, { "item": "Nut", "qty": 8 }, { "qty": 0 }] }, { "name": "B", "rows": [{ "item": "Bolt" }] }]',
      },
      { path: 'data/claim.csv', text: 'name,order,row.order,row.rows\nseed,A,A,2\n' },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

type Answer = RecordValue & ProblemAnswer;
type Line = { readonly id: string };
const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> =>
  (await cleo.call(method, `/api/${path}`, body ? { body } : {})).json as Answer;
const get = async (path: string, by = cleo) => (await by.call('GET', `/api/${path}`)).json as Answer;
const rows = async (order: string) => (await get(`order/${order}`))['rows'] as unknown as readonly Line[];
const problems = ({ errors }: Answer) => errors?.map(({ path, code }) => `${path}: ${code}`);

test('it goes in and comes out with its record and its line, by id or number', async () => {
  const [first, second] = await rows('A');
  expect(await get('claim/seed')).toMatchObject({
    row: { order: { title: 'A' }, rows: { id: second?.id, title: '#2 Nut' } },
    ...{ item: { title: 'Nut' }, qty: 8, big: true, among: true, same: false },
  });
  const made = await call('POST', 'claim', { name: 'a', order: 'A', row: { order: 'A', rows: first?.id } });
  expect(made).toMatchObject({ row: { order: { title: 'A' }, rows: { id: first?.id, title: '#1 Screw' } }, qty: 3 });
});

test('a number names a line within its record, a line brings its record along, and another record leaves it blank', async () => {
  const [bolt] = await rows('B');
  expect(await call('POST', 'claim', { name: 'b', row: { order: 'A', rows: '#2 Nut' } })).toMatchObject({
    row: { rows: { title: '#2 Nut' } },
  });
  expect((await call('PATCH', 'claim/b', { row: { order: 'B', rows: bolt?.id } }))['row']).toMatchObject({
    order: { title: 'B' },
    rows: { title: '#1 Bolt' },
  });
  expect(problems(await call('PATCH', 'claim/b', { row: { order: 'A' } }))).toEqual(['row.rows: required']);
  expect(problems(await call('PATCH', 'claim/b', { row: { rows: '7' } }))).toEqual(['row.rows: no_such_record']);
  expect((await call('PATCH', 'claim/b', { row: null }))['row']).toBeNull();
  expect((await call('PATCH', 'claim/b', { row: { rows: bolt?.id } }))['row']).toMatchObject({ order: { title: 'B' } });
  expect((await call('PATCH', 'claim/b', { row: { rows: null } }))['row']).toBeNull();
});

test('its condition holds of the line and of its record, and it is required as a whole', async () => {
  const [first, second, third] = await rows('A');
  const wrong = async (values: object) => problems(await call('POST', 'claim', { name: 'c', ...values }));
  expect(await wrong({ row: { order: 'A', rows: third?.id } })).toEqual(['row.rows: not_offered']);
  expect(await wrong({ row: { order: 'B', rows: first?.id } })).toEqual(['row.rows: no_such_record']);
  expect(await wrong({ order: 'B', own: { order: 'A', rows: second?.id } })).toEqual([
    'own.order: not_offered',
    'own.rows: not_offered',
  ]);
  expect(await wrong({ strict: true })).toEqual(['own.order: required']);
  expect(await wrong({ row: { shop: 'x' } })).toEqual(['row.shop: unknown_field']);
  await call('PATCH', 'order/B', { open: false });
  const [bolt] = await rows('B');
  expect(await wrong({ row: { order: 'B', rows: bolt?.id } })).toEqual([
    'row.order: not_offered',
    'row.rows: not_offered',
  ]);
  await call('PATCH', 'order/B', { open: true });
});

test('what reads the line follows it: computed values, copies, and what refers to its record', async () => {
  const [first, second] = await rows('A');
  await call('POST', 'claim', {
    name: 'f',
    order: 'A',
    row: { order: 'A', rows: first?.id },
    own: { order: 'A', rows: first?.id },
  });
  expect(await get('claim/f')).toMatchObject({ qty: 3, big: false, same: true, among: true });
  const lines = (await get('order/A'))['rows'] as unknown as readonly Line[];
  await call('PATCH', 'order/A', { rows: lines.map((line) => (line.id === first?.id ? { ...line, qty: 30 } : line)) });
  expect(await get('claim/f')).toMatchObject({ qty: 30, big: true });
  const copied = await call('POST', 'claim', { name: 'g', from: 'f' });
  expect(copied['last']).toMatchObject({ order: { title: 'A' }, rows: { id: first?.id } });
  const moved = await call('PATCH', 'claim/f', { row: { order: 'A', rows: second?.id } });
  expect(moved).toMatchObject({ qty: 8, same: false, item: { title: 'Nut' } });
  const order = (await get('order/A')).id;
  const { items } = (await cleo.call('GET', `/api/order/${order}/claims?sort=name`)).json as ListAnswer;
  expect(items.map(({ name }) => name)).toEqual(['a', 'f', 'seed']);
});

test('lines refer to lines, each to another one', async () => {
  const [first, second] = await rows('A');
  const made = await call('POST', 'pack', {
    name: 'p',
    parts: [{ row: { order: 'A', rows: '1' } }, { row: { rows: second?.id } }],
  });
  expect(made['parts']).toMatchObject([
    { row: { order: { title: 'A' }, rows: { id: first?.id, title: '#1 Screw' } }, qty: 30 },
    { row: { order: { title: 'A' }, rows: { id: second?.id } }, qty: 8 },
  ]);
  const [one, two] = made['parts'] as unknown as readonly Line[];
  const parts = [{ id: one?.id }, { id: two?.id, row: { order: 'A', rows: first?.id } }];
  expect(problems(await call('PATCH', 'pack/p', { parts }))).toEqual(['parts[1].row.rows: repeated_line']);
});

test('a line that others refer to stays, or they let it go', async () => {
  await call('POST', 'order', { name: 'D', rows: [{ item: 'Nut' }, { item: 'Bolt' }, { item: 'Screw' }] });
  const [first, second, third] = await rows('D');
  await call('POST', 'claim', { name: 'd', order: 'D', row: { rows: first?.id }, own: { rows: second?.id } });
  expect(problems(await call('PATCH', 'order/D', { rows: [second, third] }))).toEqual(['rows: line_in_use']);
  expect(problems(await call('PATCH', 'order/D', { rows: [{ item: 'Nut' }] }))).toEqual(['rows: line_in_use']);
  const dropped = await call('PATCH', 'order/D', { rows: [first] });
  expect(dropped['rows']).toMatchObject([{ id: first?.id }]);
  expect(await get('claim/d')).toMatchObject({ own: null, row: { rows: { id: first?.id } }, version: 2 });
  expect((await call('DELETE', 'order/D')).code).toBe('in_use');
  await call('PATCH', 'claim/d', { row: null, order: null, own: null, loose: { rows: first?.id } });
  expect((await cleo.call('DELETE', '/api/order/D')).status).toBe(204);
  expect(await get('claim/d')).toMatchObject({ loose: null });
  expect((await cleo.call('DELETE', '/api/claim/d')).status).toBe(204);
});

const CONDITIONS = [
  ...['record.row.qty > 7', 'record.row.item.name == "Nut"', 'blank(record.row)', 'filled(record.row.rows)'],
  ...['record.row == record.own', 'record.row != null', 'record.order.rows.exists(r, r == record.row && r.qty > 1)'],
];

test.each(CONDITIONS)('the database and the page decide alike: %s', async (source) => {
  const { items } = (await cleo.call('GET', '/api/claim?sort=name')).json as ListAnswer;
  const { model } = desk.service.application;
  const orders = (await cleo.call('GET', '/api/order')).json as ListAnswer;
  const things = (await cleo.call('GET', '/api/item')).json as ListAnswer;
  const variables = { record: { kind: 'record', entity: 'claim' }, user: { kind: 'record', entity: 'user' } } as const;
  const { expression, issues } = checkExpression(source, { variables, schema: schemaOf(model), guarded: false });
  expect(issues).toEqual([]);
  const named = (list: ListAnswer, value: unknown) =>
    list.items.find(({ id }) => id === (value as Line | null)?.id) ?? null;
  const whole = (value: unknown) => {
    const order = named(orders, value);
    const lines = (order?.['rows'] ?? []) as unknown as readonly Readonly<Record<string, unknown>>[];
    return order && { ...order, rows: lines.map((line) => ({ ...line, item: named(things, line['item']) })) };
  };
  const seen = items.filter((item) => {
    const record = flat(item, model.entities['claim']?.fields ?? {});
    const orderly = ['order', 'row.order', 'own.order'].map((name) => [name, whole(record[name])] as const);
    const full = { ...record, ...Object.fromEntries(orderly) } as unknown as RecordValue;
    return holds(expression, { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), record: full }) === true;
  });
  const { items: found } = (await cleo.call('GET', `/api/claim?sort=name&where=${encodeURIComponent(source)}`))
    .json as ListAnswer;
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ name }) => name)).toEqual(seen.map(({ name }) => name));
});

test('lists filter and sort by the record, and ask of the line whether there is one', async () => {
  const order = (await get('order/A')).id;
  const names = async (query: string) =>
    ((await cleo.call('GET', `/api/claim?${query}`)).json as ListAnswer).items?.map(({ name }) => name);
  expect(await names(`f.row.order=eq:${order}&sort=name`)).toEqual(['a', 'f', 'seed']);
  expect(await names('f.row=blank&sort=name')).toEqual(['b', 'g']);
  expect(await names('f.row.rows=filled&sort=-row.order,name')).toEqual(['a', 'f', 'seed']);
  expect((await cleo.call('GET', `/api/claim?f.row.rows=eq:x`)).status).toBe(400);
  expect((await cleo.call('GET', `/api/claim?sort=row.rows`)).status).toBe(400);
  const { text } = await cleo.call('GET', '/api/claim?group=row.order');
  expect(text).toContain('"title":"A"');
});

test.each([
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])('%s goes out and comes in again', async (format, type) => {
  for (const entity of ['claim', 'pack']) {
    const { bytes } = await cleo.call('GET', `/api/${entity}?format=${format}&sort=name`);
    const headers = { 'content-type': type };
    const { json } = await cleo.call('POST', `/api/${entity}/import?mode=all`, { body: bytes, headers });
    const answer = json as ImportAnswer;
    expect([answer.created, answer.changed, answer.failed, answer.problems]).toEqual([0, 0, 0, []]);
  }
});

test('the history tells of both parts, with the names that they have', async () => {
  const { items } = (await cleo.call('GET', '/api/claim/f/history')).json as { items: readonly HistoryEntry[] };
  const [change] = items[0]?.changes.filter(({ field }) => field === 'row.rows') ?? [];
  expect(change).toMatchObject({ old: { title: '#1 Screw' }, new: { title: '#2 Nut' } });
});

test('who may not read the lines learns of none of them, and refers to none', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const ada = async (role: string) => {
    const { items } = (await dan.call('GET', '/api/user?f.email=eq:ada@example.com')).json as ListAnswer;
    const given = await dan.call('PATCH', `/api/user/${items[0]?.id ?? ''}`, {
      body: { roles: [role] },
      headers: { 'if-match': `"${String(items[0]?.version ?? '')}"` },
    });
    expect(given.status).toBe(200);
    return desk.signedIn('ada@example.com');
  };
  const [first] = await rows('A');
  for (const role of ['clerk', 'guest']) {
    const by = await ada(role);
    expect(await get('claim/f', by)).toMatchObject({ row: { order: { title: 'A' }, rows: {} } });
    for (const path of ['claim', 'claim/f', 'claim?format=csv', 'claim?search=Nut', 'claim/f/history', 'pack'])
      expect((await by.call('GET', `/api/${path}`)).text).not.toMatch(/Nut|Screw|#\d/);
    expect((await by.call('GET', `/api/claim?where=${encodeURIComponent('record.row.qty > 1')}`)).status).toBe(400);
    const sent = await by.call('PATCH', '/api/claim/g', { body: { row: { order: 'A', rows: first?.id } } });
    const codes = (sent.json as Answer).errors?.map(({ code }) => code);
    expect(role === 'clerk' ? codes : sent.status).toEqual(role === 'clerk' ? ['no_such_record'] : 403);
    expect((await by.call('GET', '/_/model')).text).not.toContain('"name":"qty"');
  }
});

test('the description has both parts', async () => {
  expect((await cleo.call('GET', '/api/openapi.json')).text).toContain(
    '"row":{"type":["object","null"],"properties":{"order":',
  );
});
