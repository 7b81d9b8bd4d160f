// Also in the portable form: calls that write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryEntry, ListAnswer, MayAnswer, ModelAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

test('a record is created, read, changed, fired, deleted, restored, and remembered', async () => {
  const created = await ada.call('POST', '/api/note', { body: { code: 'A1', subject: 'First', amount: 3 } });
  expect(created.status).toBe(201);
  const { id, version } = created.json as RecordValue;
  expect(created.headers['location']).toBe(`/api/note/${id}`);
  expect(created.headers['etag']).toBe(`"${String(version)}"`);
  expect(created.headers['cache-control']).toBe('no-store');

  const read = await ada.call('GET', '/api/note/A1');
  expect(read.json).toMatchObject({ id, subject: 'First', amount: 3, state: 'open', title: 'First' });
  expect(read.headers['etag']).toMatch(new RegExp(`^"${String(version)}-[\\w-]+"$`));

  const etag = { 'if-match': String(read.headers['etag']), 'content-type': 'application/merge-patch+json' };
  const changed = await ada.call('PATCH', `/api/note/${id}`, { body: { subject: 'Second' }, headers: etag });
  expect(changed.status).toBe(200);
  expect(changed.headers['etag']).toBe(`"${String(version + 1)}"`);

  const stale = await ada.call('PATCH', `/api/note/${id}`, { body: { subject: 'Third' }, headers: etag });
  expect([stale.status, (stale.json as { code: string }).code]).toEqual([412, 'changed_meanwhile']);

  const fired = await ada.call('POST', `/api/note/${id}/finish`);
  expect(fired.json).toMatchObject({ state: 'done', subject: 'Second' });

  const gone = await cleo.call('DELETE', `/api/note/${id}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await ada.call('GET', '/api/note/A1')).status).toBe(404);
  const trash = (await cleo.call('GET', '/api/note?trash=true')).json as ListAnswer;
  expect(trash.items.map((item) => item.id)).toContain(id);

  expect((await cleo.call('POST', `/api/note/${id}/restore`)).status).toBe(200);
  const history = (await ada.call('GET', `/api/note/${id}/history`)).json as { items: HistoryEntry[] };
  expect(history.items.map(({ kind }) => kind)).toEqual(['restore', 'delete', 'transition', 'update', 'create']);
});

test('a warning is confirmed by its id', async () => {
  const body = { subject: 'Unlucky', amount: 13 };
  expect((await ada.call('POST', '/api/note', { body })).status).toBe(422);
  const confirmed = await ada.call('POST', '/api/note', { body: { ...body, confirm: ['note.odd'] } });
  expect(confirmed.status).toBe(201);
});

test('what was saved under a key is saved, whatever the same call confirms when it is sent again', async () => {
  const headers = { 'idempotency-key': 'unlucky-1' };
  const body = { subject: 'Unlucky twice', amount: 13 };
  const send = (sent: object) => ada.call('POST', '/api/note', { headers, body: sent });
  expect((await send(body)).status).toBe(422);
  const first = await send({ ...body, confirm: ['note.odd'] });
  expect(first.status).toBe(201);
  for (const sent of [body, { ...body, confirm: ['note.odd'] }])
    expect((await send(sent)).json).toMatchObject({ id: (first.json as RecordValue).id });
  expect(((await send({ ...body, subject: 'Another' })).json as ProblemAnswer).code).toBe('key_reused');
});

test('a list holds what the caller may see', async () => {
  await cleo.call('POST', '/api/note', { body: { subject: 'Only for Cleo', code: 'C1' } });
  const list = await ada.call(
    'GET',
    `/api/note?where=${encodeURIComponent('contains(record.subject, "Cleo")')}&total=exact`,
  );
  expect(list.json).toMatchObject({ items: [], total: 0 });
  expect(((await cleo.call('GET', '/api/note')).json as ListAnswer).items.length).toBeGreaterThan(1);
});

test('the model is what the caller may see of it, and is sent once', async () => {
  const answer = await ada.call('GET', '/_/model');
  const { model, me } = answer.json as ModelAnswer;
  expect(me).toMatchObject({ name: 'Ada Writer', roles: ['writer'] });
  expect(Object.keys(model.entities).sort()).toEqual(['note', 'user']);
  expect(answer.text).not.toContain('ledger');
  expect(Object.keys(model.entities['note']?.fields ?? {})).not.toContain('secret');
  const again = await ada.call('GET', '/_/model', { headers: { 'if-none-match': String(answer.headers['etag']) } });
  expect([again.status, again.text]).toEqual([304, '']);
  const other = await cleo.call('GET', '/_/model', { headers: { 'if-none-match': String(answer.headers['etag']) } });
  expect(other.status).toBe(200);
});

test('the server gives its own verdicts on a record', async () => {
  await ada.call('POST', '/api/note', { body: { subject: 'Verdicts', code: 'V1' } });
  const verdicts = (await ada.call('GET', '/_/may/note/V1')).json as MayAnswer;
  expect(verdicts).toMatchObject({ update: true, delete: false, history: true });
  expect(verdicts.transitions.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['finish', 'blocked'],
    ['reopen', 'role'],
  ]);
});

test('home says what waits and counts the blocks of the screens', async () => {
  const bo = await desk.signedIn('bo@example.com');
  await bo.call('POST', '/api/note', { body: { subject: 'Not ready' } });
  await bo.call('POST', '/api/note', { body: { subject: 'Ready', amount: 1 } });
  expect((await bo.call('GET', '/_/home')).json).toMatchObject({
    waiting: [{ entity: 'note', total: 1, total_is: 'exact' }],
    counts: { 'home.mine': { total: 2, total_is: 'exact' } },
  });
  const list = await bo.call('GET', '/api/note?waiting=me');
  expect((list.json as ListAnswer).items.map(({ title }) => title)).toEqual(['Ready']);
});

test('HEAD and OPTIONS say what an address answers', async () => {
  const head = await ada.call('HEAD', '/api/note');
  expect([head.status, head.text]).toEqual([200, '']);
  const options = await ada.call('OPTIONS', '/api/note');
  expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  expect(options.headers['access-control-allow-origin']).toBeUndefined();
  expect((await ada.call('PUT', '/api/note', { body: {} })).headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
});

test('nobody but the caller keeps an answer, and a browser takes no answer for a page', async () => {
  const { headers } = await ada.call('GET', '/api/note');
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers['vary']).toBe('cookie, authorization, accept-encoding');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
});

test('hostile texts come back byte for byte', async () => {
  const texts = [
    '<script>alert(1)</script>',
    `'); DROP TABLE "note"; --`,
    '{{code}} ${x}',
    '=1+1',
    '日本語 😀',
    '__proto__',
  ];
  for (const subject of texts) {
    const { json } = await ada.call('POST', '/api/note', { body: { subject } });
    const read = await ada.call('GET', `/api/note/${(json as RecordValue).id}`);
    expect((read.json as RecordValue)['subject']).toBe(subject);
  }
});
