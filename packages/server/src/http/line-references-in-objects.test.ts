// A reference to a line of a record as a part of an object: its ids have three names.
import type { HistoryEntry, ImportAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: claims, languages: [en] }
entities:
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      rows: { type: lines, fields: { what: { type: string }, qty: { type: integer, default: 1 } } }
  claim:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true, max: 20 }
      about:
        type: object
        fields:
          note: { type: string }
          row: { type: reference, to: order.rows, where: option.qty > 0, inverse: claims }
          own: { type: reference, to: order.rows, on_delete: clear, inverse: owns }
          last: { type: reference, to: order.rows, copy: record.from.about.row, inverse: lasts }
          qty: { type: integer, computed: record.about.row.qty }
      from: { type: reference, to: claim, inverse: followers }
      same: { type: boolean, computed: record.about.row == record.about.own }
roles:
  boss: { order: all, claim: all, user: { read: true } }
  clerk: { claim: all, order: { read: true, fields: { rows: none } } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, clerk] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      {
        path: 'data/order.json',
        text: '[{ "name": "A", "rows": [{ "what": "Screw", "qty": 3 }, { "what": "Nut", "qty": 8 }, { "qty": 0 }] }]',
      },
      { path: 'data/claim.csv', text: 'name,about.note,about.row.order,about.row.rows\nseed,New,A,2\n' },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

type Answer = RecordValue & ProblemAnswer;
const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> =>
  (await cleo.call(method, `/api/${path}`, body ? { body } : {})).json as Answer;
const get = async (path: string, by = cleo) => (await by.call('GET', `/api/${path}`)).json as Answer;
const rows = async () => (await get('order/A'))['rows'] as unknown as readonly { readonly id: string }[];
const problems = ({ errors }: Answer) => errors?.map(({ path, code }) => `${path}: ${code}`);

test('it goes in and comes out below the object, and what reads the line follows it', async () => {
  const [first, second, third] = await rows();
  expect(await get('claim/seed')).toMatchObject({
    about: {
      note: 'New',
      row: { order: { title: 'A' }, rows: { id: second?.id, title: '#2 Nut' } },
      own: null,
      qty: 8,
    },
    same: false,
  });
  const own = { order: 'A', rows: first?.id };
  expect(await call('POST', 'claim', { name: 'a', about: { row: { order: 'A', rows: '1' }, own } })).toMatchObject({
    about: { row: { rows: { title: '#1 Screw' } }, own: { rows: { id: first?.id } }, qty: 3 },
    same: true,
  });
  expect(await call('PATCH', 'claim/a', { about: { note: 'Kept' } })).toMatchObject({
    about: { note: 'Kept', row: { rows: { id: first?.id } }, qty: 3 },
  });
  expect((await call('POST', 'claim', { name: 'b', from: 'a' }))['about']).toMatchObject({
    last: { order: { title: 'A' }, rows: { id: first?.id } },
  });
  const wrong = async (row: object) => problems(await call('PATCH', 'claim/a', { about: { row } }));
  expect(await wrong({ order: 'A', rows: third?.id })).toEqual(['about.row.rows: not_offered']);
  expect(await wrong({ order: 'A', rows: '7' })).toEqual(['about.row.rows: no_such_record']);
  expect(await wrong({ shop: 'x' })).toEqual(['about.row.shop: unknown_field']);
  const order = (await get('order/A')).id;
  const { items } = (await cleo.call('GET', `/api/order/${order}/claims?sort=name`)).json as ListAnswer;
  expect(items.map(({ name }) => name)).toEqual(['a', 'seed']);
});

test.each([
  ['where=record.about.row.qty > 5', ['seed']],
  ['where=blank(record.about.row)', ['b']],
  ['where=record.about.row == record.about.own', ['a', 'b']],
  ['f.about.row=blank', ['b']],
  ['f.about.row.rows=filled&sort=-about.row.order,name', ['a', 'seed']],
])('lists ask for it: %s', async (query, expected) => {
  const [key = '', ...value] = query.split('=');
  const asked = key === 'where' ? `where=${encodeURIComponent(value.join('='))}` : query;
  const { items } = (await cleo.call('GET', `/api/claim?${asked.includes('sort') ? asked : `${asked}&sort=name`}`))
    .json as ListAnswer;
  expect(items.map(({ name }) => name)).toEqual(expected);
});

test('a line that others refer to from an object stays, or they let it go; history has both parts', async () => {
  const [first, second, third] = await rows();
  await call('PATCH', 'claim/a', { about: { row: { order: 'A', rows: second?.id } } });
  await call('PATCH', 'claim/b', { about: { last: null } });
  const { items } = (await cleo.call('GET', '/api/claim/a/history')).json as { items: readonly HistoryEntry[] };
  const told = items.flatMap(({ changes }) => changes).find(({ field }) => field === 'about.row.rows');
  expect(told).toMatchObject({ old: { title: '#1 Screw' }, new: { title: '#2 Nut' } });
  expect(problems(await call('PATCH', 'order/A', { rows: [first, third] }))).toEqual(['rows: line_in_use']);
  expect((await call('PATCH', 'order/A', { rows: [second, third] }))['rows']).toHaveLength(2);
  expect((await get('claim/a'))['about']).toMatchObject({ own: null, row: { rows: { id: second?.id } } });
});

test.each([
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
])('%s goes out and comes in again', async (format, type) => {
  const { bytes, text } = await cleo.call('GET', `/api/claim?format=${format}&sort=name`);
  expect(text).toContain('A');
  const { json } = await cleo.call('POST', '/api/claim/import?mode=all', {
    body: bytes,
    headers: { 'content-type': type },
  });
  const answer = json as ImportAnswer;
  expect([answer.created, answer.changed, answer.failed, answer.problems]).toEqual([0, 0, 0, []]);
});

test('who may not read the lines learns of none of them', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const { items } = (await dan.call('GET', '/api/user?f.email=eq:ada@example.com')).json as ListAnswer;
  const [person] = items;
  const headers = { 'if-match': `"${String(person?.version ?? '')}"` };
  await dan.call('PATCH', `/api/user/${person?.id ?? ''}`, { body: { roles: ['clerk'] }, headers });
  const ada = await desk.signedIn('ada@example.com');
  expect(await get('claim/a', ada)).toMatchObject({ about: { row: { order: { title: 'A' }, rows: {} } } });
  for (const path of ['claim', 'claim/a', 'claim?format=csv', 'claim?search=Nut', 'claim/a/history'])
    expect((await ada.call('GET', `/api/${path}`)).text).not.toMatch(/Nut|Screw|#\d/);
});

test('the description has both parts', async () => {
  const { text } = await cleo.call('GET', '/api/openapi.json');
  expect(text).toContain('"row":{"type":["object","null"],"properties":{"order":');
});
