// Mail: what a real server gets of what people are told, in their language, once, and nothing that they may not read.
import type { AccountsAnswer, MailsAnswer, NotificationChoicesAnswer, RecordValue, StopAnswer } from '@ninefold/model';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: asks, languages: [en, ja], time_zone: Asia/Tokyo }
entities:
  ask:
    title: name
    comments: true
    fields:
      name: { type: string, required: true }
      size: { type: integer }
      secret: { type: string }
      due: { type: date }
      helpers: { type: references, to: user }
      judge: { type: reference, to: user }
      told: { type: references, to: user }
states:
  ask:
    initial: open
    states: { open: {}, judged: {} }
    transitions:
      nudge: { from: open, to: same, by: member, notify: { to: record.told, text: "{{name}} is due on {{due}}" } }
      whisper: { from: open, to: same, by: member, notify: { to: record.told, by: email, text: "The secret is {{secret}}" } }
      settle: { from: open, to: judged, by: member, notify: { to: record.told, text: "{{name}} is settled" } }
      end: { from: open, to: judged, by: member, approvals: { of: record.judge } }
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
  administrator: { runtime: [users, operate], user: { read: true, update: true, grant: [boss] }, ask: { read: true, fields: { secret: none } } }
`;

let desk: Desk;
let mails: MailServer;
let ada: Browser;
let bo: Browser;
let cleo: Browser;
let dan: Browser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  mails = await startMailServer();
  const files = [
    { path: 'app.yaml', text: SPECIFICATION },
    { path: 'locales/ja/app.json', text: '{"purpose":{"name":"お願い"}}' },
  ];
  desk = await startDesk({ files, smtp: mails.setting });
  desk.service.mailing.reachedAt('https://desk.example.com');
  [ada, bo, cleo, dan] = (await Promise.all(
    (['ada', 'bo', 'cleo', 'dan'] as const).map((name) => desk.signedIn(`${name}@example.com`)),
  )) as [Browser, Browser, Browser, Browser]; // four of them
  for (const name of ['ada', 'bo', 'cleo', 'dan'])
    ids[name] = (await desk.service.records.userByEmail(`${name}@example.com`)) ?? '';
});
afterAll(async () => {
  desk.service.mailing.close();
  await desk.close();
  await mails.close();
});

const round = () => desk.service.mailing.round({ mostMs: 10_000, isEnding: () => false });
/** What the server gets until everything that waits for a moment is sent. */
async function sent() {
  const before = mails.received.length;
  desk.wait(61_000);
  await round();
  return mails.received.slice(before);
}
beforeEach(async () => {
  await sent();
});
afterEach(() => {
  mails.refuse(null);
});

const make = async (body: object): Promise<string> =>
  ((await ada.call('POST', '/api/ask', { body: { name: 'Paint', ...body } })).json as RecordValue).id;
const fire = (by: Browser, id: string, transition: string) => by.call('POST', `/api/ask/${id}/${transition}`);
const choose = (by: Browser, body: object) => by.call('POST', '/_/notifications/choices', { body });
const codeOf = ({ json }: Answer): unknown => (json as { code?: unknown }).code;
const operated = async (state: string): Promise<MailsAnswer> =>
  (await dan.call('GET', `/_/operate/mail?state=${state}`)).json as MailsAnswer;

test('a mail says what happened, with values and in words of its reader, and leads to the record', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']], due: '2026-03-09' });
  await fire(ada, id, 'nudge');
  const [got, ...more] = await sent();
  expect(more).toEqual([]);
  expect(got?.to).toEqual(['bo@example.com']);
  const mail = got?.mail;
  expect(mail?.subject).toBe('[Asks] Paint');
  expect(mail?.from?.value).toEqual([{ address: 'desk@example.com', name: 'Asks' }]);
  expect(mail?.text).toContain('Paint is due on Mar 9, 2026');
  expect(mail?.text).toMatch(/\d, 2026, \d+:\d\d [AP]M \(Asia\/Tokyo\)/);
  expect(mail?.text).toContain(`https://desk.example.com/ask/${id}`);
  expect(mail?.html).toContain(`href="https://desk.example.com/ask/${id}"`);
  expect(mail?.html).toContain('prefers-color-scheme:dark');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
});

test('the mails about a record are one thread, each with an id of its own', async () => {
  const [one, two] = [await make({ helpers: [ids['bo']], told: [ids['bo']] }), await make({ told: [ids['cleo']] })];
  const got = [];
  for (const id of [one, one, two]) {
    await fire(ada, id, 'nudge');
    got.push(...(await sent()));
  }
  expect(got.map(({ mail }) => mail.references)).toEqual([
    `<${one}.ask@example.com>`,
    `<${one}.ask@example.com>`,
    `<${two}.ask@example.com>`,
  ]);
  expect(got[0]?.mail.inReplyTo).toBe(got[1]?.mail.inReplyTo);
  expect(new Set(got.map(({ mail }) => mail.messageId)).size).toBe(3);
});

test('ten changes of one record within a minute are one mail', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']], judge: ids['bo'] });
  for (let round = 0; round < 10; round += 1) await fire(ada, id, 'nudge');
  const got = await sent();
  expect(got).toHaveLength(1);
  expect(got[0]?.mail.text).toContain('(10 times)');
  expect(got[0]?.mail.text).toContain('Your approval is needed: End');
  expect(got[0]?.mail.html).toContain('Read it and decide');
});

test('a reader of Japanese gets Japanese, in subject, sender and text', async () => {
  await dan.call('PATCH', `/api/user/${String(ids['bo'])}`, { body: { language: 'ja' } });
  const id = await make({ name: '経費精算の申請', helpers: [ids['bo']], told: [ids['bo']] });
  await bo.call('POST', `/_/conversation/ask/${id}`, { body: { follow: true } });
  await choose(bo, { kind: 'followed', inbox: true, mail: 'at_once' });
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 2 } });
  const [got] = await sent();
  expect(got?.mail.subject).toBe('【お願い】経費精算の申請');
  expect(got?.mail.from?.text).toContain('お願い');
  expect(got?.mail.text).toContain('Ada Writerさんがレコードを変更しました');
  expect(got?.mail.headers.get('content-language')).toBe('ja');
  expect(got?.source).toMatch(/^[\t\r\n -~]*$/); // only ASCII goes over the line
  await choose(bo, { kind: 'followed', inbox: true, mail: 'daily' });
  await dan.call('PATCH', `/api/user/${String(ids['bo'])}`, { body: { language: null } });
});

test('no value is mailed to whoever may not read it, and nothing of a record that is not theirs any more', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo'], ids['cleo'], ids['dan']] });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { secret: 'xyzzy' } });
  await fire(ada, id, 'whisper');
  const got = await sent();
  const textTo = (name: string) => got.find(({ to }) => to[0] === `${name}@example.com`)?.mail.text ?? '';
  expect(textTo('cleo')).toContain('The secret is xyzzy');
  expect(textTo('bo')).toContain('Ada Writer did something that concerns you');
  expect(got.filter(({ source }) => source.includes('xyzzy'))).toHaveLength(1);
  await fire(ada, id, 'nudge');
  await ada.call('PATCH', `/api/ask/${id}`, { body: { helpers: [] } });
  expect((await sent()).flatMap(({ to }) => to).toSorted()).toEqual(['cleo@example.com', 'dan@example.com']);
});

test('nothing is mailed to whoever looks at the record, or has read of it in the application', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo'], ids['cleo']] });
  await fire(ada, id, 'nudge');
  expect((await bo.call('GET', `/_/presence/ask/${id}`)).status).toBe(200);
  expect((await sent()).map(({ to }) => to[0])).toEqual(['cleo@example.com']);
  await fire(ada, id, 'nudge');
  const { items } = (await cleo.call('GET', '/_/notifications')).json as { items: readonly { id: string }[] };
  await cleo.call('POST', '/_/notifications', { body: { read: true, until: items[0]?.id } });
  expect((await sent()).map(({ to }) => to[0])).toEqual(['bo@example.com']);
});

test('a link stops this kind without a sign-in, in one click of a mail program; reading it changes nothing', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']] });
  await fire(ada, id, 'nudge');
  const [got] = await sent();
  const list = got?.mail.headers.get('list') as { unsubscribe?: { url?: string } } | undefined;
  const address = new URL(list?.unsubscribe?.url ?? '');
  expect(address.origin).toBe('https://desk.example.com');
  expect(got?.source).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect(got?.mail.text).toContain(address.href);
  const stranger = desk.browser();
  const kind = async () => {
    const { items } = (await bo.call('GET', '/_/notifications/choices')).json as NotificationChoicesAnswer;
    return items.find((one) => one.kind === 'told')?.mail;
  };
  expect((await stranger.call('GET', address.pathname)).json).toEqual({ kinds: ['told'], stopped: false });
  expect(await kind()).toBe('at_once');
  const forged = `${address.pathname.slice(0, -4)}AAAA`;
  expect(codeOf(await stranger.call('POST', forged, { body: {} }))).toBe('no_such_stop');
  const foreign = address.pathname.replace(String(ids['bo']), String(ids['cleo']));
  expect(codeOf(await stranger.call('POST', foreign, { body: {} }))).toBe('no_such_stop');
  const click = await desk.app.inject({
    method: 'POST',
    url: address.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([click.statusCode, click.json<StopAnswer>()]).toEqual([200, { kinds: ['told'], stopped: true }]);
  expect(await kind()).toBe('never');
  await fire(ada, id, 'nudge');
  expect(await sent()).toEqual([]);
  await choose(bo, { kind: 'told', inbox: true, mail: 'at_once' });
});

test('titles and names with line ends add no header, and no recipient', async () => {
  await dan.call('PATCH', `/api/user/${String(ids['bo'])}`, { body: { name: 'Bo, <eve@example.com>' } });
  const name = 'A\r\nBcc: eve@example.com\r\n\r\n<b>x</b>';
  const id = await make({ name, helpers: [ids['bo']], told: [ids['bo']] });
  await fire(ada, id, 'nudge');
  const [got] = await sent();
  expect(got?.to).toEqual(['bo@example.com']);
  expect(got?.mail.bcc).toBeUndefined();
  expect(got?.mail.to).toMatchObject({ value: [{ address: 'bo@example.com', name: 'Bo, <eve@example.com>' }] });
  expect(got?.mail.html).not.toContain('<b>x</b>');
  await dan.call('PATCH', `/api/user/${String(ids['bo'])}`, { body: { name: 'Bo Writer' } });
});

test('an address with a domain in other letters is reached', async () => {
  const user = await desk.service.records.addUser({
    name: '花子',
    email: 'hanako@例え.jp',
    language: 'ja',
    roles: ['boss'],
  });
  const id = await make({ told: [user] });
  await fire(ada, id, 'nudge');
  const [got] = await sent();
  expect(got?.to).toEqual(['hanako@例え.jp']);
  expect(got?.source).toContain('<hanako@xn--r8jz45g.jp>');
});

test('what a server refuses for a while is sent later with the same id; what it refuses for good is shown, without addresses', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']] });
  mails.refuse({ status: 451, text: '4.7.1 bo@example.com is greylisted' });
  await fire(ada, id, 'nudge');
  expect(await sent()).toEqual([]);
  const [waiting] = (await operated('waiting')).items;
  expect(waiting).toMatchObject({ tries: 1, reason: '451 4.7.1', person: { title: 'Bo Writer' } });
  mails.refuse(null);
  const [got] = await sent();
  expect(got?.mail.messageId).toBe(`<${String(waiting?.id)}@example.com>`);
  mails.refuse({ status: 550, text: '5.1.1 bo@example.com is not here' });
  await fire(ada, id, 'nudge');
  expect(await sent()).toEqual([]);
  const refused = await operated('refused');
  expect(refused.items[0]).toMatchObject({ tries: 1, reason: '550 5.1.1', due: null, kinds: ['told'] });
  expect(JSON.stringify(refused)).not.toContain('bo@example.com');
  expect((await dan.call('GET', '/_/operate/mail')).json).toMatchObject({ state: 'refused' }); // before what waits
  expect(desk.log.join('\n')).not.toContain('example.com');
  const about = async (who: Browser): Promise<AccountsAnswer> =>
    (await who.call('GET', `/_/accounts?of=${String(ids['bo'])},${String(ids['ada'])}&lng=en`)).json as AccountsAnswer;
  expect((await about(dan)).unreached).toEqual([
    { id: ids['bo'], state: 'refused', text: 'E-mail refused (550 5.1.1)' },
  ]);
  expect((await ada.call('GET', `/_/accounts?of=${String(ids['bo'])}`)).status).toBe(403);
  mails.refuse(null);
  const again = { body: { id: refused.items[0]?.id } };
  expect(codeOf(await bo.call('POST', '/_/operate/mail', again))).toBe('forbidden');
  expect((await dan.call('POST', '/_/operate/mail', again)).status).toBe(204);
  await round();
  expect(mails.received.at(-1)?.mail.messageId).toBe(`<${String(refused.items[0]?.id)}@example.com>`);
  expect((await about(dan)).unreached).toEqual([]);
});

test('while the mail server is away everything waits, and nothing is lost', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['bo']] });
  await fire(ada, id, 'nudge');
  const port = Number(new URL(mails.setting).port);
  await mails.close();
  expect(await sent()).toEqual([]);
  expect((await operated('waiting')).items[0]).toMatchObject({ tries: 1, reason: 'connection' });
  mails = await startMailServer(port);
  expect(await sent()).toHaveLength(1);
});

test('an operator sees what a mail says as far as they may read it', async () => {
  const id = await make({ helpers: [ids['bo']], told: [ids['cleo']] });
  await cleo.call('PATCH', `/api/ask/${id}`, { body: { secret: 'xyzzy' } });
  await fire(ada, id, 'whisper');
  expect((await sent())[0]?.mail.text).toContain('xyzzy');
  const [mail] = (await operated('sent')).items;
  expect(mail).toMatchObject({ state: 'sent', record: { id, title: 'Paint' }, tries: 1 });
  const preview = await dan.call('GET', `/_/operate/mail/${String(mail?.id)}`);
  expect(preview.json).toMatchObject({ subject: '[Asks] Paint' });
  expect(preview.text).not.toContain('xyzzy');
  expect(codeOf(await bo.call('GET', `/_/operate/mail/${String(mail?.id)}`))).toBe('forbidden');
});

test('each person chooses: at once, together in the morning, or never', async () => {
  expect(((await bo.call('GET', '/_/notifications/choices')).json as NotificationChoicesAnswer).mail).toBe(true);
  const first = await make({ name: 'First', helpers: [ids['bo']], told: [ids['bo'], ids['cleo']] });
  const second = await make({ name: 'Second', helpers: [ids['bo']], told: [ids['bo']] });
  await choose(bo, { kind: 'told', inbox: true, mail: 'daily' });
  await choose(cleo, { kind: 'told', inbox: true, mail: 'never' });
  for (const id of [first, second, first]) await fire(ada, id, 'nudge');
  expect(await sent()).toEqual([]);
  desk.wait(24 * 3_600_000);
  const [got, ...more] = await sent();
  expect(more).toEqual([]);
  expect(got?.mail.subject).toBe('[Asks] What happened since yesterday morning');
  expect(got?.mail.text).toContain(`https://desk.example.com/ask/${first}`);
  expect(got?.mail.text).toContain(`https://desk.example.com/ask/${second}`);
  expect(got?.mail.text).toContain('(2 times)');
  expect(got?.mail.references).toBeUndefined();
});

test('a mail server that is away for a day gets everything when it is back, each mail with its id, after waits that grow', async () => {
  ada = await desk.signedIn('ada@example.com'); // a day has passed
  for (const name of ['bo', 'cleo'])
    await choose(await desk.signedIn(`${name}@example.com`), { kind: 'told', inbox: true, mail: 'at_once' });
  const told = [ids['bo'], ids['cleo']];
  for (const name of ['One', 'Other']) await fire(ada, await make({ name, helpers: told, told }), 'nudge');
  const waiting = `SELECT "id", "tries" FROM "_mail" WHERE "state" = 'waiting'`;
  const mailed = new Set((await desk.database.read.all(waiting, [])).map(({ id }) => `<${String(id)}@example.com>`));
  const port = Number(new URL(mails.setting).port);
  await mails.close();
  const now = (): number => Date.parse(desk.service.clock());
  const next = async (): Promise<number> => Date.parse((await desk.service.records.mail.next()) ?? '');
  const back = now() + 24 * 3_600_000;
  const waits: number[] = [];
  for (let due = await next(); due < back; due = await next()) {
    desk.wait(Math.max(due - now(), 0));
    await round(); // ends with the first that cannot be handed over
    waits.push((await next()) - now());
  }
  expect(Math.max(...waits)).toBeGreaterThan(4 * 3_600_000);
  mails = await startMailServer(port);
  for (let due = await next(); !Number.isNaN(due); due = await next()) {
    desk.wait(Math.max(due - now(), 0));
    await round();
  }
  expect(now()).toBeLessThan(back + 15 * 3_600_000);
  expect(mailed.size).toBe(4);
  expect(new Set(mails.received.map(({ mail }) => mail.messageId))).toEqual(mailed);
  expect(mails.received).toHaveLength(mailed.size);
});

test('what is mailed at once is not mailed again in the morning to who follows the record', async () => {
  [ada, bo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('bo@example.com')]; // days have passed
  const id = await make({ name: 'Followed', helpers: [ids['bo']], told: [ids['bo']] });
  await choose(bo, { kind: 'told', inbox: true, mail: 'at_once' });
  await bo.call('POST', `/_/conversation/ask/${id}`, { body: { follow: true } });
  await fire(ada, id, 'settle');
  expect((await desk.database.read.all(`SELECT "way" FROM "_mail" WHERE "state" = 'waiting'`, [])).length).toBe(1);
  desk.wait(1000);
  await ada.call('PATCH', `/api/ask/${id}`, { body: { size: 9 } });
  expect((await sent()).map(({ mail }) => mail.text)).toEqual([expect.stringContaining('Followed is settled')]);
  desk.wait(24 * 3_600_000);
  const [morning, ...more] = await sent();
  expect(more).toEqual([]);
  expect(morning?.mail.text).toContain('Ada Writer changed the record');
  expect(morning?.mail.text).not.toContain('took the step');
});

test('each person reads moments in the time zone that they have chosen, and gets the mail of a morning in theirs', async () => {
  [ada, bo, dan] = (await Promise.all(['ada', 'bo', 'dan'].map((name) => desk.signedIn(`${name}@example.com`)))) as [
    Browser,
    Browser,
    Browser,
  ]; // three of them: days have gone by
  const zoneOf = (by: Browser, time_zone: unknown) =>
    by.call('POST', '/_/notifications/time-zone', { body: { time_zone } });
  for (const wrong of ['Mars', 'EST', '+09:00', 5, undefined]) expect(codeOf(await zoneOf(bo, wrong))).toBe('invalid');
  await choose(bo, { kind: 'told', inbox: true, mail: 'daily' });
  await fire(ada, await make({ helpers: [ids['bo']], told: [ids['bo']] }), 'nudge');
  const due = async () => (await operated('waiting')).items.find(({ way }) => way === 'daily')?.due ?? '';
  expect(await due()).toMatch(/T22:00:00/); // seven in Tokyo
  expect((await zoneOf(bo, 'America/Bogota')).json).toMatchObject({ time_zone: 'America/Bogota' });
  expect(await due()).toMatch(/T12:00:00/); // seven in Bogotá
  expect((await zoneOf(bo, null)).json).toMatchObject({ time_zone: null });
  expect(await due()).toMatch(/T22:00:00/);
  await zoneOf(bo, 'America/Bogota');
  desk.wait(25 * 3_600_000);
  dan = await desk.signedIn('dan@example.com');
  const [mail] = (await sent()).filter(({ to }) => to.includes('bo@example.com'));
  const { id = '' } = (await operated('sent')).items.find(({ way }) => way === 'daily') ?? {};
  const preview = (await dan.call('GET', `/_/operate/mail/${id}`)).text;
  for (const text of [mail?.mail.text, preview]) {
    expect(text).toMatch(/[AP]M \(America\/Bogota\)/);
    expect(text).not.toContain('Tokyo');
  }
});
