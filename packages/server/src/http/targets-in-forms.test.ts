// An answer to the form of a transition may name a record of one of several entities: each has a part of its own.
import type { BulkAnswer, HistoryEntry, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretKeeper, secretsFile } from '../calls/secrets.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: keys, languages: [en], currency: EUR }
entities:
  team:
    title: name
    key: name
    fields: { name: { type: string, required: true, unique: true }, open: { type: boolean, default: true }, head: { type: reference, to: user } }
  user: { fields: { open: { type: boolean, default: true } } }
  key:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      holder: { type: reference, to: [user, team] }
      helper: { type: reference, to: team }
      said: { type: string }
      kept: { type: reference, to: [user, team] }
states:
  key:
    initial: there
    states: { there: {}, gone: {} }
    transitions:
      give:
        from: there
        to: gone
        by: [boss, clerk]
        input:
          whom: { type: reference, to: [user, team], required: true, where: option.open }
          helper: { type: reference, to: team, where: option != input.whom.team && (blank(input.whom.user) || option.head == input.whom.user) }
          found: { type: reference, to: team, find: option.head == input.whom.user }
        when: input.whom != record.holder
        set: { holder.user: = input.whom.user, holder.team: = input.whom.team, helper: = input.helper, said: '= or_else(input.whom.team.name, "somebody") + " " + or_else(input.found.name, "nobody")' }
      back:
        from: gone
        to: there
        by: boss
        input:
          likes: { type: boolean, default: true }
          by: { type: reference, to: [user, team], visible_when: input.likes, default: = record.holder, required_when: record.said == "strict" }
        set: { kept.user: = input.by.user, kept.team: = input.by.team, said: '= blank(input.by) ? "blank" : input.by == user ? "me" : "other"' }
roles:
  boss: { key: all, team: all, user: { read: true } }
  clerk: { key: { read: true, history: true, fields: { kept: none } }, team: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, clerk] } }
calls:
  in:
    given: { updates: key, find: record.name == body.key, fires: give, as: boss, secret: word, map: { whom.team: = body.team } }
    plain: { updates: key, find: record.name == body.key, fires: back, secret: word, map: { likes: false } }
`;
const WORD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

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
      { path: 'data/key.csv', text: 'name,state,holder.team\nold,gone,Help\n' },
      {
        path: 'data/key.history.csv',
        text: 'record,at,kind,transition,from,to,input\nold,2026-03-01T09:00:00Z,transition,give,there,gone,"{""whom"": {""team"": ""Ops""}}"\n',
      },
    ],
  });
  createSecretKeeper(secretsFile(desk.place.data)).set('word', WORD);
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
  await cleo.call('PATCH', '/api/team/Help', { body: { head: me } });
}, 60_000);
afterAll(() => desk.close());

type Key = RecordValue & ProblemAnswer;
const fire = async (key: string, transition: string, input: object, by = cleo): Promise<Key> =>
  (await by.call('POST', `/api/key/${key}/${transition}`, { body: { input } })).json as Key;
const made = async (name: string, more: object = {}): Promise<string> => {
  const { status } = await cleo.call('POST', '/api/key', { body: { name, ...more } });
  expect(status).toBe(201);
  return name;
};
const problems = ({ errors }: Key) => errors?.map(({ path, code }) => `${path}: ${code}`);
const answersOf = async (key: string, by = cleo): Promise<HistoryEntry['input']> => {
  const { items } = (await by.call('GET', `/api/key/${key}/history`)).json as { items: readonly HistoryEntry[] };
  return items[0]?.input ?? null;
};

test('one part is sent and goes into the record; expressions, other answers and the history know it', async () => {
  const given = await fire(await made('a'), 'give', { whom: { team: 'Ops' }, helper: 'Help' });
  expect(given).toMatchObject({
    holder: { user: null, team: { id: ops } },
    helper: { title: 'Help' },
    said: 'Ops nobody',
  });
  expect(await answersOf('a')).toMatchObject({ 'whom.user': null, 'whom.team': { id: ops, title: 'Ops' } });
  const toMe = await fire(await made('a2'), 'give', { whom: { user: me }, helper: 'Help' });
  expect(toMe).toMatchObject({ holder: { user: { id: me }, team: null }, said: 'somebody Help' });
});

test('what is wrong with it is told of its parts, and its guard holds', async () => {
  const key = await made('b', { holder: { team: 'Help' } });
  const wrong = async (input: object) => problems(await fire(key, 'give', input));
  expect(await wrong({})).toEqual(['input.whom.user: required']);
  expect(await wrong({ whom: null })).toEqual(['input.whom.user: required']);
  expect(await wrong({ whom: { user: me, team: 'Ops' } })).toEqual([
    'input.whom.user: too_many',
    'input.whom.team: too_many',
  ]);
  expect(await wrong({ whom: { team: 'Shut' } })).toEqual(['input.whom.team: not_offered']);
  expect(await wrong({ whom: { team: 'Nobody' } })).toEqual(['input.whom.team: no_such_record']);
  expect(await wrong({ whom: { shop: 'x' } })).toEqual(['input.whom.shop: unknown_field']);
  expect(await wrong({ whom: 'Ops' })).toEqual(['input.whom: unknown_field']);
  expect(await wrong({ 'whom.team': 'Ops' })).toHaveLength(1);
  expect(await wrong({ whom: { team: 'Ops' }, helper: 'Ops' })).toEqual(['input.helper: not_offered']);
  expect(await wrong({ whom: { user: me }, helper: 'Ops' })).toEqual(['input.helper: not_offered']);
  expect((await fire(key, 'give', { whom: { team: 'Help' } })).code).toBe('guard_failed');
});

test('its default fills one part, leaves room for what is sent, and is blank while it is hidden', async () => {
  const back = async (name: string, input: object) => {
    await fire(await made(name), 'give', { whom: { team: 'Ops' } });
    const fired = await fire(name, 'back', input);
    return [fired['said'], await answersOf(name)];
  };
  expect(await back('c1', {})).toMatchObject(['other', { 'by.team': { id: ops }, 'by.user': null }]);
  expect(await back('c2', { by: { user: me } })).toMatchObject(['me', { 'by.team': null, 'by.user': { id: me } }]);
  expect(await back('c3', { by: null })).toMatchObject(['blank', { 'by.team': null }]);
  expect(await back('c4', { likes: false })).toMatchObject(['blank', { 'by.team': null }]);
  await fire(await made('c5'), 'give', { whom: { team: 'Ops' } });
  await cleo.call('PATCH', '/api/key/c5', { body: { said: 'strict' } });
  expect(problems(await fire('c5', 'back', { by: null }))).toEqual(['input.by.user: required']);
  expect(problems(await fire('c5', 'back', { likes: false, by: { team: 'Ops' } }))).toEqual([
    'input.by.team: hidden_field',
  ]);
});

test('many records, a batch and incoming calls name it in the same way', async () => {
  const ids = await Promise.all(
    ['d1', 'd2'].map(async (name) => ((await cleo.call('GET', `/api/key/${await made(name)}`)).json as Key).id),
  );
  const many = { action: 'transition', transition: 'give', ids, input: { whom: { team: 'Ops' } } };
  expect((await cleo.call('POST', '/api/key/bulk', { body: many })).json as BulkAnswer).toMatchObject({ done: 2 });
  const writes = [
    { action: 'create', entity: 'key', as: 'new', values: { name: 'e' } },
    { action: 'create', entity: 'team', as: 'crew', values: { name: 'Crew' } },
    {
      action: 'transition',
      entity: 'key',
      id: { $id: 'new' },
      transition: 'give',
      input: { whom: { team: { $id: 'crew' } } },
    },
  ];
  const { json } = await cleo.call('POST', '/api/batch', { body: { writes } });
  expect(json).toMatchObject({ results: [{}, {}, { record: { holder: { team: { title: 'Crew' } } } }] });
  const called = async (call: string, body: object) =>
    (
      await desk.app.inject({
        method: 'POST',
        url: `/_/in/${call}`,
        payload: body,
        headers: { authorization: `Bearer ${WORD}`, 'idempotency-key': call },
      })
    ).statusCode;
  await made('f');
  expect(await called('given', { key: 'f', team: 'Ops' })).toBe(200);
  expect(((await cleo.call('GET', '/api/key/f')).json as Key)['holder']).toMatchObject({ team: { id: ops } });
  expect(await called('plain', { key: 'f' })).toBe(200);
  expect(await answersOf('f')).toMatchObject({ likes: false, 'by.team': null });
});

test('files of past events name it, pickers offer what its condition lets, and the schema has its parts', async () => {
  expect(await answersOf('old')).toMatchObject({ 'whom.team': { id: ops, title: 'Ops' } });
  const offers = async (path: string, entered: object = {}) =>
    (
      (await cleo.call('GET', `/api/_offers/${path}?entered=${encodeURIComponent(JSON.stringify(entered))}`))
        .json as ListAnswer
    ).items.map(({ title }) => title);
  expect(await offers('key.give.input.whom.team')).not.toContain('Shut');
  expect(await offers('key.give.input.helper', { input: { 'whom.user': { id: me }, 'whom.team': null } })).toEqual([
    'Help',
  ]);
  const { text } = await cleo.call('GET', '/api/openapi.json');
  expect(text).toContain(
    '"input":{"type":"object","additionalProperties":false,"properties":{"whom":{"type":["object","null"],"properties":{"user":',
  );
});

test('who may not read one of the entities learns an id at most', async () => {
  await fire(await made('g'), 'give', { whom: { user: me } });
  expect(await answersOf('g', ada)).toMatchObject({ 'whom.user': { id: me } });
  await fire('g', 'back', {});
  expect(await answersOf('g')).toMatchObject({ likes: true, 'by.user': { id: me }, 'by.team': null });
  expect(await answersOf('g', ada)).toEqual({ likes: true }); // what the form wrote into a field that is closed to them
  for (const path of ['/api/key/g', '/api/key/g/history', '/api/key?format=csv&for=people'])
    expect((await ada.call('GET', path)).text).not.toContain('Cleo');
});
