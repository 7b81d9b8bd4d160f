// A read-only field of lines gets its default, or what a data file says, when its line is made; nobody writes it again, and
// whoever sends lines without it loses nothing.
import type { ImportAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      rate: { type: integer, default: 3 }
      rows:
        type: lines
        fields:
          item: { type: string, required: true }
          made: { type: integer, read_only: true, default: = record.rate }
          batch: { type: string, read_only: true, no_copy: true }
          twice: { type: integer, computed: line.made * 2 }
roles:
  boss: { order: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
const files = [
  { path: 'app.yaml', text: SPECIFICATION },
  {
    path: 'data/order.json',
    text: JSON.stringify([{ name: 'Seed', rate: 3, rows: [{ item: 'a', made: 7, batch: 'B7' }, { item: 'b' }] }]),
  },
];

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

type Row = Readonly<Record<string, string | number | null>>;

async function rowsOf(name: string): Promise<readonly Row[]> {
  return ((await cleo.call('GET', `/api/order/${name}`)).json as RecordValue)['rows'] as unknown as readonly Row[]; // the lines of a record
}

const plain = (rows: readonly Row[]) => rows.map(({ item, made, batch, twice }) => [item, made, batch, twice]);
const send = (name: string, rows: readonly object[]) => cleo.call('PATCH', `/api/order/${name}`, { body: { rows } });

test('a data file gives it, and a default where the file says nothing', async () => {
  expect(plain(await rowsOf('Seed'))).toEqual([
    ['a', 7, 'B7', 14],
    ['b', 3, null, 6],
  ]);
});

test('a new line has its default; sending a value for it is refused, at its place', async () => {
  const made = (rows: readonly object[]) => cleo.call('POST', '/api/order', { body: { name: 'New', rate: 5, rows } });
  expect((await made([{ item: 'x' }, { item: 'y', made: 9 }])).json).toMatchObject({
    errors: [{ path: 'rows[1].made', code: 'read_only_field' }],
  });
  expect((await made([{ item: 'x' }])).status).toBe(201);
  expect(plain(await rowsOf('New'))).toEqual([['x', 5, null, 10]]);
});

test('a line keeps it where it is not sent, or sent as it is; another value and that of another line are refused', async () => {
  await cleo.call('PATCH', '/api/order/Seed', { body: { rate: 4 } });
  const [first, second] = await rowsOf('Seed');
  const ids = [first?.['id'], second?.['id']];
  expect(
    (await send('Seed', [{ id: ids[1], item: 'b2' }, { id: ids[0], item: 'a2', made: 7 }, { item: 'c' }])).status,
  ).toBe(200);
  expect(plain(await rowsOf('Seed'))).toEqual([
    ['b2', 3, null, 6],
    ['a2', 7, 'B7', 14],
    ['c', 4, null, 8],
  ]);
  const refused = await send('Seed', [
    { id: ids[1], item: 'b3', made: 7 },
    { id: ids[0], item: 'a3', batch: null },
  ]);
  expect(refused.json).toMatchObject({
    errors: [
      { path: 'rows[0].made', code: 'read_only_field' },
      { path: 'rows[1].batch', code: 'read_only_field' },
    ],
  });
});

test('an exported file is imported as it is, and what it says of such a field changes nothing', async () => {
  const { text } = await cleo.call('GET', '/api/order?format=jsonl&where=record.name == "Seed"');
  const importing = async (body: string): Promise<ImportAnswer> =>
    (
      await cleo.call('POST', '/api/order/import?mode=all', {
        body,
        headers: { 'content-type': 'application/jsonl' },
      })
    ).json as ImportAnswer;
  const before = await rowsOf('Seed');
  expect(await importing(text)).toMatchObject({ unchanged: 1, failed: 0 });
  expect(await importing(text.replace('"made":7', '"made":8'))).toMatchObject({ unchanged: 1, failed: 0 });
  expect(await importing(text.replace('"item":"a2"', '"item":"a4"').replace('"made":7', '"made":8'))).toMatchObject({
    changed: 1,
  });
  const after = plain(await rowsOf('Seed'));
  expect(after).toEqual(plain(before).map(([item, ...rest]) => [item === 'a2' ? 'a4' : item, ...rest]));
  const renamed = text.replace('"Seed"', '"Copy"').replace(/"id":"[^"]*",/, '');
  expect(await importing(renamed)).toMatchObject({ created: 1, failed: 0 });
  expect(plain(await rowsOf('Copy')).map(([, made]) => made)).toEqual([4, 4, 4]);
});

test('the description of the calls offers it to nobody and answers it', async () => {
  const { json } = await cleo.call('GET', '/api/openapi.json');
  const { components } = json as { readonly components: { readonly schemas: Readonly<Record<string, object>> } };
  const holding = Object.entries(components.schemas).filter(([, schema]) => JSON.stringify(schema).includes('"made"'));
  expect(holding.map(([name]) => name)).toEqual(['order']);
});
