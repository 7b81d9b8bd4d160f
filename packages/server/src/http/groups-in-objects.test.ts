import {
  flat,
  holds,
  scopeAt,
  type BulkAnswer,
  type HistoryEntry,
  type ImportAnswer,
  type ListAnswer,
  type ProblemAnswer,
  type RecordValue,
} from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationOf } from '../records/testing/open-desk.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: assets, languages: [en, ja], currency: EUR }
entities:
  team:
    title: name
    key: name
    fields: { name: { type: string, required: true, unique: true }, open: { type: boolean, default: true } }
  user: { fields: { open: { type: boolean, default: true } } }
  asset:
    title: "{{code}} {{place.name}}"
    key: code
    fields:
      code: { type: string, required: true, unique: true, max: 20 }
      place:
        type: object
        label: Place
        fields:
          room: { type: string, max: 5, label: Room }
          name: { type: string, translated: true, required: true, max: 12, search: true, label: Name }
          whom: { type: reference, to: [user, team], where: option.open, inverse: holds, label: Whom }
      shut: { type: object, closed: true, translated: true, fields: { note: { type: string }, by: { type: reference, to: [user, team], inverse: shuts } } }
      owner: { type: object, required: true, fields: { who: { type: reference, to: [user, team], default: = user, inverse: owns }, since: { type: date } } }
      copied: { type: reference, to: asset, inverse: copies }
      kept: { type: object, fields: { name: { type: string, translated: true, copy: record.copied.place.name }, whom: { type: reference, to: [user, team], copy: record.copied.place.whom, inverse: keeps } } }
      same: { type: boolean, computed: record.place.whom == record.owner.who }
      empty: { type: boolean, computed: blank(record.place) }
states:
  asset:
    initial: there
    states: { there: {}, gone: { final: true } }
    transitions:
      hand_out: { from: there, to: gone, by: boss, input: { to: { type: reference, to: team } }, set: { place.whom.team: = input.to, place.name.ja: 外 } }
rules:
  asset: { outside: { check: "record.place.name != \\"Mars\\"", at: place.name.ja, message: Not there } }
roles:
  boss: { asset: all, team: all, user: { read: true } }
  clerk: { members: everyone, asset: { create: true, read: record.place.whom.team.name != "Secret", update: true, delete: true, export: true, import: true, history: true }, user: { refer: true } }
  administrator: { runtime: [users], asset: all, team: all, user: { read: true, grant: [boss, clerk] } }
`;

let desk: Desk;
let cleo: Browser;
let me = '';
let ops = '';
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'data/team.csv', text: 'name,open\nOps,true\nHelp,true\nShut,false\n' },
      {
        path: 'data/asset.csv',
        text: 'code,place.name,place.name.ja,place.whom.team,owner.who.team\nseed,Hall,広間,Ops,Ops\n',
      },
      {
        path: 'data/asset.json',
        text: '[{ "code": "json", "place": { "name": { "en": "Attic", "ja": "屋根裏" }, "whom": { "team": "Help" } }, "owner": { "who": { "team": "Help" } } }]',
      },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
  me = ((await cleo.call('GET', '/api/user?f.email=eq:cleo@example.com')).json as ListAnswer).items[0]?.id ?? '';
  ops = ((await cleo.call('GET', '/api/team/Ops')).json as RecordValue).id;
});
afterAll(() => desk.close());

type Answer = RecordValue & ProblemAnswer;
const call = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<Answer> =>
  (await cleo.call(method, `/api/${path}`, { body })).json as Answer;
const read = async <T = RecordValue>(path: string): Promise<T> => (await cleo.call('GET', `/api/${path}`)).json as T;
const made = (code: string, place: object | null, more: object = {}) => call('POST', 'asset', { code, place, ...more });
const problems = ({ errors }: Answer) => errors?.map(({ path, code }) => `${path}: ${code}`);
const codes = async (query: string) => (await read<ListAnswer>(`asset?${query}`)).items.map(({ code }) => code);

test('data files name the parts by column, in JSON inside of the object', async () => {
  const place = { name: { en: 'Hall', ja: '広間' }, whom: { user: null, team: { id: ops, title: 'Ops' } }, room: null };
  expect(await read('asset/seed')).toMatchObject({ place, same: true, empty: false, title: 'seed Hall' });
  expect(await read('asset/seed?lng=ja')).toMatchObject({ title: 'seed 広間' });
  expect(await read('asset/json')).toMatchObject({
    place: { name: { ja: '屋根裏' }, whom: { team: { title: 'Help' } } },
  });
});

test('a group in an object goes in and comes out as one, blank where all of its parts are', async () => {
  expect(await made('blank', null)).toMatchObject({
    place: null,
    empty: true,
    owner: { who: { user: { id: me }, team: null } },
  });
  expect(await made('ja', { name: { en: 'Roof', ja: '屋上' } })).toMatchObject({
    place: { room: null, name: { en: 'Roof', ja: '屋上' }, whom: null },
  });
  expect(await made('text', { name: 'Roof', whom: { user: me } })).toMatchObject({
    place: { name: { en: 'Roof', ja: null }, whom: { user: { id: me }, team: null } },
  });
  expect((await read('asset/seed?select=place.whom'))['place']).toEqual({
    whom: { user: null, team: { id: ops, title: 'Ops' } },
  });
  expect(await read('asset/seed?expand=place.whom.team')).toMatchObject({
    place: { whom: { team: { name: 'Ops', open: true } } },
  });
  expect((await read('asset/seed?select=place.name'))['place']).toEqual({ name: { en: 'Hall', ja: '広間' } });
});

test('what is wrong is told at its part', async () => {
  const wrong = async (place: object | string) =>
    problems(await call('POST', 'asset', { code: 'w', place }))?.toSorted();
  expect(await wrong({ room: 'x' })).toEqual(['place.name: required']);
  expect(await wrong({ name: { ja: '部屋' } })).toEqual(['place.name: required']);
  expect(await wrong({ whom: { team: 'Ops' } })).toEqual(['place.name: required']);
  expect(await wrong({ name: { en: 'a', ja: 'x'.repeat(13) } })).toEqual(['place.name.ja: too_long']);
  expect(await wrong({ name: 'Mars' })).toEqual(['place.name.ja: asset.outside']);
  expect(await wrong({ name: 'a', whom: { team: 'Shut' } })).toEqual(['place.whom.team: not_offered']);
  expect(await wrong({ name: 'a', whom: { team: 'None' } })).toEqual(['place.whom.team: no_such_record']);
  expect(await wrong({ name: 'a', whom: { team: 'Ops', user: me } })).toEqual([
    ...['place.whom.team: too_many', 'place.whom.user: too_many'],
  ]);
  expect(await wrong({ name: 'a', whom: 'Ops' })).toEqual(['place.whom: bad_type']);
  expect(await wrong({ name: { fr: 'a' } })).toEqual(['place.name.fr: unknown_field']);
  expect(await wrong({ name: 'a', 'whom.team': 'Ops' })).toEqual(['place."whom.team": unknown_field']);
  expect(problems(await call('POST', 'asset', { code: 'w', owner: { who: null } }))).toEqual([
    'owner.who.user: required',
  ]);
  expect(problems(await call('POST', 'asset', { code: 'w', shut: { note: { ja: 'x' } } }))).toEqual([
    'shut.note.ja: unknown_field',
  ]);
});

test('a change names what changes; a record in one part leaves the others blank', async () => {
  await made('c', { name: { en: 'Cell', ja: '独房' }, whom: { team: 'Ops' }, room: '1' });
  expect((await call('PATCH', 'asset/c', { place: { name: { ja: '房' } } }))['place']).toMatchObject({
    ...{ room: '1', name: { en: 'Cell', ja: '房' }, whom: { team: { id: ops } } },
  });
  expect((await call('PATCH', 'asset/c', { place: { whom: { user: me } } }))['place']).toMatchObject({
    ...{ room: '1', whom: { user: { id: me }, team: null } },
  });
  expect((await call('PATCH', 'asset/c', { place: { whom: null } }))['place']).toMatchObject({ whom: null });
  const { items } = await read<{ items: readonly HistoryEntry[] }>('asset/c/history');
  expect(items.slice(0, 3).map(({ changes }) => changes.map(({ field }) => field).toSorted())).toEqual([
    ...[['place.whom.user'], ['place.whom.team', 'place.whom.user'], ['place.name.ja']],
  ]);
  expect((await call('PATCH', 'asset/c', { place: null }))['place']).toBeNull();
});

test('two people change different parts, and the same part', async () => {
  const { version, id } = await made('shared', { name: { en: 'A', ja: 'あ' }, whom: { team: 'Ops' } });
  const change = async (place: object) =>
    (await cleo.call('PATCH', `/api/asset/${id}`, { body: { place }, headers: { 'if-match': `"${String(version)}"` } }))
      .json as Answer;
  expect(await change({ name: { ja: 'い' } })).toMatchObject({ place: { name: { en: 'A', ja: 'い' } } });
  expect(await change({ name: { en: 'B' }, whom: { team: 'Help' } })).toMatchObject({
    place: { name: { en: 'B', ja: 'い' }, whom: { team: { title: 'Help' } } },
  });
  expect(await change({ name: { ja: 'う' } })).toMatchObject({ code: 'changed_meanwhile' });
  expect(await change({ whom: { user: me } })).toMatchObject({ code: 'changed_meanwhile' });
});

test('copies and transitions reach the parts', async () => {
  await call('POST', 'asset', { code: 'copy', copied: 'seed' });
  expect(await read('asset/copy')).toMatchObject({
    kept: { name: { en: 'Hall', ja: '広間' }, whom: { user: null, team: { id: ops } } },
  });
  await made('out', { name: 'Yard', whom: { user: me } });
  expect((await call('POST', 'asset/out/hand_out', { input: { to: 'Help' } }))['place']).toMatchObject({
    ...{ name: { en: 'Yard', ja: '外' }, whom: { user: null, team: { title: 'Help' } } },
  });
});

const CONDITIONS = [
  ...['record.place.whom == user', 'record.place.whom != user', 'record.place.whom == record.owner.who'],
  ...['record.place.whom == null', 'blank(record.place)', 'filled(record.place) && blank(record.place.whom)'],
  ...['record.place.name == "Hall"', 'record.place.name.ja == "広間" && record.place.name.en == "Hall"'],
  ...['record.place.whom.team.name == "Ops"', 'record.place.whom in [user]', 'record.kept.whom == record.place.whom'],
  ...['blank(record.place.name.ja)', 'record.place.name + record.place.name.ja == "Hall広間"'],
];

test.each(CONDITIONS)('the database and the page decide alike: %s', async (source) => {
  const { items } = await read<ListAnswer>('asset?sort=code&size=100&expand=place.whom.team');
  const { model } = applicationOf(SPECIFICATION);
  const variables = { record: { kind: 'record', entity: 'asset' }, user: { kind: 'record', entity: 'user' } } as const;
  const { expression } = checkExpression(source, { variables, schema: schemaOf(model), guarded: false });
  const fields = model.entities['asset']?.fields ?? {};
  const scope = { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), user: { id: me } };
  const seen = items.filter((item) => holds(expression, { ...scope, record: flat(item, fields) }) === true);
  expect(seen.length).toBeGreaterThan(0);
  expect(await codes(`sort=code&size=100&where=${encodeURIComponent(source)}`)).toEqual(seen.map(({ code }) => code));
});

test('lists filter, sort, group and search by the parts, in the language of the reader', async () => {
  await made('l1', { name: { en: 'Alpha', ja: '乙' }, whom: { team: 'Ops' } });
  await made('l2', { name: { en: 'Beta', ja: '一' } });
  await made('l3', { name: { en: 'Gamma' }, whom: { user: me } });
  const mine = 'f.code=in:l1,l2,l3,blank';
  expect(await codes(`${mine}&sort=place.name`)).toEqual(['l1', 'l2', 'l3', 'blank']);
  expect(await codes(`${mine}&sort=place.name&lng=ja`)).toEqual(['l3', 'l2', 'l1', 'blank']);
  expect(await codes(`${mine}&f.place.name=has:bet`)).toEqual(['l2']);
  expect(await codes(`${mine}&f.place.name=has:bet&lng=ja`)).toEqual([]);
  expect(await codes(`${mine}&f.place.name.ja=blank&sort=code`)).toEqual(['blank', 'l3']);
  expect(await codes(`${mine}&f.place.whom=blank&sort=code`)).toEqual(['blank', 'l2']);
  expect(await codes(`${mine}&f.place=blank`)).toEqual(['blank']);
  expect(await codes(`${mine}&f.place.whom.team=eq:${ops}`)).toEqual(['l1']);
  expect(await codes(`search=${encodeURIComponent('屋根裏')}`)).toEqual(['json']);
  expect(await codes('search=Gamma')).toEqual(['l3']);
  const groups = await read<{ items: readonly { by: object }[] }>(`asset?group=place.name&${mine}&lng=ja`);
  expect(groups.items.map(({ by }) => by)).toContainEqual({ 'place.name': '乙' });
  expect(JSON.stringify(await read(`asset?group=place.whom.team&${mine}`))).toContain('"title":"Ops"');
  expect((await read<ListAnswer>(`team/${ops}/holds?sort=code`)).items.map(({ code }) => code)).toContain('l1');
  expect((await cleo.call('GET', '/api/asset?sort=place.whom')).status).toBe(400);
  const offered = await read<{ items: readonly { title: string }[] }>('_offers/asset.place.whom.team');
  expect(offered.items.map(({ title }) => title).toSorted()).toEqual(['Help', 'Ops']);
});

test('an object that is closed is closed with all that stands in it', async () => {
  for (const query of [
    ...['select=shut', 'select=shut.note', 'select=shut.by', 'sort=shut.note.ja', 'f.shut.by=blank', 'f.shut=blank'],
    ...['expand=shut.by.team', 'group=shut.by.team', 'where=blank(record.shut.by)', 'where=blank(record.shut)'],
    'where=record.shut.note.ja%20%3D%3D%20%22x%22',
  ])
    expect([query, (await cleo.call('GET', `/api/asset?${query}`)).status]).toEqual([query, 400]);
  for (const path of ['asset', 'asset/seed', 'openapi.json', 'asset?format=csv'])
    expect((await cleo.call('GET', `/api/${path}`)).text).not.toContain('shut');
});

test('who may not read one of the entities learns its id at most, anywhere', async () => {
  const clerk = await desk.signedIn('ada@example.com');
  for (const path of [
    ...['/api/asset', '/api/asset/seed', '/api/asset/seed/history', '/api/asset?group=place.whom.team'],
    ...['/api/asset?format=csv', '/api/asset?search=Ops', '/api/asset?sort=place.whom.team', '/_/model'],
  ])
    expect([path, /Ops|Help/.test((await clerk.call('GET', path)).text)]).toEqual([path, false]);
  expect((await clerk.call('GET', '/api/asset/seed')).json).toMatchObject({ place: { whom: { team: { id: ops } } } });
  const put = await clerk.call('PATCH', '/api/asset/blank', { body: { place: { name: 'a', whom: { team: 'Ops' } } } });
  expect(problems(put.json as Answer)).toEqual(['place.whom.team: no_such_record']);
});

test.each([
  ['csv', 'text/csv', 'place.room,place.name,place.name.ja,place.whom.user,place.whom.team'],
  ['jsonl', 'application/jsonl', '"name":{"en":"Hall","ja":"広間"}'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ''],
])('%s goes out and comes in again', async (format, type, part) => {
  const { bytes } = await cleo.call('GET', `/api/asset?format=${format}&sort=code`);
  expect(bytes.toString('utf8')).toContain(part);
  const headers = { 'content-type': type };
  const answer = (await cleo.call('POST', '/api/asset/import?mode=all', { body: bytes, headers })).json as ImportAnswer;
  expect([answer.created, answer.changed, answer.failed, answer.problems]).toEqual([0, 0, 0, []]);
});

test.each([
  ['en', 'Place – Name – 日本語', 'Place – Whom – Team'],
  ['ja', 'Place：Name：日本語', 'Place：Whom：Team'],
])('a file for people has the names of all groups above a part, which an import knows: %s', async (lng, name, team) => {
  const { text } = await cleo.call(
    'GET',
    `/api/asset?format=csv&for=people&select=code,place&f.code=in:seed&lng=${lng}`,
  );
  expect(text).toContain(name);
  expect(text).toContain(team);
  const body = text.replace('広間', '大広間').replace('Ops', 'Help');
  const headers = { 'content-type': 'text/csv' };
  const { json } = await cleo.call('POST', `/api/asset/import?mode=try&match=code&lng=${lng}`, { body, headers });
  expect(json as ImportAnswer).toMatchObject({ failed: 0, created: 0, changed: 1 });
});

test('many writes, the trash and the interface know them', async () => {
  const { id } = await made('many', { name: { en: 'M', ja: '多' }, whom: { user: me } });
  const values = { place: { name: { ja: '多い' }, whom: { team: 'Ops' } } };
  const bulk = await cleo.call('POST', '/api/asset/bulk', { body: { action: 'update', ids: [id], values } });
  expect((bulk.json as BulkAnswer).failed).toBe(0);
  await cleo.call('DELETE', `/api/asset/${id}`);
  expect((await call('POST', `asset/${id}/restore`, {}))['place']).toMatchObject({
    ...{ name: { en: 'M', ja: '多い' }, whom: { user: null, team: { id: ops } } },
  });
  type Members = { readonly type: unknown; readonly properties: Readonly<Record<string, Members>> };
  const { components } = await read<{ components: { schemas: Readonly<Record<string, Members>> } }>('openapi.json');
  for (const schema of ['asset', 'asset.create', 'asset.update']) {
    const place = components.schemas[schema]?.properties['place'];
    expect([place?.type, Object.keys(place?.properties ?? {})]).toEqual([
      ['object', 'null'],
      ['room', 'name', 'whom'],
    ]);
    const { name, whom } = place?.properties ?? {};
    expect([Object.keys(name?.properties ?? {}), Object.keys(whom?.properties ?? {})]).toEqual([
      ...[
        ['en', 'ja'],
        ['user', 'team'],
      ],
    ]);
    expect(JSON.stringify(name)).toContain('The text in each language');
    expect(JSON.stringify(whom)).not.toContain('The text in each language');
  }
});
