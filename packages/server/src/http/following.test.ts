// Whom a field of the record names follows it while they stand there: whoever wrote it, and by whatever way.
import type {
  ConversationAnswer,
  NotificationAnswer,
  NotificationsAnswer,
  RecordValue,
  UnreadAnswer,
} from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecretKeeper, secretsFile } from '../calls/secrets.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: asks, languages: [en, ja] }
entities:
  ask:
    title: name
    comments: { internal: [boss], follow: [requester, watchers, suspect, judge] }
    fields:
      name: { type: string, required: true }
      size: { type: integer }
      requester: { type: reference, to: user, default: = user }
      watchers: { type: references, to: user }
      suspect: { type: reference, to: user }
      judge: { type: reference, to: [user, court] }
  court: { fields: { name: { type: string } } }
  lead: { fields: { name: { type: string, required: true } } }
states:
  lead:
    initial: open
    states: { open: {}, done: { final: true } }
    transitions:
      become: { from: open, to: done, by: member, create: { ask: { name: = record.name, requester: = record.created_by } } }
roles:
  member:
    members: everyone
    ask:
      create: true
      read: record.requester == user || user in record.watchers || record.suspect == user
      comment: true
      update: true
      import: true
      fields: { suspect: none }
    lead: all
    user: { refer: true }
  boss: { ask: all, court: all, user: { read: true, refer: true } }
  administrator: { runtime: [users], user: { read: true, update: true, grant: [boss] } }
calls:
  in:
    gate: { creates: ask, key: = body.id, secret: gate_token, as: boss, map: { name: = body.name, requester: = body.who } }
`;

let desk: Desk;
let ada: Browser;
let bo: Browser;
let cleo: Browser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  [ada, bo, cleo] = (await Promise.all(
    (['ada', 'bo', 'cleo'] as const).map((name) => desk.signedIn(`${name}@example.com`)),
  )) as [Browser, Browser, Browser]; // three of them
  for (const name of ['ada', 'bo', 'cleo'])
    ids[name] = (await desk.service.records.userByEmail(`${name}@example.com`)) ?? '';
});
afterAll(() => desk.close());

const inbox = async (by: Browser): Promise<readonly NotificationAnswer[]> =>
  ((await by.call('GET', '/_/notifications?unread=true')).json as NotificationsAnswer).items;
beforeEach(async () => {
  for (const by of [ada, bo, cleo]) {
    const [newest] = await inbox(by);
    if (newest) await by.call('POST', '/_/notifications', { body: { read: true, until: newest.id } });
  }
});

const make = async (body: object, by = cleo): Promise<string> =>
  ((await by.call('POST', '/api/ask', { body: { name: 'Paint', ...body } })).json as RecordValue).id;
const say = (by: Browser, id: string, body: object) => by.call('POST', `/api/ask/${id}/comments`, { body });
const standing = async (by: Browser, id: string): Promise<ConversationAnswer> =>
  (await by.call('GET', `/_/conversation/ask/${id}`)).json as ConversationAnswer;
const unread = async (by: Browser): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    ((await by.call('GET', '/_/unread')).json as UnreadAnswer).items.map((one) => [one.record.id, one.unread]),
  );
const followers = async (by: Browser, id: string) =>
  (await standing(by, id)).followers.map(({ title }) => title).sort();

test('the person of a field follows from the creation on, and is told of a comment and of no internal one', async () => {
  const id = await make({ requester: ids['ada'] });
  expect(await inbox(ada)).toEqual([]);
  expect((await standing(ada, id)).follows).toBe('named');
  await say(cleo, id, { text: 'Between us', internal: true });
  expect([await inbox(ada), await unread(ada)]).toEqual([[], {}]);
  await say(cleo, id, { text: 'Which colour?' });
  expect(await inbox(ada)).toMatchObject([{ kind: 'comment', what: 'comment', times: 1, by: { title: 'Cleo Boss' } }]);
  expect(await unread(ada)).toEqual({ [id]: 1 });
  expect(await inbox(cleo)).toEqual([]); // it is hers
});

test('who comes to stand in a field follows from then on, and who stands there no more does not', async () => {
  const id = await make({ requester: ids['ada'], watchers: [ids['bo']] });
  await say(cleo, id, { text: 'One' });
  expect(await unread(bo)).toEqual({ [id]: 1 });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { requester: ids['bo'], watchers: [ids['ada'], ids['cleo']] } });
  expect(await followers(cleo, id)).toEqual(['Ada Writer', 'Bo Writer', 'Cleo Boss']);
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { watchers: [] } });
  expect((await standing(bo, id)).follows).toBe('named');
  expect(await followers(cleo, id)).toEqual(['Bo Writer', 'Cleo Boss']); // she has commented
  await say(cleo, id, { text: 'Two' });
  expect((await inbox(bo)).map(({ kind, times }) => [kind, times])).toContainEqual(['comment', 2]);
  expect(Object.keys(await unread(ada))).not.toContain(id);
});

test('who has stopped stays so, whatever is written into the field, until they follow by hand', async () => {
  const id = await make({ requester: ids['ada'] });
  await ada.call('POST', `/_/conversation/ask/${id}`, { body: { follow: false } });
  await say(cleo, id, { text: 'One' });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { requester: null } });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { requester: ids['ada'], size: 3 } });
  expect([await inbox(ada), Object.keys(await unread(ada)).includes(id)]).toEqual([[], false]);
  expect([(await standing(ada, id)).follows, await followers(cleo, id)]).toEqual([null, ['Cleo Boss']]);
  await ada.call('POST', `/_/conversation/ask/${id}`, { body: { follow: true } });
  expect((await standing(ada, id)).follows).toBe('hand');
});

test('a field that is closed to the person it names tells them nothing, and nobody else to whom it is closed', async () => {
  const id = await make({ requester: ids['ada'], suspect: ids['bo'] });
  await say(cleo, id, { text: 'Who was it?' });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { size: 7 } });
  expect((await standing(bo, id)).follows).toBeNull();
  expect([await inbox(bo), Object.keys(await unread(bo)).includes(id)]).toEqual([[], false]);
  expect((await bo.call('GET', `/_/conversation/ask/${id}`)).text).not.toContain('Bo Writer');
  expect(await followers(ada, id)).toEqual(['Ada Writer', 'Cleo Boss']);
  expect((await ada.call('GET', '/_/model')).text).not.toContain('suspect');

  const own = await make({ requester: ids['ada'], suspect: ids['cleo'] }, cleo);
  expect(await followers(cleo, own)).toEqual(['Ada Writer', 'Cleo Boss']);
  expect(await followers(ada, own)).toEqual(['Ada Writer']); // who may not read the field does not learn it here
});

test('whoever may not read the record is told nothing of it, though a field names them', async () => {
  const id = await make({ requester: ids['ada'], judge: { user: ids['bo'] } });
  await say(cleo, id, { text: 'Silence' });
  expect([await inbox(bo), Object.keys(await unread(bo)).includes(id)]).toEqual([[], false]);
  expect(await followers(cleo, id)).toEqual(['Ada Writer', 'Cleo Boss']);
});

test('a person of one of several entities follows', async () => {
  const id = await make({ requester: ids['ada'], judge: { user: ids['cleo'] } }, ada);
  expect((await standing(cleo, id)).follows).toBe('named');
});

test('it makes no difference how the record came to be: by an effect, a call of another system, many at once', async () => {
  const lead = ((await ada.call('POST', '/api/lead', { body: { name: 'By an effect' } })).json as RecordValue).id;
  await ada.call('POST', `/api/lead/${lead}/become`);
  createSecretKeeper(secretsFile(desk.place.data)).set('gate_token', 'tell-nobody-tell-nobody');
  const called = await desk.app.inject({
    method: 'POST',
    url: '/_/in/gate',
    headers: { authorization: 'Bearer tell-nobody-tell-nobody', 'content-type': 'application/json' },
    payload: JSON.stringify({ id: '1', name: 'By a call', who: ids['ada'] }),
  });
  expect(called.statusCode).toBeLessThan(300);
  const values = { name: 'In a batch', requester: ids['ada'] };
  await cleo.call('POST', '/api/batch', { body: { writes: [{ action: 'create', entity: 'ask', values }] } });
  await ada.call('POST', '/api/ask/import?mode=all', {
    body: Buffer.from('name,requester\nBy a file,ada@example.com\n'),
    headers: { 'content-type': 'text/csv' },
  });
  const all = (await ada.call('GET', '/api/ask?size=50')).json as { readonly items: readonly RecordValue[] };
  for (const name of ['By an effect', 'By a call', 'In a batch', 'By a file']) {
    const one = all.items.find((each) => each['name'] === name);
    expect([name, one && (await standing(ada, one.id)).follows]).toEqual([name, 'named']);
  }
});
