// Who is told of what: only those who may read the record, with values that each of them may read, in the transaction of the write.
import type {
  NotificationAnswer,
  NotificationChoicesAnswer,
  NotificationsAnswer,
  RecordValue,
  UnreadNotificationsAnswer,
} from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { listenTo } from '../testing/live-reader.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: asks, languages: [en, ja] }
limits: { notification_days: 10 }
entities:
  ask:
    title: name
    comments: { internal: [boss] }
    fields:
      name: { type: string, required: true }
      size: { type: integer }
      secret: { type: string }
      due: { type: date }
      late: { type: boolean, computed: record.due < today }
      helpers: { type: references, to: user }
      judge: { type: reference, to: user, on_delete: clear }
      told: { type: references, to: user }
states:
  ask:
    initial: open
    states: { open: {}, busy: {}, judged: {}, shut: { final: true } }
    transitions:
      begin:
        from: open
        to: busy
        by: member
        notify: { to: record.told, text: "{{name}} is under way and is due on {{due}}" }
      whisper:
        from: busy
        to: same
        by: member
        notify: [{ to: record.told, by: inbox, text: "The secret is {{secret}}" }, { to: record.judge, by: email }]
      finish: { from: [open, busy], to: shut, by: member, when: record.size > 3, notify: { to: record.told, text: Done } }
      fail:
        from: open
        to: shut
        by: member
        notify: { to: record.told, text: Failed }
        fire: { each: record, transition: finish }
      end: { from: [open, busy], to: judged, by: member, approvals: { of: record.judge } }
    reactions:
      counted: { when: record.state == "busy" && record.name == "Reacts", set: { size: = 5 } }
      big: { when: record.size > 100, notify: { to: record.told, text: "{{name}} is big: {{size}}" } }
roles:
  member:
    members: everyone
    ask:
      create: true
      read: record.created_by == user || user in record.helpers
      comment: true
      update: true
      delete: true
      fields: { secret: none }
    user: { refer: true }
  boss: { ask: all, user: { refer: true } }
  administrator: { runtime: [users, operate], user: { read: true, update: true, delete: true, grant: [boss] } }
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
  for (const name of ['ada', 'bo', 'cleo', 'dan'])
    ids[name] = (await desk.service.records.userByEmail(`${name}@example.com`)) ?? '';
});
afterAll(() => desk.close());

const inbox = async (by: Browser, query = ''): Promise<readonly NotificationAnswer[]> =>
  ((await by.call('GET', `/_/notifications${query}`)).json as NotificationsAnswer).items;
const unread = async (by: Browser): Promise<number> =>
  ((await by.call('GET', '/_/notifications/unread')).json as UnreadNotificationsAnswer).unread;
const texts = async (by: Browser) =>
  (await inbox(by, '?unread=true')).map(({ text, what, kind }) => text ?? what ?? kind);
const codeOf = ({ json }: Answer): unknown => (json as { code?: unknown }).code;

async function readAll(by: Browser): Promise<void> {
  const [newest] = await inbox(by);
  if (newest) await by.call('POST', '/_/notifications', { body: { read: true, until: newest.id } });
}

beforeEach(async () => {
  for (const browser of [ada, bo, cleo]) await readAll(browser);
});

const make = async (body: object): Promise<string> =>
  ((await ada.call('POST', '/api/ask', { body: { name: 'Paint', ...body } })).json as RecordValue).id;
const fire = (by: Browser, id: string, transition: string) => by.call('POST', `/api/ask/${id}/${transition}`);

test('those who may read the record are told, once each, in their language; whoever does it is not', async () => {
  const everybody = [ids['ada'], ids['bo'], ids['cleo']];
  const id = await make({ helpers: [ids['bo']], told: [...everybody, ids['bo']], due: '2026-03-09' });
  expect((await fire(ada, id, 'begin')).status).toBe(200);
  expect(await inbox(bo, '?unread=true')).toMatchObject([
    {
      kind: 'told',
      times: 1,
      read: false,
      by: { id: ids['ada'], title: 'Ada Writer' },
      about: { entity: 'ask', record: { id, title: 'Paint' } },
      text: 'Paint is under way and is due on Mar 9, 2026',
      what: null,
    },
  ]);
  expect(await texts(ada)).toEqual([]);
  expect(await unread(cleo)).toBe(1); // a boss
  const japanese = (await bo.call('GET', '/_/notifications?unread=true&lng=ja')).json as NotificationsAnswer;
  expect(japanese.items[0]?.text).toContain('2026/03/09');
});

test('a person outside the rows learns nothing, neither of the record nor that there is something', async () => {
  const id = await make({ told: [ids['bo']] });
  await fire(ada, id, 'begin');
  expect(await inbox(bo, '?unread=true')).toEqual([]);
  expect(await unread(bo)).toBe(0);
});

test('no value leaks through a text: whoever may not read one of its values gets none of it', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo'], ids['cleo']] });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { secret: 'xyzzy' } });
  await fire(ada, id, 'begin');
  await fire(ada, id, 'whisper');
  expect((await texts(cleo))[0]).toBe('The secret is xyzzy');
  const answer = await bo.call('GET', '/_/notifications?unread=true');
  expect(answer.text).not.toContain('xyzzy');
  expect((answer.json as NotificationsAnswer).items[0]).toMatchObject({
    text: null,
    about: { record: { title: 'Paint' } },
  });
});

test('a record that is gone from the reader says nothing more', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']] });
  await fire(ada, id, 'begin');
  await ada.call('PATCH', `/api/ask/${id}`, { body: { helpers: [] } });
  const [entry] = await inbox(bo);
  expect(entry).toMatchObject({ kind: 'told', about: null, text: null, what: null, by: null });
  expect(JSON.stringify(entry)).not.toContain(id);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { helpers: [ids['bo']] } });
  expect((await inbox(bo))[0]).toMatchObject({ about: { record: { id } } });
  await ada.call('DELETE', `/api/ask/${id}`);
  expect((await inbox(bo))[0]).toMatchObject({ about: null, text: null });
});

test('nothing is told of what is refused, also by what its effects do', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']], size: 1 });
  expect(codeOf(await fire(ada, id, 'finish'))).toBe('guard_failed');
  expect(codeOf(await fire(ada, id, 'fail'))).toBe('effect_refused');
  expect(await texts(bo)).toEqual([]);
  const writes = ['begin', 'finish'].map((transition) => ({ action: 'transition', entity: 'ask', id, transition }));
  expect(codeOf(await ada.call('POST', '/api/batch', { body: { writes } }))).toBe('writes_refused');
  expect(await texts(bo)).toEqual([]);
});

test('a reaction tells, and what happens again within a minute is one entry until it is read', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']] });
  for (let round = 0; round < 10; round += 1)
    for (const size of [200 + round, 1]) await ada.call('PATCH', `/api/ask/${id}`, { body: { size } });
  expect(await inbox(bo, '?unread=true')).toMatchObject([{ text: 'Paint is big: 1', times: 10, by: null }]);
  expect(await unread(bo)).toBe(1);
  await readAll(bo);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 300 } });
  expect(await inbox(bo, '?unread=true')).toMatchObject([{ times: 1 }]);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 1 } });
  desk.wait(120_000);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 300 } });
  expect(await unread(bo)).toBe(2);
});

test('a mention is told, and a comment to those who follow: an internal one only to its roles', async () => {
  const id = await make({ helpers: [ids['bo']] });
  const say = (by: Browser, body: object) => by.call('POST', `/api/ask/${id}/comments`, { body });
  expect((await say(ada, { text: 'Look', mentions: [ids['bo']] })).status).toBe(201);
  expect(await inbox(bo, '?unread=true')).toMatchObject([
    { kind: 'mention', what: 'comment', by: { title: 'Ada Writer' } },
  ]);
  await readAll(bo);
  expect((await say(cleo, { text: 'Among us', internal: true })).status).toBe(201);
  expect(await texts(bo)).toEqual([]);
  await say(ada, { text: 'One' });
  await say(ada, { text: 'Two' });
  expect(await inbox(bo, '?unread=true')).toMatchObject([{ kind: 'comment', times: 2 }]);
  expect(await inbox(cleo, '?unread=true')).toMatchObject([{ kind: 'comment', times: 2 }]); // she has commented
});

test('who follows a record learns of changes that they may read, and of one act once', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']], due: '2026-03-01' });
  await bo.call('POST', `/_/conversation/ask/${id}`, { body: { follow: true } });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { secret: 'plugh' } });
  expect(await texts(bo)).toEqual([]);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 2 } });
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 3 } });
  await bo.call('PATCH', `/api/ask/${id}`, { body: { size: 4 } });
  expect(await inbox(bo, '?unread=true')).toMatchObject([{ kind: 'followed', what: 'change', times: 2 }]);
  await readAll(bo);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 4 } }); // as it is
  expect(await texts(bo)).toEqual([]);
  await fire(ada, id, 'begin');
  expect(await inbox(bo, '?unread=true')).toMatchObject([{ kind: 'told' }]);
});

test('who follows a record learns which transition fired, once for all that it does', async () => {
  const id = await make({ name: 'Reacts', helpers: [ids['bo']] });
  await bo.call('POST', `/_/conversation/ask/${id}`, { body: { follow: true } });
  await ada.call('PATCH', `/api/ask/${id}`, { body: { due: '2026-03-09' } });
  desk.wait(1000);
  await fire(ada, id, 'begin');
  expect((await ada.call('GET', `/api/ask/${id}`)).json).toMatchObject({ size: 5 });
  expect(await inbox(bo, '?unread=true')).toMatchObject([
    { kind: 'followed', what: 'change', transition: 'begin', times: 1, by: { title: 'Ada Writer' } },
    { kind: 'followed', what: 'change', transition: null, times: 1 },
  ]);
});

test('an approval that waits is told when it begins to wait', async () => {
  const id = await make({ helpers: [ids['bo']], judge: ids['bo'] });
  expect(await inbox(bo, '?unread=true')).toMatchObject([{ kind: 'approval', what: 'end' }]);
  await readAll(bo);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 4 } });
  expect(await texts(bo)).toEqual([]);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { judge: ids['cleo'] } });
  expect(await inbox(cleo, '?unread=true')).toMatchObject([{ kind: 'approval', what: 'end' }]);
});

test('a list has pages, is narrowed, and is marked by its reader alone', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const id = await make({ name: `Paint ${String(index)}`, helpers: [ids['bo']], told: [ids['bo']] });
    made.push(id);
    await fire(ada, id, 'begin');
  }
  const first = (await bo.call('GET', '/_/notifications?unread=true&size=3')).json as NotificationsAnswer;
  expect(first.items.map(({ about }) => about?.record?.id)).toEqual(made.toReversed().slice(0, 3));
  const rest = await inbox(bo, `?unread=true&after=${String(first.next)}`);
  expect(rest.map(({ about }) => about?.record?.id)).toEqual([made[1], made[0]]);
  expect(await inbox(bo, `?entity=ask&record=${String(made[2])}&kind=told`)).toHaveLength(1);
  expect(await inbox(bo, '?kind=stuck')).toEqual([]);
  for (const wrong of ['kind=x', 'size=0', 'size=101', 'after=1', 'unread=x', 'other=1'])
    expect(codeOf(await bo.call('GET', `/_/notifications?${wrong}`))).toBe('bad_parameter');
  const [newest] = first.items;
  const marked = (by: Browser, body: object) => by.call('POST', '/_/notifications', { body });
  expect((await marked(cleo, { read: true, ids: [newest?.id] })).json).toEqual({ unread: 0 });
  expect(await unread(bo)).toBe(5);
  expect((await marked(bo, { read: true, ids: [newest?.id] })).json).toEqual({ unread: 4 });
  expect((await marked(bo, { read: false, ids: [newest?.id] })).json).toEqual({ unread: 5 });
  expect((await marked(bo, { read: true, until: first.items[1]?.id })).json).toEqual({ unread: 1 });
  for (const body of [
    {},
    { read: 1, ids: [] },
    { read: true, ids: [1] },
    { read: false, until: 'x' },
    { read: true, ids: [], until: 'x' },
  ])
    expect(codeOf(await marked(bo, body))).toBe('invalid');
});

test('a person chooses per kind; without mail the inbox takes what would be mailed', async () => {
  const choose = (by: Browser, body: object) => by.call('POST', '/_/notifications/choices', { body });
  const answer = (await bo.call('GET', '/_/notifications/choices')).json as NotificationChoicesAnswer;
  expect(answer.mail).toBe(false);
  expect(answer.items.map(({ kind }) => kind)).toEqual([
    'told',
    'mention',
    'comment',
    'approval',
    'escalation',
    'followed',
  ]);
  const dan = await desk.signedIn('dan@example.com');
  expect(
    ((await dan.call('GET', '/_/notifications/choices')).json as NotificationChoicesAnswer).items.at(-1)?.kind,
  ).toBe('stuck');
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']], judge: ids['bo'] });
  await fire(ada, id, 'begin');
  await readAll(bo);
  await fire(ada, id, 'whisper');
  expect((await inbox(bo, '?unread=true')).map(({ kind }) => kind)).toEqual(['told', 'told']); // one asked for mail alone
  await readAll(bo);
  const chosen = await choose(bo, { kind: 'told', inbox: false, mail: 'daily' });
  expect((chosen.json as NotificationChoicesAnswer).items[0]).toEqual({ kind: 'told', inbox: false, mail: 'daily' });
  await fire(ada, id, 'whisper');
  expect(await texts(bo)).toEqual([]);
  await choose(bo, { kind: 'told', inbox: true, mail: 'never' });
  await fire(ada, id, 'whisper');
  expect(await texts(bo)).toHaveLength(2);
  for (const wrong of [
    { kind: 'x', inbox: true, mail: 'never' },
    { kind: 'told', inbox: 1, mail: 'never' },
    { kind: 'told', inbox: true, mail: 'x' },
  ])
    expect(codeOf(await choose(bo, wrong))).toBe('invalid');
});

test('open pages learn at once that there is something, and nobody else does', async () => {
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  const [his, hers] = await Promise.all([listenTo(address, bo.cookies), listenTo(address, cleo.cookies)]);
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']] });
  await fire(ada, id, 'begin');
  await vi.waitFor(() => expect(his.events.map(({ event }) => event)).toContain('notified'), 30_000);
  expect(hers.events.map(({ event }) => event)).not.toContain('notified');
  his.close();
  hers.close();
});

test('an inactive person is told nothing', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']] });
  const dan = await desk.signedIn('dan@example.com');
  const active = (to: boolean) =>
    dan.call('PATCH', `/api/user/${String(ids['bo'])}`, {
      body: { active: to, confirm: ['approvals_wait', 'open_work'] },
    });
  expect((await active(false)).status).toBe(200);
  await fire(ada, id, 'begin');
  await active(true);
  bo = await desk.signedIn('bo@example.com');
  expect(await texts(bo)).toEqual([]);
});

test('whoever deletes a person confirms that approvals wait for them', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const eve = await dan.call('POST', '/api/user', { body: { name: 'Eve', email: 'eve@example.com' } });
  const { id } = eve.json as { readonly id: string };
  await make({ judge: id });
  const remove = (body?: object) => dan.call('DELETE', `/api/user/${id}`, body ? { body } : {});
  expect(codeOf(await remove())).toBe('confirm_warnings');
  expect((await remove({ confirm: ['approvals_wait'] })).status).toBe(204);
});

test('what is old goes, and with a record that goes for good all that was told of it', async () => {
  const [kept, gone] = [
    await make({ helpers: [ids['bo']], told: [ids['bo']] }),
    await make({ helpers: [ids['bo']], told: [ids['bo']] }),
  ];
  for (const id of [kept, gone]) await fire(ada, id, 'begin');
  await ada.call('DELETE', `/api/ask/${gone}`);
  const { trim } = desk.service.records.notifications;
  await trim();
  expect(await unread(bo)).toBe(2);
  desk.wait(31 * 86_400_000);
  await desk.service.records.emptyTrash();
  bo = await desk.signedIn('bo@example.com');
  expect((await inbox(bo, '?unread=true')).map(({ about }) => about?.record?.id)).toEqual([kept]);
  await trim();
  expect(await inbox(bo)).toEqual([]);
});
