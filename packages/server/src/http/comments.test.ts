// The conversation on a record: who reads, writes and learns of it, in every channel.
import type {
  BulkMayAnswer,
  CommentAnswer,
  CommentsAnswer,
  ConversationAnswer,
  ModelAnswer,
  RecordValue,
  UnreadAnswer,
} from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { listenTo } from '../testing/live-reader.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: asks, languages: [en, ja] }
limits: { comment_edit_minutes: 5, comment_chars: 40 }
entities:
  ask:
    title: name
    comments: { internal: [boss] }
    fields:
      name: { type: string, required: true }
      helpers: { type: references, to: user }
      judge: { type: reference, to: user }
  plain:
    fields: { name: { type: string } }
states:
  ask:
    initial: open
    states: { open: {}, shut: { final: true, locked: true } }
    transitions:
      shut: { from: open, to: shut, by: member, approvals: { of: record.judge } }
      end: { from: open, to: shut, by: boss }
roles:
  member:
    members: everyone
    ask:
      create: true
      read: record.created_by == user || user in record.helpers
      comment: record.created_by == user
      update: record.created_by == user
    user: { refer: true }
    plain: all
  boss: { ask: all, plain: all }
  administrator: { runtime: [users], user: { read: true, update: true, grant: [boss] } }
`;

let desk: Desk;
let ada: Browser;
let bo: Browser;
let cleo: Browser;
let ask = '';
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

beforeEach(async () => {
  ask = ((await ada.call('POST', '/api/ask', { body: { name: 'A question' } })).json as RecordValue).id;
});

const of = (comment = ''): string => `/api/ask/${ask}/comments${comment === '' ? '' : `/${comment}`}`;
const codeOf = ({ json }: Answer): unknown => (json as { code?: unknown }).code;
const problemsOf = ({ json }: Answer): unknown =>
  (json as { errors: readonly { path: string; code: string }[] }).errors.map(({ path, code }) => `${path} ${code}`);

async function say(by: Browser, body: object): Promise<CommentAnswer> {
  const answer = await by.call('POST', of(), { body });
  expect(answer.status).toBe(201);
  return answer.json as CommentAnswer;
}

async function heard(by: Browser, query = ''): Promise<readonly (string | null)[]> {
  return ((await by.call('GET', `${of()}${query}`)).json as CommentsAnswer).items.map(({ text }) => text);
}

const standing = async (by: Browser): Promise<ConversationAnswer> =>
  (await by.call('GET', `/_/conversation/ask/${ask}`)).json as ConversationAnswer;
const unread = async (by: Browser) =>
  ((await by.call('GET', '/_/unread')).json as UnreadAnswer).items
    .filter(({ record }) => record.id === ask)
    .map((one) => [one.unread, one.mentioned]);

test('comments are listed newest first by pages, each for itself, with whoever wrote it', async () => {
  for (const text of ['one', 'two', 'three']) await say(ada, { text });
  const first = (await ada.call('GET', `${of()}?size=2`)).json as CommentsAnswer;
  expect(first).toMatchObject({ total: 3, total_is: 'exact' });
  expect(first.items.map(({ text }) => text)).toEqual(['three', 'two']);
  expect(await heard(ada, `?size=2&after=${String(first.next)}`)).toEqual(['one']);
  const one = await ada.call('GET', of(first.items[1]?.id));
  expect(one.json).toMatchObject({ text: 'two', by: { id: ids['ada'], title: 'Ada Writer' }, earlier: [], version: 1 });
  expect(one.json).not.toHaveProperty('internal');
  expect(await heard(ada, '?search=THR')).toEqual(['three']);
  expect(codeOf(await ada.call('GET', `${of()}?size=201`))).toBe('bad_parameter');
  expect(codeOf(await ada.call('GET', `${of()}?after=x`))).toBe('bad_parameter');
});

test('a text stays as it was written, is not blank and not too long', async () => {
  const text = '  **ü** <b>x</b> 日本語 \u202E\n```';
  expect((await say(ada, { text })).text).toBe(text.trim());
  expect(problemsOf(await ada.call('POST', of(), { body: { text: ' \n ' } }))).toEqual(['text required']);
  expect(problemsOf(await ada.call('POST', of(), { body: { text: 'x'.repeat(41) } }))).toEqual(['text too_long']);
  expect(problemsOf(await ada.call('POST', of(), { body: { text: 4, mentions: 'a', quote: 3, more: 1 } }))).toEqual([
    'more unknown_field',
    'quote bad_type',
    'text bad_type',
    'mentions bad_type',
  ]);
});

test('who may read the record reads, who may comment writes; for others the record is not there', async () => {
  await say(ada, { text: 'hello' });
  for (const call of [of(), `/_/conversation/ask/${ask}`, `/_/mentionable/ask/${ask}`])
    expect(codeOf(await bo.call('GET', call))).toBe('not_found');
  expect(codeOf(await bo.call('POST', of(), { body: { text: 'x' } }))).toBe('not_found');
  await ada.call('PATCH', `/api/ask/${ask}`, { body: { helpers: [ids['bo']] } });
  expect(await heard(bo)).toEqual(['hello']);
  expect(codeOf(await bo.call('POST', of(), { body: { text: 'x' } }))).toBe('forbidden');
  expect((await standing(bo)).may).toEqual({ comment: false, internal: false });
  expect((await standing(cleo)).may).toEqual({ comment: true, internal: true });
  const plain = ((await ada.call('POST', '/api/plain', { body: { name: 'x' } })).json as RecordValue).id;
  expect(codeOf(await ada.call('GET', `/api/plain/${plain}/comments`))).toBe('not_found');
  expect(codeOf(await ada.call('POST', `/api/plain/${plain}/comments`, { body: { text: 'x' } }))).toBe('not_found');
});

test('an internal comment is nowhere for others: no list, no count, no address, no search, no unread mark, no quote', async () => {
  const secret = await say(cleo, { text: 'hush inside', internal: true });
  const open = await say(cleo, { text: 'for all inside' });
  expect(secret.internal).toBe(true);
  expect(await heard(cleo)).toEqual(['for all inside', 'hush inside']);
  const seen = await ada.call('GET', of());
  expect(seen.json).toMatchObject({ total: 1, items: [{ id: open.id }] });
  expect(JSON.stringify(seen.json)).not.toContain('internal');
  const missing = '01234567-89ab-7cde-8f01-23456789abcd';
  for (const [method, body] of [['GET'], ['PATCH', { text: 'x' }], ['DELETE']] as const) {
    const sent = body === undefined ? {} : { body };
    const [there, none] = [await ada.call(method, of(secret.id), sent), await ada.call(method, of(missing), sent)];
    expect([there.status, codeOf(there)]).toEqual([none.status, codeOf(none)]);
    expect(codeOf(there)).toBe('not_found');
  }
  const quoting = await ada.call('POST', of(), { body: { text: 'x', quote: secret.id } });
  const nothing = await ada.call('POST', of(), { body: { text: 'x', quote: missing } });
  expect(problemsOf(quoting)).toEqual(['quote no_such_comment']);
  expect(problemsOf(nothing)).toEqual(problemsOf(quoting));
  expect(codeOf(await ada.call('POST', `/_/conversation/ask/${ask}`, { body: { seen: secret.id } }))).toBe('not_found');
  const found = async (by: Browser) =>
    ((await by.call('GET', '/_/comments?search=inside')).json as { items: { id: string }[] }).items.map(({ id }) => id);
  expect(await found(cleo)).toEqual([open.id, secret.id]);
  expect(await found(ada)).toEqual([open.id]);
  expect(await found(bo)).toEqual([]);
  await ada.call('POST', `/_/conversation/ask/${ask}`, { body: { follow: true } });
  await say(cleo, { text: 'hush again', internal: true });
  expect(await unread(ada)).toEqual([]);
  expect(await standing(ada)).toMatchObject({ unread: 0, seen: open.id });
  expect(problemsOf(await ada.call('POST', of(), { body: { text: 'x', internal: true } }))).toEqual([
    'internal unknown_field',
  ]);
  expect(problemsOf(await cleo.call('POST', of(), { body: { text: 'x', quote: secret.id } }))).toEqual([
    'quote no_such_comment',
  ]);
  expect((await say(cleo, { text: 'x', quote: secret.id, internal: true })).quote?.text).toBe('hush inside');
});

test('the model and the description of the API tell of internal comments only to their roles', async () => {
  const [model, api] = [await ada.call('GET', '/_/model'), await ada.call('GET', '/api/openapi.json')];
  const entity = (model.json as ModelAnswer).model.entities['ask'];
  expect(entity?.comments).toEqual({ internal: [], follow: [] });
  expect(JSON.stringify(api.json)).toContain('/api/ask/{id}/comments/{comment}');
  expect(JSON.stringify(api.json)).not.toContain('internal comments');
  expect(JSON.stringify((await cleo.call('GET', '/api/openapi.json')).json)).toContain('internal comments');
  expect(JSON.stringify(api.json)).not.toContain('/api/plain/{id}/comments');
});

test('open pages hear of a comment where they may read it, and not that the record was changed', async () => {
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  const pages = await Promise.all([ada, bo, cleo].map((one) => listenTo(address, one.cookies)));
  const [atAda, atBo, atCleo] = pages.map((page) => () => page.events.filter(({ event }) => event !== 'ready'));
  await vi.waitFor(() => expect(pages.every(({ events }) => events.length > 0)).toBe(true), 30_000);
  await say(cleo, { text: 'hush', internal: true });
  await vi.waitFor(() => expect(atCleo?.()).toMatchObject([{ event: 'commented', data: { ask: [ask] } }]), 30_000);
  expect([atAda?.(), atBo?.()]).toEqual([[], []]); // they are served before the page that has heard it
  await say(cleo, { text: 'loud' });
  await vi.waitFor(() => expect(atAda?.()).toMatchObject([{ event: 'commented', data: { ask: [ask] } }]), 30_000);
  expect(atBo?.()).toEqual([]);
  for (const page of pages) page.close();
});

test('only people who may read the comment can be mentioned, and only they are offered', async () => {
  const offered = async (by: Browser, query: string) =>
    ((await by.call('GET', `/_/mentionable/ask/${ask}?${query}`)).json as { items: { title: string }[] }).items.map(
      ({ title }) => title,
    );
  expect(await offered(ada, 'search=')).toEqual(['Cleo Boss']);
  await ada.call('PATCH', `/api/ask/${ask}`, { body: { helpers: [ids['bo']] } });
  expect(await offered(ada, 'search=writer')).toEqual(['Bo Writer']);
  expect(await offered(ada, 'search=bo@example')).toEqual([]);
  expect(await offered(cleo, 'search=&internal=true')).toEqual([]);
  const mentioning = (by: Browser, mentions: readonly unknown[], more = {}) =>
    by.call('POST', of(), { body: { text: '@Dan', mentions, ...more } });
  expect(problemsOf(await mentioning(ada, [ids['dan']]))).toEqual(['mentions[0] not_mentionable']);
  expect(problemsOf(await mentioning(ada, ['nobody', ids['bo']]))).toEqual(['mentions[0] not_mentionable']);
  expect(problemsOf(await mentioning(cleo, [ids['bo']], { internal: true }))).toEqual(['mentions[0] not_mentionable']);
  const said = await mentioning(ada, [ids['bo'], ids['bo']]);
  expect(said.json).toMatchObject({ mentions: [{ id: ids['bo'], title: 'Bo Writer' }] });
  expect(await unread(bo)).toEqual([[1, true]]);
});

test('who wrote, is mentioned or is asked follows; who stopped comes back by hand or by a mention', async () => {
  await ada.call('PATCH', `/api/ask/${ask}`, { body: { helpers: [ids['bo']], judge: ids['bo'] } });
  await say(ada, { text: 'first' });
  expect((await standing(ada)).follows).toBe('comment');
  expect((await standing(bo)).follows).toBe('asked');
  expect((await standing(ada)).followers.map(({ title }) => title).sort()).toEqual(['Ada Writer', 'Bo Writer']);
  expect(await unread(bo)).toEqual([[1, false]]);
  await bo.call('POST', `/_/conversation/ask/${ask}`, { body: { follow: false } });
  await say(ada, { text: 'second' });
  expect((await standing(bo)).follows).toBeNull();
  expect(await unread(bo)).toEqual([]);
  await say(ada, { text: '@Bo', mentions: [ids['bo']] });
  expect((await standing(bo)).follows).toBe('mention');
  expect(await unread(bo)).toEqual([[3, true]]);
  await ada.call('PATCH', `/api/ask/${ask}`, { body: { helpers: [] } });
  expect(await unread(bo)).toEqual([]);
  expect((await standing(ada)).followers.map(({ title }) => title)).toEqual(['Ada Writer']);
});

test('what was seen is no news, and only goes on', async () => {
  await ada.call('POST', `/_/conversation/ask/${ask}`, { body: { follow: true } });
  const first = await say(cleo, { text: 'one' });
  const second = await say(cleo, { text: 'two' });
  expect((await standing(ada)).unread).toBe(2);
  const saw = (seen: string) => ada.call('POST', `/_/conversation/ask/${ask}`, { body: { seen } });
  expect((await saw(second.id)).json).toMatchObject({ unread: 0, seen: second.id, follows: 'hand' });
  expect((await saw(first.id)).json).toMatchObject({ unread: 0, seen: second.id });
  await say(ada, { text: 'mine' });
  expect((await standing(ada)).unread).toBe(0);
  expect(await unread(cleo)).toEqual([[1, false]]);
});

test('the author edits for a while, with what was said before; nobody else does', async () => {
  const said = await say(ada, { text: 'frist' });
  expect(said.may).toEqual({ edit: true, take_back: true });
  const edited = await ada.call('PATCH', of(said.id), { body: { text: 'first' }, headers: { 'if-match': '"1"' } });
  expect(edited.json).toMatchObject({ text: 'first', version: 2 });
  const late = await ada.call('PATCH', of(said.id), { body: { text: 'other' }, headers: { 'if-match': '"1"' } });
  expect([late.status, codeOf(late)]).toEqual([412, 'changed_meanwhile']);
  expect((await cleo.call('GET', of(said.id))).json).toMatchObject({
    earlier: [{ text: 'frist' }],
    may: { edit: false, take_back: true },
  });
  expect(codeOf(await cleo.call('PATCH', of(said.id), { body: { text: 'x' } }))).toBe('not_your_comment');
  desk.wait(6 * 60_000);
  const old = await ada.call('PATCH', of(said.id), { body: { text: 'x' } });
  expect(old.json).toMatchObject({ code: 'comment_too_old', params: { minutes: 5 } });
});

test('a comment that is taken back leaves who and when, and no text anywhere', async () => {
  const said = await say(ada, { text: 'my password' });
  await ada.call('PATCH', of(said.id), { body: { text: 'my passphrase' } });
  const answer = await say(cleo, { text: 'Oh!', quote: said.id });
  expect(answer.quote?.text).toBe('my passphrase');
  await ada.call('PATCH', `/api/ask/${ask}`, { body: { helpers: [ids['bo']] } });
  expect(codeOf(await bo.call('DELETE', of(said.id)))).toBe('not_your_comment');
  expect((await ada.call('DELETE', of(said.id))).status).toBe(204);
  expect((await ada.call('DELETE', of(said.id))).status).toBe(204);
  const left = await cleo.call('GET', of(said.id));
  expect(left.json).toMatchObject({ text: null, earlier: [], taken_back: { by: { id: ids['ada'] } } });
  const listed = await cleo.call('GET', of());
  expect(listed.json).toMatchObject({ items: [{ quote: { id: said.id, text: null } }, { text: null }] });
  const [row] = await desk.database.read.all('SELECT * FROM "_comment" WHERE "id" = ?', [said.id]);
  expect(Object.values(row ?? {}).join(' ')).not.toContain('pass');
  expect((await cleo.call('GET', '/_/comments?search=passphrase')).json).toMatchObject({ items: [] });
  expect(codeOf(await ada.call('PATCH', of(said.id), { body: { text: 'x' } }))).toBe('comment_taken_back');
});

test('a comment that is sent again with its key is made once', async () => {
  const send = () => ada.call('POST', of(), { body: { text: 'once' }, headers: { 'idempotency-key': 'k1' } });
  const [first, again] = [await send(), await send()];
  expect((again.json as CommentAnswer).id).toBe((first.json as CommentAnswer).id);
  expect(await heard(ada)).toEqual(['once']);
  const other = await ada.call('POST', of(), { body: { text: 'other' }, headers: { 'idempotency-key': 'k1' } });
  expect(codeOf(other)).toBe('key_reused');
});

test('a comment leaves the record as it is, is possible when it is locked, and goes with it into the trash', async () => {
  await cleo.call('POST', `/api/ask/${ask}/end`, { body: {} });
  const before = (await ada.call('GET', `/api/ask/${ask}`)).json as RecordValue;
  await say(ada, { text: 'thanks' });
  expect(await ada.call('GET', `/api/ask/${ask}`)).toMatchObject({ json: { version: before.version } });
  ask = ((await ada.call('POST', '/api/ask', { body: { name: 'Another' } })).json as RecordValue).id;
  await say(ada, { text: 'thanks' });
  await cleo.call('DELETE', `/api/ask/${ask}`);
  expect(codeOf(await cleo.call('GET', of()))).toBe('not_found');
  expect((await cleo.call('GET', '/_/comments?search=thanks')).json).toMatchObject({
    items: [{ record: { title: 'A question' } }],
    more: false,
  });
  await cleo.call('POST', `/api/ask/${ask}/restore`, { body: {} });
  expect(await heard(ada)).toEqual(['thanks']);
});

test('what was said about a record goes with it for good', async () => {
  const [own] = [ask];
  await say(ada, { text: 'thanks' });
  await cleo.call('DELETE', `/api/ask/${own}`);
  desk.wait(31 * 86_400_000);
  await desk.service.records.emptyTrash();
  for (const table of ['_comment', '_follower'])
    expect(await desk.database.read.all(`SELECT 1 FROM "${table}" WHERE "record" = ?`, [own])).toEqual([]);
});

test('many records get a comment at once, each judged for itself', async () => {
  desk = await restarted();
  const other = ((await cleo.call('POST', '/api/ask', { body: { name: 'Other' } })).json as RecordValue).id;
  const body = { action: 'comment', ids: [ask, other], values: { text: 'to all' }, mode: 'each' };
  const answer = await ada.call('POST', '/api/ask/bulk', { body });
  expect(answer.json).toMatchObject({ done: 1, failed: 1 });
  const counted = async (by: Browser): Promise<unknown> =>
    ((await by.call('POST', '/_/may/ask', { body: { ids: [ask, other] } })).json as BulkMayAnswer).comment;
  expect([await counted(ada), await counted(cleo)]).toEqual([
    { possible: 1, reason: null },
    { possible: 2, reason: null },
  ]);
  await ada.call('PATCH', `/api/ask/${ask}`, { body: { helpers: [ids['bo']] } });
  expect(await counted(bo)).toMatchObject({ possible: 0, reason: { code: 'forbidden' } });
  expect(await heard(ada)).toEqual(['to all']);
  const wrong = await ada.call('POST', '/api/ask/bulk', { body: { ...body, mode: 'all', values: { text: '' } } });
  expect(codeOf(wrong)).toBe('writes_refused');
});

/** The sessions of the tests before have ended with their day. */
async function restarted(): Promise<Desk> {
  [ada, bo, cleo] = (await Promise.all(
    (['ada', 'bo', 'cleo'] as const).map((name) => desk.signedIn(`${name}@example.com`)),
  )) as [Browser, Browser, Browser]; // three of them
  ask = ((await ada.call('POST', '/api/ask', { body: { name: 'A question' } })).json as RecordValue).id;
  return desk;
}
