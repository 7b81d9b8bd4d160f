import {
  flat,
  holds,
  scopeAt,
  settle,
  settledWrite,
  validateFields,
  type HistoryEntry,
  type ImportAnswer,
  type ListAnswer,
  type ProblemAnswer,
  type RecordValue,
} from '@ninefold/model';
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
    title: "{{name}} {{holder.team}}{{holder.user}}"
    key: name
    fields:
      name: { type: string, required: true, unique: true, max: 20 }
      holder: { type: reference, to: [user, team], label: Holder, where: option.open, inverse: held }
      keeper: { type: reference, to: [user, team], required: true, default: = user, immutable: true, inverse: kept }
      last: { type: reference, to: [user, team], copy: record.copied.holder, inverse: lasts }
      copied: { type: reference, to: key, inverse: copies }
      same: { type: boolean, computed: record.holder == record.keeper }
      mine: { type: boolean, computed: "record.holder == record.created_by" }
states:
  key:
    initial: there
    states: { there: {}, gone: { final: true } }
    transitions:
      hand_out: { from: there, to: gone, by: boss, input: { whom: { type: reference, to: team } }, set: { holder.team: = input.whom } }
rules:
  key: { never_both: { never: filled(record.holder.user) && filled(record.holder.team), message: Both } }
roles:
  boss: { key: all, team: all, user: { read: true } }
  clerk: { members: everyone, key: all, user: { refer: true } }
  administrator: { runtime: [users], key: all, team: all, user: { read: true, grant: [boss, clerk] } }
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
      { path: 'data/key.csv', text: 'name,holder.team,holder.user,keeper.team\nseed,Ops,,Ops\n' },
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
const problems = ({ errors }: Answer) => errors?.map(({ path, code }) => `${path}: ${code}`);
const names = async (query: string) =>
  ((await cleo.call('GET', `/api/key?sort=name&${query}`)).json as ListAnswer).items.map(({ name }) => name);

test('it goes in and comes out with one part, which data files name by column', async () => {
  expect((await cleo.call('GET', '/api/key/seed')).json).toMatchObject({
    holder: { user: null, team: { id: ops, title: 'Ops' } },
    same: true,
    title: 'seed Ops',
  });
  const made = await call('POST', 'key', { name: 'a', holder: { team: 'Ops' } });
  expect(made).toMatchObject({ holder: { user: null, team: { title: 'Ops' } }, keeper: { user: { id: me } } });
  expect(await call('POST', 'key', { name: 'b', keeper: { team: 'Help' } })).toMatchObject({
    ...{ holder: null, keeper: { user: null, team: { title: 'Help' } } },
  });
});

test('a record in one part leaves the others blank; two at once are refused', async () => {
  await call('POST', 'key', { name: 'c', holder: { team: 'Ops' } });
  expect((await call('PATCH', 'key/c', { holder: { user: me } }))['holder']).toMatchObject({
    user: { id: me },
    team: null,
  });
  expect(problems(await call('PATCH', 'key/c', { holder: { user: me, team: 'Ops' } }))).toEqual([
    'holder.team: too_many',
  ]);
  expect(problems(await call('POST', 'key', { name: 'd', holder: { user: me, team: 'Ops' } }))).toEqual([
    ...['holder.user: too_many', 'holder.team: too_many'],
  ]);
  expect((await call('PATCH', 'key/c', { holder: { team: null } }))['holder']).toMatchObject({ user: { id: me } });
  expect((await call('PATCH', 'key/c', { holder: null }))['holder']).toBeNull();
  const { items } = (await cleo.call('GET', '/api/key/c/history')).json as { items: readonly HistoryEntry[] };
  expect(
    items
      .at(-2)
      ?.changes.map(({ field }) => field)
      .toSorted(),
  ).toEqual(['holder.team', 'holder.user']);
});

test('it is required as a whole, keeps its first value as a whole, and its condition holds for each entity', async () => {
  expect(problems(await call('POST', 'key', { name: 'e', keeper: null }))).toEqual(['keeper.user: required']);
  expect(problems(await call('POST', 'key', { name: 'e', holder: { team: 'Shut' } }))).toEqual([
    'holder.team: not_offered',
  ]);
  expect(problems(await call('PATCH', 'key/seed', { keeper: { user: me } }))).toEqual(['keeper.team: immutable']);
  expect(problems(await call('POST', 'key', { name: 'e', holder: 'Ops' }))).toEqual(['holder: bad_type']);
});

test('a copy follows all parts, and a transition that sets one leaves the others blank', async () => {
  await call('POST', 'key', { name: 'f', holder: { user: me } });
  await call('POST', 'key', { name: 'g', copied: 'seed' });
  expect((await call('PATCH', 'key/g', { copied: 'f' }))['last']).toMatchObject({ user: { id: me }, team: null });
  expect((await call('PATCH', 'key/g', { copied: 'seed' }))['last']).toMatchObject({ user: null, team: { id: ops } });
  const gone = await call('POST', 'key/f/hand_out', { input: { whom: 'Help' } });
  expect(gone['holder']).toMatchObject({ user: null, team: { title: 'Help' } });
});

const CONDITIONS = [
  ...['record.holder == user', 'record.holder != user', 'record.keeper == record.holder', 'record.holder == null'],
  ...[
    'record.holder != record.last',
    'record.holder in [user]',
    'filled(record.holder) && record.holder.team.name == "Ops"',
  ],
];

test.each(CONDITIONS)('the database and the page decide alike: %s', async (source) => {
  const { items } = (await cleo.call('GET', '/api/key?sort=name&expand=holder.team')).json as ListAnswer;
  const { model } = applicationOf(SPECIFICATION);
  const variables = { record: { kind: 'record', entity: 'key' }, user: { kind: 'record', entity: 'user' } } as const;
  const { expression } = checkExpression(source, { variables, schema: schemaOf(model), guarded: false });
  const fields = model.entities['key']?.fields ?? {};
  const scope = { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), user: { id: me } };
  const seen = items.filter((item) => holds(expression, { ...scope, record: flat(item, fields) }) === true);
  expect(await names(`where=${encodeURIComponent(source)}`)).toEqual(seen.map(({ name }) => name));
});

test('lists filter, sort and group by its parts, and each entity lists what refers to it', async () => {
  expect(await names('f.holder=blank&f.name=in:b,seed')).toEqual(['b']);
  expect(await names(`f.holder.team=eq:${ops}&f.name=in:a,b,seed`)).toEqual(['a', 'seed']);
  const held = (await cleo.call('GET', `/api/team/${ops}/held?sort=name`)).json as ListAnswer;
  expect(held.items.map(({ name }) => name)).toContain('seed');
  expect((await cleo.call('GET', `/api/user/${me}/kept`)).status).toBe(200);
  const groups = (await cleo.call('GET', '/api/key?group=holder.team')).json as { groups: readonly object[] };
  expect(JSON.stringify(groups)).toContain('"title":"Ops"');
});

test('who may not read one of the entities learns its id at most, anywhere', async () => {
  const clerk = await desk.signedIn('ada@example.com');
  const said: string[] = [];
  for (const path of [
    '/api/key',
    '/api/key/seed',
    '/api/key/seed/history',
    '/api/key?group=holder.team',
    '/api/key?format=csv',
    '/api/key?search=Ops',
    '/api/key?sort=holder.team',
    '/_/model',
  ])
    said.push((await clerk.call('GET', path)).text);
  expect(said.filter((text) => text.includes('Ops') || text.includes('Help'))).toEqual([]);
  expect((await clerk.call('GET', '/api/key/seed')).json).toMatchObject({ holder: { user: null, team: { id: ops } } });
  const query = encodeURIComponent('record.holder.team.name == "Ops"');
  expect(((await clerk.call('GET', `/api/key?where=${query}`)).json as ListAnswer).items ?? []).toEqual([]);
  const put = await clerk.call('PATCH', '/api/key/b', { body: { holder: { team: 'Ops' } } });
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

test('an import that names one part leaves the others blank', async () => {
  await call('POST', 'key', { name: 'imp', holder: { user: me } });
  const headers = { 'content-type': 'text/csv' };
  await cleo.call('POST', '/api/key/import?mode=all', { body: 'name,holder.team\nimp,Help\n', headers });
  expect((await cleo.call('GET', '/api/key/imp')).json).toMatchObject({
    holder: { user: null, team: { title: 'Help' } },
  });
});

test('the page says of two at once what the server says', () => {
  const { model } = applicationOf(SPECIFICATION);
  const entity = model.entities['key'];
  if (!entity) throw new Error('no entity');
  const scope = { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), user: null };
  const sent = { name: 'x', 'holder.user': { id: me }, 'holder.team': { id: ops }, 'keeper.team': { id: ops } };
  const write = settledWrite({ entity, before: null, record: settle({ entity, before: null, sent, scope }), scope });
  expect(validateFields(write).map(({ path, code }) => [path, code])).toEqual([
    ['holder.user', 'too_many'],
    ['holder.team', 'too_many'],
  ]);
});
