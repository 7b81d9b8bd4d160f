// A reference in lines to one of several entities has a part for each of them, as that of a record has.
import {
  flat,
  holds,
  scopeAt,
  type ImportAnswer,
  type ListAnswer,
  type ProblemAnswer,
  type RecordValue,
} from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';
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
      name: { type: string, required: true, unique: true }
      holder: { type: reference, to: [user, team], inverse: held }
  ring:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      rows:
        type: lines
        fields:
          key: { type: reference, to: key, inverse: rings }
          whom: { type: reference, to: [user, team], required_when: line.needed, where: option.open, inverse: ringed, unique: true }
          needed: { type: boolean }
          last: { type: reference, to: [user, team], copy: line.key.holder, inverse: lasts }
          mine: { type: boolean, computed: line.whom == record.created_by }
roles:
  boss: { key: all, ring: all, team: all, user: { read: true } }
  clerk: { ring: all, team: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, clerk] } }
`;

let desk: Desk;
let cleo: Browser;
let ada: Browser;
let me = '';
let ops = '';
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'data/team.csv', text: 'name,open\nOps,true\nHelp,true\nShut,false\n' },
      { path: 'data/key.csv', text: 'name,holder.team\nfront,Ops\nback,Help\n' },
      {
        path: 'data/ring.json',
        text: '[{ "name": "seed", "rows": [{ "key": "front", "whom": { "team": "Ops" } }, { "needed": false }] }]',
      },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
  const dan = await desk.signedIn('dan@example.com');
  const { items } = (await dan.call('GET', '/api/user?f.email=eq:ada@example.com')).json as ListAnswer;
  await dan.call('PATCH', `/api/user/${items[0]?.id ?? ''}`, {
    body: { roles: ['clerk'] },
    headers: { 'if-match': `"${items[0]?.version ?? ''}"` },
  });
  ada = await desk.signedIn('ada@example.com');
  me = ((await cleo.call('GET', '/api/user?f.email=eq:cleo@example.com')).json as ListAnswer).items[0]?.id ?? '';
  ops = ((await cleo.call('GET', '/api/team/Ops')).json as RecordValue).id;
}, 60_000);
afterAll(() => desk.close());

type Line = Readonly<Record<string, unknown>>;
type Ring = RecordValue & ProblemAnswer & { readonly rows: readonly Line[] };
const call = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<Ring> =>
  (await cleo.call(method, `/api/${path}`, { body })).json as Ring;
const ring = async (name: string, by = cleo) => (await by.call('GET', `/api/ring/${name}`)).json as Ring;
const problems = ({ errors }: Ring) => errors?.map(({ path, code }) => `${path}: ${code}`);

test('it goes in and comes out with one part, and a copy gives to each part', async () => {
  expect((await ring('seed')).rows).toMatchObject([
    { whom: { user: null, team: { id: ops, title: 'Ops' } }, last: { user: null, team: { id: ops } } },
    { whom: null, last: null },
  ]);
});

test('a record in one part leaves the others blank, in a line that is sent in part too; two at once are refused', async () => {
  const made = await call('POST', 'ring', { name: 'a', rows: [{ whom: { team: 'Ops' } }, { whom: { user: me } }] });
  expect(made.rows).toMatchObject([{ whom: { team: { id: ops } } }, { whom: { user: { id: me } }, mine: true }]);
  const [first, second] = made.rows.map(({ id }) => id);
  const changed = await call('PATCH', 'ring/a', {
    rows: [
      { id: first, whom: { user: me } },
      { id: second, whom: null },
    ],
  });
  expect(changed.rows).toMatchObject([{ whom: { user: { id: me }, team: null } }, { whom: null }]);
  const both = { whom: { user: me, team: 'Ops' } };
  expect(problems(await call('POST', 'ring', { name: 'b', rows: [both] }))).toEqual([
    'rows[0].whom.user: too_many',
    'rows[0].whom.team: too_many',
  ]);
});

test('it is required as a whole, unique among the lines, and its condition holds for each entity', async () => {
  const wrong = async (...rows: readonly object[]) => problems(await call('POST', 'ring', { name: 'c', rows }));
  expect(await wrong({ needed: true })).toEqual(['rows[0].whom.user: required']);
  expect(await wrong({ whom: { team: 'Shut' } })).toEqual(['rows[0].whom.team: not_offered']);
  expect(await wrong({ whom: { team: 'Ops' } }, { whom: { team: 'Ops' } })).toEqual([
    'rows[1].whom.team: repeated_line',
  ]);
  expect(await wrong({ whom: { shop: 'x' } })).toEqual(['rows[0].whom.shop: unknown_field']);
  expect(await wrong({ whom: 'Ops' })).toEqual(['rows[0].whom: unknown_field']);
});

test('a copy follows in every part where another record is chosen, and keeps what somebody chose', async () => {
  const { rows } = await call('POST', 'ring', { name: 'd', rows: [{ key: 'front' }] });
  const [line] = rows;
  const id = line?.['id'];
  await call('PATCH', 'key/back', { holder: { user: me } });
  expect((await call('PATCH', 'ring/d', { rows: [{ id, key: 'back' }] })).rows).toMatchObject([
    { last: { user: { id: me }, team: null } },
  ]);
  expect((await call('PATCH', 'ring/d', { rows: [{ id, key: 'front', last: { team: 'Help' } }] })).rows).toMatchObject([
    { last: { user: null, team: { title: 'Help' } } },
  ]);
});

test.each([
  'record.rows.exists(r, r.whom == user)',
  'record.rows.exists(r, r.whom != user)',
  'record.rows.exists(r, filled(r.whom) && r.whom.team.name == "Ops")',
  'record.rows.all(r, r.whom == r.last || blank(r.whom))',
  'record.rows.exists(r, r.whom == null)',
])('the database and the page decide alike: %s', async (source) => {
  const { items } = (await cleo.call('GET', '/api/ring?sort=name&expand=rows.whom.team')).json as ListAnswer;
  const { model } = desk.service.application;
  const variables = { record: { kind: 'record', entity: 'ring' }, user: { kind: 'record', entity: 'user' } } as const;
  const { expression, issues } = checkExpression(source, { variables, schema: schemaOf(model), guarded: false });
  expect(issues).toEqual([]);
  const scope = { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), user: { id: me } };
  const fields = model.entities['ring']?.fields ?? {};
  const seen = items.filter((item) => holds(expression, { ...scope, record: flat(item, fields) }) === true);
  const { items: found } = (await cleo.call('GET', `/api/ring?sort=name&where=${encodeURIComponent(source)}`))
    .json as ListAnswer;
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ name }) => name)).toEqual(seen.map(({ name }) => name));
});

test('files bring the part back, and name its record', async () => {
  for (const [format, type] of [
    ['jsonl', 'application/jsonl'],
    ['csv', 'text/csv'],
  ] as const) {
    const { text } = await cleo.call('GET', `/api/ring?sort=name&format=${format}`);
    const { json } = await cleo.call('POST', '/api/ring/import?mode=try&match=name', {
      body: text.replace('"needed":false', '"needed":true').replace('""needed"":false', '""needed"":true'),
      headers: { 'content-type': type },
    });
    expect(json as ImportAnswer).toMatchObject({ failed: 0, created: 0, changed: 1 });
  }
});

test('who may not read one of the entities learns its id at most, and the schema has the parts', async () => {
  await call('POST', 'ring', { name: 'z', rows: [{ whom: { user: me } }] });
  const { text } = await ada.call('GET', '/api/ring/z');
  expect(text).toContain(me);
  for (const path of [
    '/api/ring',
    '/api/ring?format=jsonl',
    '/api/ring?format=csv&for=people',
    '/api/ring/z/history',
    '/api/ring?search=Cleo',
  ])
    expect((await ada.call('GET', path)).text).not.toContain('Cleo');
  expect((await cleo.call('GET', '/api/openapi.json')).text).toContain(
    '"whom":{"type":["object","null"],"properties":{"user":',
  );
  expect((await cleo.call('GET', `/api/team/${ops}/ringed`)).status).toBe(404);
});
