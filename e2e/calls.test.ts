import type { SessionAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../scripts/examples/folder.ts';
import { createClient, signedIn, type ListBody, type ProblemBody, type RecordBody } from './harness/client.ts';
import { callsOf, make, named } from './harness/page-calls.ts';
import { startDemo } from './harness/demo-data.ts';
import type { Product } from './harness/product.ts';
import { categoryOf, createTicket } from './harness/tickets.ts';

let product: Product;

beforeAll(async () => {
  product = await startDemo();
});

afterAll(() => product.stop());

test('seed: a write without the anti-forgery header, or with a wrong one, is refused and writes nothing', async () => {
  const rita = await signedIn(product.url, 'rita');
  const category = (await categoryOf(rita)).id;
  const total = async (): Promise<number | null> =>
    (await rita.get<ListBody>('/api/ticket?total=exact&size=1')).body.total;
  const before = await total();
  for (const token of ['', 'wrong', `${'0'.repeat(64)}`]) {
    const answer = await rita.send<ProblemBody>(
      'POST',
      '/api/ticket',
      { subject: 'Forged', category },
      { 'x-xsrf-token': token },
    );
    expect([answer.status, answer.body.code]).toEqual([403, 'forged']);
  }
  expect(await total()).toBe(before);
});

test("seed: another session's anti-forgery value is refused", async () => {
  const rita = await signedIn(product.url, 'rita');
  const alan = await signedIn(product.url, 'alan');
  const token = decodeURIComponent(alan.cookie('service_desk_xsrf') ?? '');
  expect(token).not.toBe('');
  const category = (await categoryOf(rita)).id;
  const answer = await rita.send<ProblemBody>(
    'POST',
    '/api/ticket',
    { subject: 'Forged', category },
    { 'x-xsrf-token': token },
  );
  expect([answer.status, answer.body.code]).toEqual([403, 'forged']);
});

test('seed: sign-in needs the anti-forgery header too', async () => {
  const anyone = createClient(product.url);
  await anyone.get('/_/session');
  const answer = await anyone.send<ProblemBody>(
    'POST',
    '/_/session',
    { email: 'rita@example.test', password: 'x' },
    { 'x-xsrf-token': 'wrong' },
  );
  expect([answer.status, answer.body.code]).toEqual([403, 'forged']);
});

test('seed: calls send and expect JSON; a body that is none is refused with its own error', async () => {
  const rita = await signedIn(product.url, 'rita');
  const list = await rita.get<ListBody>('/api/ticket');
  expect(list.headers.get('content-type')).toMatch(/^application\/json/);
  const xml = await rita.send<ProblemBody>('POST', '/api/ticket', '<a/>', { 'content-type': 'text/xml' });
  expect([xml.status, xml.body.code, xml.headers.get('content-type')]).toEqual([
    415,
    'wrong_media_type',
    expect.stringMatching(/^application\/problem\+json/),
  ]);
});

test('seed: language files come by GET, by language and namespace; the application’s own only with a session', async () => {
  const anyone = createClient(product.url);
  for (const language of ['en', 'ja']) {
    for (const namespace of ['shell', 'errors', 'checks', 'app']) {
      const answer = await anyone.get<Record<string, unknown>>(`/_/locales/${language}/${namespace}.json`);
      expect([language, namespace, answer.status]).toEqual([language, namespace, 200]);
      const told =
        namespace === 'app' ? Object.keys(answer.body['purpose'] ?? {}) : Object.keys(answer.body).length > 0;
      // in a demonstration anybody may sign in as its people, so that anybody reads what they are called
      expect(told).toEqual(namespace === 'app' ? ['name', 'audience'] : true);
    }
  }
  const open = await anyone.get<Record<string, unknown>>('/_/locales/en/app.json');
  expect(Object.keys(open.body).toSorted()).toEqual(['purpose', 'roles']);
  const rita = await signedIn(product.url, 'rita');
  const app = await rita.get<Record<string, unknown>>('/_/locales/ja/app.json');
  expect(Object.keys(app.body)).toContain('entities');
  expect((await rita.get('/_/locales/xx/shell.json')).status).toBe(404);
  expect((await rita.get('/_/locales/en/no_such.json')).status).toBe(404);
});

test('refused: without a session 401; without any grant 403 before a row is read; a row outside the filter is the same 404 as none', async () => {
  const anyone = createClient(product.url);
  const out = await anyone.get<ProblemBody>('/api/ticket');
  expect([out.status, out.body.code]).toEqual([401, 'signed_out']);

  const rita = await signedIn(product.url, 'rita');
  const rie = await signedIn(product.url, 'rie');
  const theirs = await createTicket(rie);
  const hidden = await rita.get<ProblemBody>(`/api/ticket/${theirs.id}`);
  const none = await rita.get<ProblemBody>(
    `/api/ticket/${theirs.id.slice(0, -1)}${theirs.id.endsWith('0') ? '1' : '0'}`,
  );
  expect([hidden.status, none.status]).toEqual([404, 404]);
  expect({ ...hidden.body, request_id: '', params: {} }).toEqual({ ...none.body, request_id: '', params: {} });
  expect(JSON.stringify(hidden.body)).not.toContain(String(theirs['subject']));

  const user = await rita.send<ProblemBody>('POST', '/api/asset', { tag: 'X-1', name: 'Mine', kind: 'tool' });
  expect([user.status, user.body.code]).toEqual([403, 'forbidden']);
});

test('refused: a transition of another role, a missing reason, an own approval', async () => {
  const rita = await signedIn(product.url, 'rita');
  const ticket = await createTicket(rita);
  const take = await rita.send<ProblemBody>('POST', `/api/ticket/${ticket.id}/take`, {});
  expect([take.status, take.body.code]).toEqual([403, 'not_your_role']);

  const close = await rita.send<ProblemBody>('POST', `/api/ticket/${ticket.id}/close`, {});
  expect([close.status, close.body.code]).toEqual([409, 'wrong_state']);
});

test('fields of others: what a role may not read is neither in an answer nor a filter, sort or write', async () => {
  const rita = await signedIn(product.url, 'rita');
  const ticket = await createTicket(rita);
  const read = await rita.get<RecordBody>(`/api/ticket/${ticket.id}`);
  expect(Object.keys(read.body)).not.toContain('internal_note');
  for (const query of [
    'where=record.internal_note%20%3D%3D%20%22a%22',
    'sort=internal_note',
    'f.internal_note=eq:a',
    'select=internal_note',
  ]) {
    const answer = await rita.get<ProblemBody>(`/api/ticket?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
  }
  const write = await rita.send<ProblemBody>('PATCH', `/api/ticket/${ticket.id}`, { internal_note: 'x' });
  expect(write.status).toBeGreaterThanOrEqual(400);
  expect(write.status).toBeLessThan(500);
});

test('what was acknowledged survives a restart and a kill -9, and so does the session', async () => {
  const rita = await signedIn(product.url, 'rita');
  const first = await createTicket(rita, { details: '改行\nと\t絵文字 🪑 "quotes" <b>' });
  await product.restart();
  const second = await createTicket(rita);
  await product.kill();
  for (const written of [first, second]) {
    const read = await rita.get<RecordBody>(`/api/ticket/${written.id}`);
    expect([read.status, read.body['subject'], read.body['details'], read.body.version]).toEqual([
      200,
      written['subject'],
      written['details'],
      written.version,
    ]);
  }
});

test('two people change the same field: the second is told, nothing is overwritten; different fields are both kept', async () => {
  const alan = await signedIn(product.url, 'alan');
  const akira = await signedIn(product.url, 'akira');
  const { items } = (
    await alan.get<ListBody>(
      '/api/ticket?where=record.team%20%3D%3D%20user.team%20%26%26%20record.state%20%3D%3D%20%22new%22&size=1',
    )
  ).body;
  const ticket = items[0];
  if (!ticket) throw new Error('the example has no new ticket of this team');
  const version = { 'if-match': `"${ticket.version}"` };
  const a = await alan.send<RecordBody>('PATCH', `/api/ticket/${ticket.id}`, { solution: 'From Alan' }, version);
  const b = await akira.send<RecordBody>('PATCH', `/api/ticket/${ticket.id}`, { internal_note: 'From Akira' }, version);
  const c = await akira.send<ProblemBody>('PATCH', `/api/ticket/${ticket.id}`, { solution: 'From Akira' }, version);
  expect([a.status, b.status, c.status, c.body.code]).toEqual([200, 200, 412, 'changed_meanwhile']);
  const read = await alan.get<RecordBody>(`/api/ticket/${ticket.id}`);
  expect([read.body['solution'], read.body['internal_note']]).toEqual(['From Alan', 'From Akira']);
});

const LISTED = { items: expect.any(Array) as unknown };

test("the guide's page on programs: every call answers what stands there", async () => {
  const ada = await signedIn(product.url, 'ada');
  const alan = (await signedIn(product.url, 'alan')).get<SessionAnswer>('/_/session');
  const asked = { name: 'Guide', role: 'agent', user: (await alan).body.me?.id, days: 1 };
  const { body } = await ada.send<{ readonly secret: string }>('POST', '/_/keys', asked);
  const ids = new Map<string, string>();
  const calls = callsOf(await textOf('docs/guide/calls.md'));
  for (const { command, expected } of calls) {
    const answer = await make(command, { host: product.url, key: body.secret }, ids);
    const wanted = expected === null ? LISTED : named(expected, answer, ids);
    expect({ command, answer }).toMatchObject({ command, answer: wanted });
  }
  expect([...ids.keys()]).toEqual(['CATEGORY', 'TICKET']);
});
