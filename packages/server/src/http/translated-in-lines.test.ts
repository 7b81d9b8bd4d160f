// A field of lines may be translated too: each line has its text in every language of the application.
import {
  flat,
  holds,
  type HistoryEntry,
  type ImportAnswer,
  type ListAnswer,
  type RecordValue,
  scopeAt,
} from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja] }
entities:
  category:
    title: name
    key: name
    fields: { name: { type: string, required: true, translated: true } }
  guide:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      steps:
        type: lines
        fields:
          what: { type: string, required: true, max: 20, unique: true, search: true, translated: true }
          category: { type: reference, to: category }
          about: { type: string, copy: line.category.name, translated: true }
          title: { type: string, copy: line.category.name }
          japanese: { type: string, computed: line.what.ja }
      spoken: { type: integer, computed: "size(record.steps.filter(s, filled(s.what.ja)))" }
roles:
  boss: { category: all, guide: all, user: { read: true } }
  reader: { guide: { read: true, fields: { steps: { read: false } } } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, reader] } }
`;
const DATA = [
  { path: 'data/category.csv', text: 'name.en,name.ja\nRooms,会議室\n' },
  {
    path: 'data/guide.json',
    text: '[{ "name": "Opening", "steps": [{ "what": { "en": "Doors", "ja": "扉" }, "category": "Rooms" }, { "what": "Lights" }] }]',
  },
];

let desk: Desk;
let cleo: Browser;
let ada: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }, ...DATA] });
  cleo = await desk.signedIn('cleo@example.com');
  const dan = await desk.signedIn('dan@example.com');
  const { items } = (await dan.call('GET', '/api/user?f.email=eq:ada@example.com')).json as ListAnswer;
  await dan.call('PATCH', `/api/user/${items[0]?.id ?? ''}`, {
    body: { roles: ['reader'] },
    headers: { 'if-match': `"${items[0]?.version ?? ''}"` },
  });
  ada = await desk.signedIn('ada@example.com');
}, 60_000);
afterAll(() => desk.close());

type Line = Readonly<Record<string, unknown>>;

async function guide(name = 'Opening'): Promise<RecordValue & { readonly steps: readonly Line[] }> {
  return (await cleo.call('GET', `/api/guide/${name}`)).json as RecordValue & { readonly steps: readonly Line[] };
}

const names = async (query: string): Promise<readonly unknown[]> =>
  ((await cleo.call('GET', `/api/guide?sort=name&${query}`)).json as ListAnswer).items.map(({ name }) => name);

test('a line has every language, what is copied into it too, and expressions read each', async () => {
  const { steps, spoken } = await guide();
  expect(steps).toMatchObject([
    { what: { en: 'Doors', ja: '扉' }, about: { en: 'Rooms', ja: '会議室' }, title: 'Rooms', japanese: '扉' },
    { what: { en: 'Lights', ja: null }, about: null, japanese: null },
  ]);
  expect(spoken).toBe(1);
});

test('each language is written and judged by itself', async () => {
  const { steps, version } = await guide();
  const [doors, lights] = steps;
  const patch = (lines: readonly object[], at = version) =>
    cleo.call('PATCH', '/api/guide/Opening', { body: { steps: lines }, headers: { 'if-match': `"${at}"` } });
  const kept = { id: doors?.['id'], category: 'Rooms' };
  const wrong: readonly (readonly [object, object])[] = [
    [{ what: { en: 'Doors', ja: '扉'.repeat(21) } }, { path: 'steps[0].what.ja', code: 'too_long' }],
    [{ what: { en: null } }, { path: 'steps[0].what', code: 'required' }],
    [{ what: { en: 'Doors', fr: 'Portes' } }, { path: 'steps[0].what.fr', code: 'unknown_field' }],
    [
      { what: 'Doors', 'what.ja': '扉' },
      { path: 'steps[0]."what.ja"', code: 'unknown_field' },
    ],
  ];
  for (const [line, problem] of wrong)
    expect((await patch([{ ...kept, ...line }])).json).toMatchObject({ errors: [problem] });
  const repeated = await patch([
    { ...kept, what: { en: 'Doors', ja: '扉' } },
    { id: lights?.['id'], what: { en: 'Lights', ja: '扉' } },
  ]);
  expect(repeated.json).toMatchObject({ errors: [{ path: 'steps[1].what.ja', code: 'repeated_line' }] });
  const changed = await patch([
    { ...kept, what: { en: 'Doors', ja: '入口' } },
    { id: lights?.['id'], what: { en: 'Lights', ja: '照明' } },
  ]);
  expect(changed.json).toMatchObject({
    spoken: 2,
    steps: [{ japanese: '入口' }, { what: { en: 'Lights', ja: '照明' } }],
  });
  const { items } = (await cleo.call('GET', '/api/guide/Opening/history')).json as { items: readonly HistoryEntry[] };
  expect(items.find(({ kind }) => kind === 'update')?.changes).toMatchObject([
    {
      field: 'steps',
      old: [{ 'what.ja': '扉' }, { what: 'Lights' }],
      new: [{ 'what.ja': '入口' }, { 'what.ja': '照明' }],
    },
  ]);
});

test('lists find records by a text in any language, and conditions mean the same everywhere', async () => {
  await cleo.call('POST', '/api/guide', { body: { name: 'Closing', steps: [{ what: { en: 'Windows', ja: '窓' } }] } });
  expect(await names(`search=${encodeURIComponent('窓')}`)).toEqual(['Closing']);
  expect(await names('search=windows')).toEqual(['Closing']);
  const { model } = desk.service.application;
  const fields = model.entities['guide']?.fields ?? {};
  const { items } = (await cleo.call('GET', '/api/guide')).json as ListAnswer;
  for (const source of [
    'record.steps.exists(s, s.what.ja == "窓")',
    'record.steps.all(s, filled(s.what.ja) && s.what.en != s.what.ja)',
    'record.steps.exists(s, blank(s.about.ja) && blank(s.category))',
    'record.steps.map(s, s.what.ja).exists(w, w == "窓")',
  ]) {
    const { expression } = checkExpression(source, {
      variables: { record: { kind: 'record', entity: 'guide' } },
      schema: schemaOf(model),
      guarded: false,
    });
    const held = items.filter(
      (item) =>
        holds(expression, { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), record: flat(item, fields) }) === true,
    );
    const asked = await names(`where=${encodeURIComponent(source)}`);
    expect([source, asked]).toEqual([source, held.map(({ name }) => name).toSorted()]);
    expect(asked.length).toBeGreaterThan(0);
  }
  const { json } = await cleo.call(
    'GET',
    `/api/guide?where=${encodeURIComponent('record.steps.exists(s, s.what.fr == "x")')}`,
  );
  expect(json).toMatchObject({ code: 'bad_where' });
});

test('files bring each language back as it went', async () => {
  const file = async (query: string) => (await cleo.call('GET', `/api/guide?sort=name&${query}`)).text;
  const jsonl = await file('format=jsonl');
  expect(JSON.parse(jsonl.split('\n')[0] ?? '')).toMatchObject({ steps: [{ what: { en: 'Windows', ja: '窓' } }] });
  const csv = await file('format=csv');
  for (const [body, type] of [
    [jsonl, 'application/jsonl'],
    [csv, 'text/csv'],
  ] as const)
    expect(
      (
        await cleo.call('POST', '/api/guide/import?mode=try&match=id', {
          body: body.replace('窓', '扉'),
          headers: { 'content-type': type },
        })
      ).json as ImportAnswer,
    ).toMatchObject({ failed: 0, created: 0, changed: 1, unchanged: 1 });
  expect(await file('format=csv&for=people&select=name,steps&lng=ja')).toContain(
    'What：English：Windows, What：日本語：窓',
  );
});

test('the schema of the API has every language, and who may not read the lines learns of none', async () => {
  const api = (await cleo.call('GET', '/api/openapi.json')).text;
  expect(api).toContain('"what":{"type":["object","null"],"properties":{"en":{"type":["string","null"]');
  for (const path of [
    '/api/guide',
    '/api/guide?format=jsonl',
    '/api/openapi.json',
    '/_/model',
    '/_/locales/en/app.json',
  ]) {
    const { status, text } = await ada.call('GET', path);
    expect([path, status < 404 || path.startsWith('/_/locales')]).toEqual([path, true]);
    expect(text).not.toMatch(/窓|扉|照明|Windows|japanese/);
  }
  expect(((await ada.call('GET', `/api/guide?search=${encodeURIComponent('窓')}`)).json as ListAnswer).items).toEqual(
    [],
  );
});
