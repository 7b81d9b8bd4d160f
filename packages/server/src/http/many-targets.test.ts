import { flat, holds, scopeAt, type HistoryEntry, type ImportAnswer, type ListAnswer } from '@ninefold/model';
import type { ProblemAnswer, RecordValue } from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';
import { applicationOf } from '../records/testing/open-desk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: keys, languages: [en], currency: EUR }
entities:
  team:
    title: name
    key: name
    fields: { name: { type: string, required: true, unique: true }, open: { type: boolean, default: true } }
  user: { fields: { open: { type: boolean, default: true } } }
  key:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true, max: 20 }
      owner: { type: reference, to: [user, team] }
      holders: { type: references, to: [user, team], label: Holders, where: option.open, inverse: held }
      keepers: { type: references, to: [user, team], required_when: record.kept, immutable: true }
      last: { type: references, to: [user, team], copy: record.copied.holders, inverse: lasts }
      kept: { type: boolean }
      copied: { type: reference, to: key, inverse: copies }
      many: { type: integer, computed: record.holders.size() }
      owned: { type: boolean, computed: record.owner in record.holders }
      mine: { type: boolean, computed: record.created_by in record.holders }
states:
  key:
    initial: there
    states: { there: {}, gone: { final: true } }
    transitions:
      hand_out: { from: there, to: gone, by: boss, when: user in record.holders, set: { holders.team: = record.keepers.team, owner.user: = user } }
rules:
  key: { few: { never: record.holders.size() > 3, message: Too many } }
roles:
  boss: { key: all, team: all, user: { read: true } }
  clerk: { members: everyone, key: { read: 'user in record.holders || record.name != "a"', create: true, update: true }, user: { refer: true } }
  administrator: { runtime: [users], key: all, team: all, user: { read: true, grant: [boss, clerk] } }
`;

let desk: Desk;
let cleo: Browser;
let me = '';
let ops = '';
let help = '';
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'data/team.csv', text: 'name,open\nOps,true\nHelp,true\nShut,false\n' },
      { path: 'data/key.csv', text: 'name,holders.team\nseed,Ops;Help\n' },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
  me = ((await cleo.call('GET', '/api/user?f.email=eq:cleo@example.com')).json as ListAnswer).items[0]?.id ?? '';
  ops = ((await cleo.call('GET', '/api/team/Ops')).json as RecordValue).id;
  help = ((await cleo.call('GET', '/api/team/Help')).json as RecordValue).id;
});
afterAll(() => desk.close());

type Answer = RecordValue & ProblemAnswer;
const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> =>
  (await cleo.call(method, `/api/${path}`, body ? { body } : {})).json as Answer;
const problems = ({ errors }: Answer) => errors?.map(({ path, code }) => `${path}: ${code}`);
const names = async (query: string) =>
  ((await cleo.call('GET', `/api/key?sort=name&${query}`)).json as ListAnswer).items.map(({ name }) => name);

test('records of both entities go in and come out, data files name them by column, and a write changes one part', async () => {
  expect((await cleo.call('GET', '/api/key/seed')).json).toMatchObject({
    holders: { user: [], team: [{ title: 'Ops' }, { title: 'Help' }] },
    many: 2,
  });
  const made = await call('POST', 'key', { name: 'a', owner: { team: 'Ops' }, holders: { user: [me], team: ['Ops'] } });
  expect(made).toMatchObject({
    holders: { user: [{ id: me }], team: [{ title: 'Ops' }] },
    ...{ many: 2, owned: true, mine: true, keepers: { user: [], team: [] } },
  });
  expect((await call('PATCH', 'key/a', { holders: { team: ['Help'] } }))['holders']).toMatchObject({
    user: [{ id: me }],
    team: [{ title: 'Help' }],
  });
  expect(await call('PATCH', 'key/a', { holders: null })).toMatchObject({
    holders: { user: [], team: [] },
    many: 0,
    mine: false,
  });
  await call('PATCH', 'key/a', { holders: { user: [me], team: ['Ops'] } });
  const { items } = (await cleo.call('GET', '/api/key/a/history')).json as { items: readonly HistoryEntry[] };
  const last = items[0]?.changes.map(({ field }) => field).toSorted();
  expect(last).toEqual(expect.arrayContaining(['holders.team', 'holders.user']));
});

test('they are required as a whole, keep their first value, and their condition holds for each entity', async () => {
  expect(problems(await call('POST', 'key', { name: 'e', kept: true }))).toEqual(['keepers.user: required']);
  const kept = await call('POST', 'key', { name: 'kept', kept: true, keepers: { team: ['Ops'] } });
  expect(kept['keepers']).toMatchObject({ user: [], team: [{ id: ops }] });
  expect(problems(await call('PATCH', 'key/kept', { keepers: { team: ['Help'] } }))).toEqual([
    'keepers.team: immutable',
  ]);
  expect(problems(await call('POST', 'key', { name: 'e', holders: { team: ['Ops', 'Shut'] } }))).toEqual([
    'holders.team: not_offered',
  ]);
  expect(problems(await call('POST', 'key', { name: 'e', holders: ['Ops'] }))).toEqual(['holders: bad_type']);
  expect(problems(await call('POST', 'key', { name: 'e', holders: { team: ['None'] } }))).toEqual([
    'holders.team[0]: no_such_record',
  ]);
});

test('a copy follows all parts, and a transition is judged by them and sets one', async () => {
  await call('POST', 'key', { name: 'f', holders: { user: [me] }, keepers: { team: ['Help'] } });
  await call('POST', 'key', { name: 'g', copied: 'seed' });
  expect((await call('PATCH', 'key/g', { copied: 'f' }))['last']).toMatchObject({ user: [{ id: me }], team: [] });
  expect((await call('PATCH', 'key/g', { copied: 'seed' }))['last']).toMatchObject({ user: [], team: [{}, {}] });
  expect((await call('POST', 'key/f/hand_out', {}))['holders']).toMatchObject({
    user: [{ id: me }],
    team: [{ title: 'Help' }],
  });
  expect(problems(await call('POST', 'key/seed/hand_out', {}))).not.toEqual([]);
});

const CONDITIONS = [
  ...['user in record.holders', '!(user in record.holders)', 'record.owner in record.holders', 'blank(record.holders)'],
  ...['filled(record.holders) && record.holders.size() > 1', 'record.holders.team.exists(t, t.name == "Ops")'],
];

test.each(CONDITIONS)('the database and the page decide alike: %s', async (source) => {
  const { items } = (await cleo.call('GET', '/api/key?sort=name&expand=holders.team')).json as ListAnswer;
  const { model } = applicationOf(SPECIFICATION);
  const variables = { record: { kind: 'record', entity: 'key' }, user: { kind: 'record', entity: 'user' } } as const;
  const { expression } = checkExpression(source, { variables, schema: schemaOf(model), guarded: false });
  const fields = model.entities['key']?.fields ?? {};
  const teams = (await cleo.call('GET', '/api/team')).json as ListAnswer;
  const full = (item: object) => {
    const record = flat(item as Readonly<Record<string, never>>, fields);
    const list = record['holders.team'] as readonly { readonly id: string }[] | null;
    return {
      ...record,
      'holders.team': (list ?? []).map(({ id }) => teams.items.find((team) => team.id === id) ?? null),
    };
  };
  const scope = { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), user: { id: me } };
  const seen = items.filter((item) => holds(expression, { ...scope, record: full(item) }) === true);
  expect(seen.length).toBeGreaterThan(0);
  expect(await names(`where=${encodeURIComponent(source)}`)).toEqual(seen.map(({ name }) => name));
});

test('lists filter by the whole and by parts, and each entity lists what refers to it', async () => {
  expect(await names('f.holders=blank&f.name=in:a,g,seed')).toEqual(['g']);
  expect(await names('f.holders=filled&f.name=in:a,g,seed')).toEqual(['a', 'seed']);
  expect(await names(`f.holders.team=has:${ops}&f.name=in:a,f,seed`)).toEqual(['a', 'seed']);
  expect(await names(`f.holders.user=has:${me}&f.name=in:a,seed`)).toEqual(['a']);
  const held = (await cleo.call('GET', `/api/team/${ops}/held?sort=name`)).json as ListAnswer;
  expect(held.items.map(({ name }) => name)).toEqual(['a', 'seed']);
  expect((await cleo.call('GET', `/api/user/${me}/held`)).status).toBe(200);
});

test('who may not read one of the entities learns its ids at most, anywhere', async () => {
  const clerk = await desk.signedIn('ada@example.com');
  const said: string[] = [];
  for (const path of [
    '/api/key',
    '/api/key/seed',
    '/api/key/seed/history',
    '/api/key?format=csv',
    '/api/key?search=Ops',
  ])
    said.push((await clerk.call('GET', path)).text);
  said.push((await clerk.call('GET', '/_/model')).text);
  expect(said.filter((text) => text.includes('Ops') || text.includes('Help'))).toEqual([]);
  expect((await clerk.call('GET', '/api/key/a')).status).toBe(404);
  expect((await clerk.call('GET', '/api/key/seed')).json).toMatchObject({
    holders: { team: [{ id: ops }, { id: help }] },
  });
  const query = encodeURIComponent('record.holders.team.exists(t, t.name == "Ops")');
  expect(((await clerk.call('GET', `/api/key?where=${query}`)).json as ListAnswer).items ?? []).toEqual([]);
  const put = await clerk.call('PATCH', '/api/key/g', { body: { holders: { team: ['Ops'] } } });
  expect((put.json as Answer).errors.map(({ code }) => code)).toEqual(['no_such_record']);
});

test.each([
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])('%s goes out and comes in again', async (format, type) => {
  const { bytes } = await cleo.call('GET', `/api/key?format=${format}&sort=name`);
  const headers = { 'content-type': type };
  const answer = (await cleo.call('POST', '/api/key/import?mode=all', { body: bytes, headers })).json as ImportAnswer;
  expect([answer.created, answer.changed, answer.failed, answer.problems]).toEqual([0, 0, 0, []]);
});

test('an import that names one part keeps the others', async () => {
  await call('POST', 'key', { name: 'imp', holders: { user: [me] } });
  const headers = { 'content-type': 'text/csv' };
  await cleo.call('POST', '/api/key/import?mode=all', { body: 'name,holders.team\nimp,Help;Ops\n', headers });
  expect((await cleo.call('GET', '/api/key/imp')).json).toMatchObject({
    holders: { user: [{ id: me }], team: [{ title: 'Help' }, { title: 'Ops' }] },
  });
});

test('a target that goes into the trash and out of it takes nothing else along', async () => {
  await call('POST', 'team', { name: 'Temp' });
  await call('POST', 'key', { name: 'temp', holders: { user: [me], team: ['Temp', 'Ops'] } });
  expect((await cleo.call('DELETE', '/api/team/Temp')).status).toBe(204);
  const after = (await cleo.call('GET', '/api/key/temp')).json;
  expect(after).toMatchObject({ holders: { user: [{ id: me }] } });
});
