import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import type { ImportAnswer, ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], time_zone: Asia/Tokyo, currency: JPY }
entities:
  place: { title: name, fields: { name: { type: string, required: true } } }
  thing:
    title: name
    key: code
    fields:
      code: { type: string, required: true, max: 20, label: Code }
      name: { type: string, max: 60, label: Name }
      size: { type: integer, label: Size }
      weight: { type: number, scale: 3, label: Weight }
      price: { type: money, label: Price }
      abroad: { type: money, currency: = record.currency, label: Price abroad }
      currency: { type: string, max: 3, label: Currency }
      share: { type: percent, label: Share }
      ready: { type: boolean, label: Ready }
      day: { type: date, label: Day }
      moment: { type: datetime, label: Moment }
      opens: { type: time, label: Opens }
      spent: { type: duration, label: Spent }
      kind: { type: choice, options: [small, large], label: Kind }
      tags: { type: choices, options: [red, blue], label: Tags }
      place: { type: reference, to: place, label: Place }
      places: { type: references, to: place, label: Places }
      hidden: { type: text, label: Hidden }
      site: { type: object, label: Site, fields: { city: { type: string, label: City }, zip: { type: string, label: Postcode } } }
      rows: { type: lines, label: Rows, fields: { item: { type: string, label: Item }, place: { type: reference, to: place, label: Where } } }
states:
  thing: { initial: open, states: { open: { kind: active, label: Open }, done: { kind: done, label: Done } }, transitions: { finish: { from: open, to: done, by: boss, label: Finish } } }
roles:
  boss: { thing: all, place: all, user: { read: true } }
  helper: { thing: { read: true, export: true, fields: { hidden: none } }, place: { refer: 'record.name != "Vault"' } }
  administrator: { runtime: [users], thing: { read: true, export: true, fields: { hidden: none } }, user: { read: true, grant: [boss, helper] } }
screens:
  things: { path: /things, list: thing, columns: [code, name, state, place], label: Things }
  slash: { path: /slash, list: thing, label: "A/B: *C*?" }
`;
const JAPANESE = {
  entities: {
    thing: {
      label: '備品',
      fields: {
        name: { label: '名前' },
        ready: { label: '準備完了' },
        kind: { label: '種類', options: { small: { label: '小' }, large: { label: '大' } } },
        place: { label: '場所' },
      },
    },
  },
  states: { thing: { states: { open: { label: '受付中' }, done: { label: '完了' } } } },
  screens: { things: { label: '備品一覧' } },
};
const files = [
  { path: 'app.yaml', text: SPECIFICATION },
  { path: 'locales/ja/app.json', text: JSON.stringify(JAPANESE) },
];
const EVERY =
  'code,name,size,weight,price,abroad,share,ready,day,moment,opens,spent,kind,tags,place,places,site,rows,state,created_at';

let desk: Desk;
let cleo: Browser;
let dan: Browser;
beforeAll(async () => {
  desk = await startDesk({ files });
  cleo = await desk.signedIn('cleo@example.com');
  dan = await desk.signedIn('dan@example.com');
  const made = async (name: string): Promise<string> =>
    ((await cleo.call('POST', '/api/place', { body: { name } })).json as RecordValue).id;
  const [hall, attic] = [await made('Hall'), await made('Attic')];
  await cleo.call('POST', '/api/thing', {
    body: {
      ...{ code: 'A-1', name: '=1+1', size: 2026, weight: '1.500', price: '1234', abroad: '12.50', currency: 'EUR' },
      ...{ share: '8', ready: true, day: '2026-03-05', moment: '2026-03-05T22:30:15.250Z', opens: '08:30' },
      ...{ spent: 'PT36H30M', kind: 'small', tags: ['red', 'blue'], place: hall, places: [hall, attic], hidden: 'x' },
      ...{ site: { city: 'Kobe', zip: '650' }, rows: [{ item: 'Lamp', place: hall }, { item: 'Rug' }] },
    },
  });
  await cleo.call('POST', '/api/thing', { body: { code: 'B-2', name: 'Later', kind: 'large' } });
}, 60_000);
afterAll(() => desk.close());

async function exported(query: string, browser = cleo): Promise<readonly (readonly string[])[]> {
  const answer = await browser.call('GET', `/api/thing?format=csv&for=people&${query}`);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return parse(answer.text, { bom: true }) as string[][];
}

test('a file for people has the labels and the values of each kind as they are read', async () => {
  const [heads = [], row = []] = await exported(`select=${EVERY}&sort=code`);
  expect(Object.fromEntries(heads.map((head, at) => [head, row[at]]))).toEqual({
    ...{ Code: 'A-1', Name: "'=1+1", Size: '2026', Weight: '1.500', Price: '1234', 'Price abroad': '12.50 EUR' },
    ...{
      Share: '8.00',
      Ready: 'Yes',
      Day: '2026-03-05',
      Moment: '2026-03-06 07:30:15',
      Opens: '08:30',
      Spent: '36:30',
    },
    ...{ Kind: 'Small', Tags: 'Red; Blue', Place: 'Hall', Places: 'Hall; Attic' },
    ...{ 'Site – City': 'Kobe', 'Site – Postcode': '650', Rows: 'Item: Lamp, Where: Hall\nItem: Rug' },
    ...{ State: 'Open', Created: '2026-03-05 18:00' },
  });
});

test('in Japanese, with the columns, filters and order that were asked for, and no others', async () => {
  const rows = await exported('lng=ja&select=name,ready,kind,state,moment,place&f.kind=in:small,large&sort=-code');
  expect(rows).toEqual([
    ['名前', '準備完了', '種類', '状態', 'Moment', '場所'],
    ['Later', 'いいえ', '大', '受付中', '', ''],
    ["'=1+1", 'はい', '小', '受付中', '2026/03/06 07:30:15', 'Hall'],
  ]);
});

test.each([
  [
    'lng=ja&screen=things',
    'filename="thing_2026-03-05.csv"; filename*=UTF-8\'\'%E5%82%99%E5%93%81%E4%B8%80%E8%A6%A7_2026-03-05.csv',
  ],
  ['screen=things', 'filename="Things_2026-03-05.csv"'],
  ['screen=slash', 'filename="A-B- -C--_2026-03-05.csv"; filename*=UTF-8\'\'A-B-%20-C--_2026-03-05.csv'],
  ['lng=ja', 'filename="thing_2026-03-05.csv"; filename*=UTF-8\'\'%E5%82%99%E5%93%81_2026-03-05.csv'],
])('the file is named after the list and the day: %s', async (query, name) => {
  const answer = await cleo.call('GET', `/api/thing?format=csv&for=people&${query}`);
  expect(answer.headers['content-disposition']).toBe(`attachment; ${name}`);
  expect(answer.text.startsWith('\uFEFF')).toBe(true);
});

test('a spreadsheet has numbers, days and moments as such, in the zone of the application', async () => {
  const answer = await cleo.call('GET', `/api/thing?format=xlsx&for=people&select=${EVERY}&sort=code&lng=ja`);
  const [sheet] = await readXlsxFile(answer.bytes);
  const row = sheet?.data[1] ?? [];
  expect(sheet?.sheet).toBe('備品');
  expect(row.slice(0, 11)).toEqual([
    ...['A-1', '=1+1', 2026, 1.5, 1234, 12.5, 8, 'はい'],
    ...[new Date('2026-03-05T00:00:00Z'), new Date('2026-03-06T07:30:15Z'), '08:30'],
  ]);
  expect(row[12]).toBe('小');
});

test('rights are those of every export', async () => {
  expect((await exported('', dan))[0]).not.toContain('Hidden');
  for (const query of ['select=hidden', 'select=code,nothing', 'for=people', 'select=code&for=robots'])
    expect((await dan.call('GET', `/api/thing?format=csv&for=people&${query}`)).status).toBe(400);
  expect((await dan.call('GET', '/api/thing?format=jsonl&for=people')).status).toBe(400);
});

test('the form for re-import stays what it was, and says so by name', async () => {
  const plain = await cleo.call('GET', '/api/thing?format=csv&sort=code');
  expect((await cleo.call('GET', '/api/thing?format=csv&sort=code&for=import')).text).toBe(plain.text);
  expect(plain.text.split('\r\n')[0]).toMatch(/^id,state,code,name,/);
  expect(plain.text).toContain('2026-03-05T22:30:15.250Z');
  expect(plain.headers['content-disposition']).toBe('attachment; filename="thing.csv"');
});

test.each(['csv', 'xlsx'])('a file for people is imported again without a change: %s', async (format) => {
  const types = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
  for (const language of ['en', 'ja']) {
    const file = await cleo.call('GET', `/api/thing?format=${format}&for=people&lng=${language}&sort=code`);
    const headers = { 'content-type': types[format as 'csv'] }; // one of both
    const back = await cleo.call('POST', `/api/thing/import?mode=all&lng=${language}`, { body: file.bytes, headers });
    const done = back.json as ImportAnswer;
    expect([back.status, done.problems, done.unchanged]).toEqual([200, [], 2]);
    expect(done.match).toEqual(['code']);
  }
  const now = (await cleo.call('GET', '/api/thing?sort=code')).json as ListAnswer;
  expect(now.items.map(({ version }) => version)).toEqual([1, 1]);
});

test('a selection of a whole page is exported by the ids of its records', async () => {
  const ids = ((await cleo.call('GET', '/api/thing')).json as ListAnswer).items.map(({ id }) => id);
  const others = Array.from(
    { length: 200 - ids.length },
    (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  );
  const chosen = [...others, ...ids.slice(0, 1)].join();
  expect((await exported(`f.id=in:${chosen}&select=code`)).length).toBe(2);
});

test('moments of any second and millisecond are no change in a spreadsheet that comes back', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const drawn = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const lines = fc
    .sample(drawn, { numRuns: 60, seed })
    .map((moment, row) => JSON.stringify({ code: `M-${String(row)}`, name: 'Moment', moment: moment.toISOString() }));
  const headers = { 'content-type': 'application/jsonl' };
  await cleo.call('POST', '/api/thing/import?mode=all', { body: lines.join('\n'), headers });
  const { bytes } = await cleo.call('GET', '/api/thing?format=xlsx&for=people&f.name=eq:Moment&select=code,moment');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const again = await cleo.call('POST', '/api/thing/import?mode=try&match=code', {
    body: bytes,
    headers: { 'content-type': type },
  });
  const { created, changed, unchanged } = again.json as ImportAnswer;
  expect({ seed, created, changed, unchanged }).toEqual({ seed, created: 0, changed: 0, unchanged: lines.length });
});
