// A translated field has a text in each language of the application. Who reads it, sorts by it and searches in it does so in
// their own language, and in the source language where theirs has no text.
import type { HistoryEntry, ImportAnswer, ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja, de] }
entities:
  category:
    title: name
    key: name
    fields:
      name: { type: string, required: true, max: 20, unique: true, translated: true }
      about: { type: text, translated: true, search: true }
      inner: { type: string, translated: true, closed: true }
  ticket:
    title: "{{subject}} ({{category}})"
    fields:
      subject: { type: string, required: true }
      category: { type: reference, to: category, inverse: tickets }
      heading: { type: string, copy: record.category.name, translated: true }
      german: { type: string, computed: record.category.name.de }
      source: { type: boolean, computed: record.category.name == "Rooms" && record.category.name.en == "Rooms" }
rules:
  category:
    long: { check: "blank(record.name.ja) || size(record.name.ja) > 1", at: name, message: "{{name}} is short in Japanese." }
roles:
  boss: { category: all, ticket: all, user: { read: true } }
  reader: { category: { read: true }, ticket: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, reader] } }
`;
const DATA = [
  { path: 'data/category.csv', text: 'name.en,name.ja,name.de\\nRooms,会議室,Räume\\nAccess,鍵・入館,\\n' },
  { path: 'data/demo/category.json', text: '[{ "name": { "en": "Zebra", "ja": "あ行", "de": "Aal" } }]' },
  { path: 'data/ticket.csv', text: 'subject,category\\nBroken lamp,Rooms\\nLost card,Access\\n' },
].map(({ path, text }) => ({ path, text: text.replaceAll('\\n', '\n') }));
const files = [{ path: 'app.yaml', text: SPECIFICATION }, ...DATA];

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

/** Noncharacters, of which no reader may be told. */
const MARKS = /[\uFDD0-\uFDD3]/;

async function read<T>(path: string, language = 'en'): Promise<T> {
  const { json, text } = await cleo.call('GET', `${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
  expect(text).not.toMatch(MARKS);
  return json as T;
}

const titles = async (path: string, language: string): Promise<readonly unknown[]> =>
  (await read<ListAnswer>(path, language)).items.map(({ title }) => title);

const ROOMS = { en: 'Rooms', ja: '会議室', de: 'Räume' };

test('an answer has every language, and titles are those of the reader, or of the source language', async () => {
  const rooms = await read<RecordValue>('/api/category/Rooms', 'ja');
  expect(rooms).toMatchObject({ name: ROOMS, about: null, title: '会議室' });
  expect(await read('/api/category/Access', 'de')).toMatchObject({ title: 'Access', name: { en: 'Access', de: null } });
  expect(await titles('/api/ticket?sort=subject', 'ja')).toEqual(['Broken lamp (会議室)', 'Lost card (鍵・入館)']);
  expect(await titles('/api/ticket?sort=subject', 'de')).toEqual(['Broken lamp (Räume)', 'Lost card (Access)']);
  const [lamp] = (await read<ListAnswer>('/api/ticket?sort=subject&expand=category', 'de')).items;
  expect(lamp).toMatchObject({
    category: { title: 'Räume', name: ROOMS },
    heading: ROOMS,
    german: 'Räume',
    source: true,
  });
  expect(lamp).not.toHaveProperty(['name.ja']);
});

test('data files of the demonstration stay out, and those that are loaded have their languages', async () => {
  expect((await read<ListAnswer>('/api/category')).items).toHaveLength(2);
});

test('lists are put in order, filtered, grouped and searched in the language of the reader', async () => {
  const made = await cleo.call('POST', '/api/category', {
    body: { name: { en: 'Furniture', ja: '什器', de: 'Zubehör' }, about: { de: 'Stühle', ja: '椅子' } },
  });
  expect(made.status).toBe(201);
  const { id } = made.json as RecordValue;
  expect(await titles('/api/category?sort=name', 'en')).toEqual(['Access', 'Furniture', 'Rooms']);
  expect(await titles('/api/category?sort=name', 'de')).toEqual(['Access', 'Räume', 'Zubehör']);
  expect(await titles('/api/category?sort=-name', 'de')).toEqual(['Zubehör', 'Räume', 'Access']);
  const first = await read<ListAnswer>('/api/category?sort=name&size=2', 'de');
  expect(await titles(`/api/category?sort=name&size=2&after=${first.next ?? ''}`, 'de')).toEqual(['Zubehör']);
  expect(await titles('/api/category?f.name=has:zube', 'de')).toEqual(['Zubehör']);
  expect(await titles('/api/category?f.name=has:zube', 'en')).toEqual([]);
  expect(await titles('/api/category?f.name=eq:Access', 'de')).toEqual(['Access']);
  expect(await titles('/api/category?f.name.de=blank', 'de')).toEqual(['Access']);
  expect(await titles('/api/category?search=St%C3%BChle', 'de')).toEqual(['Zubehör']);
  expect(await titles('/api/category?search=%E4%BB%80%E5%99%A8', 'ja')).toEqual(['什器']);
  const group = await read<{ readonly items: readonly { readonly by: object }[] }>('/api/category?group=name', 'de');
  expect(group.items.map(({ by }) => by)).toEqual([{ name: 'Access' }, { name: 'Räume' }, { name: 'Zubehör' }]);
  expect(await titles('/api/ticket?sort=category', 'ja')).toEqual(['Broken lamp (会議室)', 'Lost card (鍵・入館)']);
  expect(await titles('/api/ticket?sort=category', 'en')).toEqual(['Lost card (Access)', 'Broken lamp (Rooms)']);
  expect(await titles(`/api/ticket?search=%E4%BC%9A%E8%AD%B0%E5%AE%A4&search_in=columns`, 'ja')).toEqual([
    'Broken lamp (会議室)',
  ]);
  await cleo.call('DELETE', `/api/category/${id}`, { headers: { 'if-match': '"1"' } });
});

test('conditions read the source language, or the language that they name', async () => {
  const where = (source: string) => `/api/category?sort=name&where=${encodeURIComponent(source)}`;
  expect(await titles(where('record.name == "Rooms"'), 'ja')).toEqual(['会議室']);
  expect(await titles(where('record.name.ja == "会議室" && record.name.en == "Rooms"'), 'en')).toEqual(['Rooms']);
  expect(await titles(where('blank(record.name.de)'), 'en')).toEqual(['Access']);
  const { json } = await cleo.call('GET', where('record.name.fr == "x"'));
  expect(json).toMatchObject({ code: 'bad_where' });
});

test('each language is written and judged by itself, and the history says which one', async () => {
  const rooms = await read<RecordValue>('/api/category/Rooms');
  const patch = (body: object, version: number, language = 'en') =>
    cleo.call('PATCH', `/api/category/${rooms.id}?lng=${language}`, {
      body,
      headers: { 'if-match': `"${String(version)}"` },
    });
  const { json: changed } = await patch({ name: { de: 'Säle' } }, 1);
  expect(changed).toMatchObject({ version: 2, name: { en: 'Rooms', ja: '会議室', de: 'Säle' } });
  expect((await patch({ name: 'Halls' }, 2)).json).toMatchObject({ name: { en: 'Halls', ja: '会議室', de: 'Säle' } });
  expect((await patch({ name: { fr: 'x' } }, 3)).json).toMatchObject({
    errors: [{ path: 'name.fr', code: 'unknown_field' }],
  });
  expect((await patch({ name: { en: null } }, 3)).json).toMatchObject({ errors: [{ path: 'name', code: 'required' }] });
  expect((await patch({ name: { ja: '室' } }, 3)).json).toMatchObject({ errors: [{ code: 'category.long' }] });
  expect((await patch({ name: { de: 'x'.repeat(21) } }, 3)).json).toMatchObject({
    errors: [{ path: 'name.de', code: 'too_long' }],
  });
  expect((await patch({ name: { ja: '鍵・入館' } }, 3)).json).toMatchObject({
    errors: [{ path: 'name.ja', code: 'not_unique' }],
  });
  const history = await read<{ readonly items: readonly HistoryEntry[] }>(`/api/category/${rooms.id}/history`);
  const fields = history.items
    .filter(({ kind }) => kind === 'update')
    .map(({ changes }) => changes.map(({ field }) => field));
  expect(fields).toEqual([['name'], ['name.de']]);
  expect((await patch({ name: ROOMS }, 3)).json).toMatchObject({ name: ROOMS });
});

test('files have a column for each language and come back as they went', async () => {
  const text = async (query: string, language = 'en') =>
    (await cleo.call('GET', `/api/category?sort=name&select=name,about&lng=${language}&${query}`)).text;
  const csv = await text('format=csv');
  expect(csv.split('\n').slice(0, 2)).toEqual([
    expect.stringContaining('name,name.ja,name.de,about,about.ja,about.de'),
    expect.stringContaining('Access,鍵・入館,,,,'),
  ]);
  expect(JSON.parse((await text('format=jsonl')).split('\n')[1] ?? '')).toMatchObject({ name: ROOMS });
  const people = await text('format=csv&for=people', 'ja');
  expect(people.split('\r\n')[0] ?? people).toMatch(/English.*日本語.*Deutsch/);
  for (const [file, language] of [
    [csv, 'en'],
    [people, 'ja'],
  ] as const) {
    const { json } = await cleo.call('POST', `/api/category/import?mode=try&match=name&lng=${language}`, {
      body: file.replace('Räume', 'Zimmer'),
      headers: { 'content-type': 'text/csv' },
    });
    expect(json as ImportAnswer).toMatchObject({ failed: 0, created: 0, changed: 1, unchanged: 1 });
  }
});

test('an import finds records by their title in any language, and writes the language of a column', async () => {
  const { json } = await cleo.call('POST', '/api/ticket/import?mode=all', {
    body: 'subject,category,heading.de\nOne,会議室,Eins\nTwo,Räume,\n',
    headers: { 'content-type': 'text/csv' },
  });
  expect(json as ImportAnswer).toMatchObject({ failed: 0, created: 2 });
  const { items } = await read<ListAnswer>('/api/ticket?sort=subject&f.subject=in:One,Two');
  expect(items).toMatchObject([
    { category: { title: 'Rooms' }, heading: { en: 'Rooms', ja: '会議室', de: 'Eins' } },
    { category: { title: 'Rooms' }, heading: { ...ROOMS, de: null } },
  ]);
});

test('the schema of the API has every language', async () => {
  const api = JSON.stringify(await read('/api/openapi.json'));
  expect(api).toContain('"name":{"type":["object","null"],"properties":{"en":{');
});

test('nobody learns of a language of a field that they may not read', async () => {
  const body = { name: { en: 'Hidden' }, inner: { en: 'secret', ja: '秘密' } };
  expect((await cleo.call('POST', '/api/category', { body })).json).toMatchObject({
    errors: [{ path: 'inner' }, { path: 'inner.ja' }].map(({ path }) => ({ path, code: 'unknown_field' })),
  });
  await desk.database.write(
    async (tx) => void (await tx.run(`UPDATE "category" SET "inner" = 'confidant', "inner.ja" = '秘密'`, [])),
  );
  const asked = [
    ...[
      'sort=inner',
      'sort=inner.ja',
      'f.inner=has:con',
      'f.inner.ja=has:%E7%A7%98',
      'select=inner',
      'select=inner.ja',
    ],
    ...['group=inner', 'group=inner.ja', 'format=csv&select=inner', 'where=record.inner.ja%20%3D%3D%20%22x%22'],
  ];
  for (const query of asked)
    expect([query, (await cleo.call('GET', `/api/category?lng=ja&${query}`)).status]).toEqual([query, 400]);
  for (const path of [
    '/api/category',
    '/api/category?format=csv',
    '/api/category?format=csv&for=people',
    '/api/openapi.json',
  ]) {
    const { text } = await cleo.call('GET', path);
    expect(text).not.toMatch(/confidant|秘密|inner/);
  }
  expect(await titles('/api/category?search=%E7%A7%98%E5%AF%86', 'ja')).toEqual([]);
});
