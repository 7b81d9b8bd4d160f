import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import {
  isMap,
  type CommentAnswer,
  type ListAnswer,
  type ProblemAnswer,
  type RecordValue,
  type UploadAnswer,
} from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../start/open-place.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], currency: EUR }
limits: { upload_bytes: 20000, trash_days: 30 }
entities:
  ticket:
    title: subject
    comments: { internal: [boss] }
    fields:
      subject: { type: string, required: true, search: true }
      photo: { type: file, accept: [image/*], max: 5000 }
      papers: { type: files, max: 3 }
      comments: { type: files }
      sealed: { type: file, closed: true }
      shown: { type: file, visible_when: record.subject != "hide" }
      lines: { type: lines, fields: { what: { type: string }, scan: { type: file } } }
      big: { type: boolean, computed: record.photo.size > 20 }
      first: { type: string, computed: first(record.papers).name }
      count: { type: integer, computed: size(record.papers) }
      pdfs: { type: integer, computed: 'size(record.papers.filter(p, p.type == "application/pdf"))' }
states:
  ticket:
    initial: new
    states: { new: { kind: active }, done: { kind: done } }
    transitions:
      close: { from: new, to: done, by: writer, input: { proof: { type: file, required: true } }, set: { photo: = input.proof } }
roles:
  writer:
    members: everyone
    ticket: { create: true, read: true, comment: true, update: true, delete: true, history: true, export: true, import: true }
    user: { refer: true }
  boss: { ticket: { read: true, comment: true, update: true, fields: { sealed: write } } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 7)]);
const PDF = Buffer.from('%PDF-1.7\nhello');

let desk: Desk;
let ada: Browser;
let bo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  [ada, bo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('bo@example.com')];
});
afterAll(async () => desk.close());

const BYTES = { 'content-type': 'application/octet-stream' };

async function sent(by: Browser, name: string, bytes: Buffer): Promise<UploadAnswer> {
  const answer = await by.call('POST', `/api/_files?name=${encodeURIComponent(name)}`, { body: bytes, headers: BYTES });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return answer.json as UploadAnswer;
}

async function made(by: Browser, body: object): Promise<RecordValue> {
  const answer = await by.call('POST', '/api/ticket', { body: { subject: 'a', ...body } });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return answer.json as RecordValue;
}

const codes = ({ json }: Answer): unknown => (json as ProblemAnswer).errors.map(({ path, code }) => `${path} ${code}`);

const patched = (by: Browser, { id }: RecordValue, body: object): Promise<Answer> =>
  by.call('PATCH', `/api/ticket/${id}`, { body });

test('a file is sent, bound to a record by its write, and read at the address of its field', async () => {
  const photo = await sent(ada, 'Plan 図面.png', PNG);
  expect(photo).toMatchObject({ name: 'Plan 図面.png', size: PNG.length, received: PNG.length, type: 'image/png' });
  const paper = await sent(ada, 'offer.pdf', PDF);
  const record = await made(ada, { photo: photo.id, papers: [{ id: paper.id, name: 'lie', size: 1, type: 'x/y' }] });
  expect(record['photo']).toEqual({ id: photo.id, name: 'Plan 図面.png', size: PNG.length, type: 'image/png' });
  expect(record['papers']).toEqual([{ id: paper.id, name: 'offer.pdf', size: PDF.length, type: 'application/pdf' }]);
  expect(record).toMatchObject({ big: true, first: 'offer.pdf', count: 1, pdfs: 1 });
  const answer = await bo.call('GET', `/api/ticket/${record.id}/photo/${photo.id}`);
  expect(answer.bytes.equals(PNG)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="file.png"; filename*=UTF-8''Plan%20${encodeURIComponent('図面')}.png`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'content-length': String(PNG.length),
  });
  const again = await bo.call('GET', `/api/ticket/${record.id}/photo/${photo.id}`, {
    headers: { 'if-none-match': String(answer.headers['etag']) },
  });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const history = await ada.call('GET', `/api/ticket/${record.id}/history`);
  expect(history.text).toContain('offer.pdf');
});

test('expressions ask for name, size, kind and count in lists', async () => {
  const paper = await sent(ada, 'Größe.txt', Buffer.from('x'.repeat(50)));
  const { id } = await made(ada, { papers: [paper.id], subject: 'asked' });
  const found = async (where: string): Promise<number> => {
    const answer = await ada.call(
      'GET',
      `/api/ticket?where=${encodeURIComponent(`record.subject == "asked" && ${where}`)}`,
    );
    expect([where, answer.status]).toEqual([where, 200]);
    return (answer.json as ListAnswer).items.filter((item) => item.id === id).length;
  };
  expect(await found('size(record.papers) == 1')).toBe(1);
  expect(await found('record.papers.exists(p, p.name == "Größe.txt" && p.size >= 50)')).toBe(1);
  expect(await found('record.papers.exists(p, p.size > 50)')).toBe(0);
  expect(await found('first(record.papers).type == "text/plain"')).toBe(1);
  expect(await found('filled(record.papers) && blank(record.photo)')).toBe(1);
  expect(await found('record.photo.size > 0')).toBe(0);
  expect(await found('record.photo == record.shown')).toBe(1);
  for (const filter of ['f.papers=filled:', 'f.photo=blank:'])
    expect((await ada.call('GET', `/api/ticket?${filter}`)).status).toBe(200);
  for (const wrong of ['f.papers=has:x', 'f.photo=eq:x', 'sort=photo', 'group=photo'])
    expect([wrong, (await ada.call('GET', `/api/ticket?${wrong}`)).status]).toEqual([wrong, 400]);
});

test('the kind is looked at, and a field judges kind, size and count', async () => {
  const lie = await sent(ada, 'virus.png', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'));
  expect(lie.type).toBe('application/x-msdownload');
  const large = await sent(ada, 'large.png', Buffer.concat([PNG, Buffer.alloc(6000)]));
  expect(codes(await ada.call('POST', '/api/ticket', { body: { subject: 'a', photo: lie.id } }))).toEqual([
    'photo wrong_kind',
  ]);
  expect(codes(await ada.call('POST', '/api/ticket', { body: { subject: 'a', photo: large.id } }))).toEqual([
    'photo too_large',
  ]);
  for (const { id } of [lie, large]) expect((await ada.call('DELETE', `/api/_files/${id}`)).status).toBe(204);
  const papers = [];
  for (const name of ['1', '2', '3', '4']) papers.push((await sent(ada, name, PDF)).id);
  expect(codes(await ada.call('POST', '/api/ticket', { body: { subject: 'a', papers } }))).toEqual(['papers too_many']);
  await made(ada, { papers: papers.slice(1) });
  const last = await made(ada, { papers: papers.slice(0, 1) });
  expect(last['papers']).toHaveLength(1);
});

test('a file belongs to its sender, then to one field of one record', async () => {
  const photo = await sent(ada, 'own.png', PNG);
  expect((await bo.call('GET', `/api/_files/${photo.id}`)).status).toBe(404);
  expect((await bo.call('DELETE', `/api/_files/${photo.id}`)).status).toBe(404);
  expect(codes(await bo.call('POST', '/api/ticket', { body: { subject: 'b', photo: photo.id } }))).toEqual([
    'photo no_such_file',
  ]);
  const record = await made(ada, { photo: photo.id });
  expect(codes(await bo.call('POST', '/api/ticket', { body: { subject: 'b', photo: photo.id } }))).toEqual([
    'photo no_such_file',
  ]);
  expect(codes(await ada.call('POST', '/api/ticket', { body: { subject: 'b', photo: photo.id } }))).toEqual([
    'photo no_such_file',
  ]);
  expect(codes(await bo.call('PATCH', `/api/ticket/${record.id}`, { body: { shown: photo.id } }))).toEqual([
    'shown no_such_file',
  ]);
  expect((await ada.call('DELETE', `/api/_files/${photo.id}`)).status).toBe(204);
  expect((await patched(bo, record, { photo: null })).json).toMatchObject({ photo: null });
  expect((await ada.call('GET', `/api/ticket/${record.id}/photo/${photo.id}`)).status).toBe(404);
  expect((await patched(bo, record, { photo: { id: photo.id } })).json).toMatchObject({ photo: { name: 'own.png' } });
  for (const wrong of ['x', { id: 7 }, 12, [photo.id]])
    expect([wrong, (await patched(ada, record, { photo: wrong })).status]).toEqual([wrong, 422]);
});

test('lines and the form of a transition hold files', async () => {
  const [scan, proof] = [await sent(bo, 'scan.pdf', PDF), await sent(bo, 'proof.png', PNG)];
  const record = await made(bo, { lines: [{ what: 'x', scan: scan.id }] });
  const [line] = record['lines'] as readonly { readonly id: string; readonly scan: unknown }[];
  expect(line?.scan).toMatchObject({ name: 'scan.pdf' });
  const moved = await patched(bo, record, { lines: [{ id: line?.id ?? '', what: 'y' }] });
  expect(moved.text).toContain('scan.pdf');
  expect((await bo.call('GET', `/api/ticket/${record.id}/lines.scan/${scan.id}`)).bytes.equals(PDF)).toBe(true);
  const closed = await bo.call('POST', `/api/ticket/${record.id}/close`, { body: { input: { proof: proof.id } } });
  expect(closed.json).toMatchObject({ state: 'done', photo: { name: 'proof.png' } });
});

test('who may not read a field does not learn of its file in any channel', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  const sealed = await sent(cleo, 'very-secret-name.pdf', PDF);
  const record = await made(cleo, { subject: 'seal' });
  expect((await patched(cleo, record, { sealed: sealed.id })).json).toMatchObject({ sealed: { size: PDF.length } });
  const file = `/api/ticket/${record.id}/sealed/${sealed.id}`;
  expect((await cleo.call('GET', file)).status).toBe(200);
  const where = encodeURIComponent('record.sealed.name == "very-secret-name.pdf"');
  const channels = [
    ...[`/api/ticket/${record.id}`, file, `/api/_files/${sealed.id}`, `/api/ticket?f.sealed=filled:`],
    ...[`/api/ticket?where=${where}`, `/api/ticket/${record.id}/history`, `/api/ticket?format=jsonl`],
    ...['/api/openapi.json', '/_/model', `/api/ticket?search=very-secret`, '/api/ticket?size=100'],
    ...[`/api/ticket/${record.id}/photo/${sealed.id}`, `/api/ticket/${record.id}/lines.scan/${sealed.id}`],
  ];
  for (const channel of channels) {
    const { text } = await ada.call('GET', channel);
    const told = ['very-secret', PDF.toString('latin1')].filter((part) => text.includes(part));
    expect([channel, told]).toEqual([channel, []]);
  }
  const unknown = await ada.call('GET', `/api/ticket/${record.id}/sealed/${record.id}`);
  const hidden = await ada.call('GET', file);
  const alike = ({ status, json }: Answer): unknown => [status, { ...(isMap(json) ? json : {}), request_id: '' }];
  expect(alike(hidden)).toEqual(alike(unknown));
  for (const field of ['photo', 'shown', 'papers', 'sealed'])
    expect((await patched(ada, record, { [field]: field === 'papers' ? [sealed.id] : sealed.id })).text).not.toContain(
      'very-secret',
    );
  const shown = await sent(ada, 'hidden-later.pdf', PDF);
  const other = await made(ada, { shown: shown.id });
  await patched(ada, other, { subject: 'hide' });
  expect((await ada.call('GET', `/api/ticket/${other.id}/shown/${shown.id}`)).status).toBe(404);
});

async function said(by: Browser, record: RecordValue, body: object): Promise<CommentAnswer> {
  const answer = await by.call('POST', `/api/ticket/${record.id}/comments`, { body });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return answer.json as CommentAnswer;
}

test('a comment has files of its author, which belong to it alone and go with it', async () => {
  const [one, other] = [await sent(ada, 'Log 記録.pdf', PDF), await sent(ada, 'other.png', PNG)];
  const record = await made(ada, {});
  const comments = `/api/ticket/${record.id}/comments`;
  const post = (by: Browser, body: object): Promise<Answer> => by.call('POST', comments, { body });
  expect(codes(await post(bo, { text: 'x', files: [one.id] }))).toEqual(['files[0] no_such_file']);
  expect(codes(await post(ada, { text: '' }))).toEqual(['text required']);
  expect(codes(await post(ada, { text: 'x', files: one.id }))).toEqual(['files bad_type']);
  expect(codes(await post(ada, { text: 'x', files: Array(11).fill(one.id) }))).toEqual(['files too_many']);
  const comment = await said(ada, record, { files: [{ id: one.id, name: 'lie', size: 1 }] });
  expect(comment).toMatchObject({ text: '', version: 1 });
  expect(comment.files).toEqual([{ id: one.id, name: 'Log 記録.pdf', size: PDF.length, type: 'application/pdf' }]);
  const at = `${comments}/${comment.id}/${one.id}`;
  const read = await bo.call('GET', at);
  expect([read.bytes.equals(PDF), read.headers['content-security-policy']]).toEqual([
    ...[true, "sandbox; default-src 'none'"],
  ]);
  expect((await bo.call('GET', `${comments}?search=${encodeURIComponent('記録')}`)).json).toMatchObject({ total: 1 });

  // it is no file of anything else: another comment, a field, a record
  const next = await said(ada, record, { text: 'next' });
  for (const address of [`${comments}/${next.id}/${one.id}`, `/api/ticket/${record.id}/papers/${one.id}`])
    expect([address, (await ada.call('GET', address)).status]).toEqual([address, 404]);
  expect(codes(await post(ada, { text: 'x', files: [one.id] }))).toEqual(['files[0] no_such_file']);
  expect(codes(await patched(ada, record, { shown: one.id }))).toEqual(['shown no_such_file']);
  expect((await ada.call('DELETE', `/api/_files/${one.id}`)).status).toBe(204);
  expect((await bo.call('GET', at)).status).toBe(200);

  // its author changes them; what is taken out may come back there
  const edit = async (body: object): Promise<CommentAnswer> =>
    (await ada.call('PATCH', `${comments}/${comment.id}`, { body })).json as CommentAnswer;
  const names = ({ files }: CommentAnswer): readonly string[] => files.map(({ name }) => name);
  expect(names(await edit({ text: 'more', files: [one.id, other.id] }))).toEqual(['Log 記録.pdf', 'other.png']);
  expect(names(await edit({ files: [other.id] }))).toEqual(['other.png']);
  expect((await bo.call('GET', at)).status).toBe(404);
  expect(names(await edit({ text: 'again', files: [other.id, one.id] }))).toEqual(['other.png', 'Log 記録.pdf']);
  expect(names(await edit({ text: 'only the text' }))).toEqual(['other.png', 'Log 記録.pdf']);

  // taken back: nobody reads it, and after its time it is gone
  expect((await ada.call('DELETE', `${comments}/${comment.id}`)).status).toBe(204);
  expect((await ada.call('GET', `${comments}/${comment.id}`)).json).toMatchObject({ text: null, files: [] });
  expect((await ada.call('GET', at)).status).toBe(404);
  const kept = await sent(ada, 'kept.txt', Buffer.from('kept'));
  const held = await said(ada, record, { text: 'kept', files: [kept.id] });
  // what is stored decides, whatever was noted
  await desk.database.write((tx) =>
    tx.run('UPDATE "_file_use" SET "left_at" = ? WHERE "file" = ?', ['2026-01-01T00:00:00.000Z', kept.id]),
  );
  await desk.service.uploads.sweep();
  expect(await desk.service.uploads.hashOf(one.id)).not.toBeNull();
  desk.wait(31 * 86_400_000);
  await desk.service.uploads.sweep();
  expect(await Promise.all([one, kept].map(({ id }) => desk.service.uploads.hashOf(id)))).toEqual([
    ...[null, expect.any(String)],
  ]);
  [ada, bo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('bo@example.com')];
  expect((await bo.call('GET', `${comments}/${held.id}/${kept.id}`)).text).toBe('kept');
  // with the record the files of its comments go as well
  await ada.call('DELETE', `/api/ticket/${record.id}`);
  expect((await bo.call('GET', `${comments}/${held.id}/${kept.id}`)).status).toBe(404);
  desk.wait(31 * 86_400_000);
  await desk.service.records.emptyTrash();
  await desk.service.uploads.sweep();
  desk.wait(31 * 86_400_000);
  await desk.service.uploads.sweep();
  expect(await desk.service.uploads.hashOf(kept.id)).toBeNull();
  [ada, bo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('bo@example.com')];
});

test('a field called comments has its files beside the comments of its record', async () => {
  const file = await sent(ada, 'named.pdf', PDF);
  const record = await made(ada, { comments: [file.id] });
  const comment = await said(ada, record, { text: 'beside' });
  const at = (id: string): string => `/api/ticket/${record.id}/comments/${id}`;
  expect((await bo.call('GET', at(file.id))).bytes.equals(PDF)).toBe(true);
  expect((await bo.call('GET', at(comment.id))).json).toMatchObject({ text: 'beside' });
  expect((await bo.call('GET', at(record.id))).status).toBe(404);
});

test('the file of an internal comment is nowhere for others', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  const file = await sent(cleo, 'very-secret-name.pdf', PDF);
  const record = await made(cleo, { subject: 'inside' });
  const comment = await said(cleo, record, { text: 'between us', internal: true, files: [file.id] });
  const comments = `/api/ticket/${record.id}/comments`;
  const at = `${comments}/${comment.id}/${file.id}`;
  expect((await cleo.call('GET', at)).bytes.equals(PDF)).toBe(true);
  const channels = [
    ...[at, comments, `${comments}/${comment.id}`, `${comments}?search=very-secret`, '/_/comments?search=very-secret'],
    ...[`/api/_files/${file.id}`, `/api/ticket/${record.id}`, `/api/ticket/${record.id}/history`, '/_/unread'],
    ...[`/api/ticket/${record.id}/papers/${file.id}`, `/api/ticket?format=jsonl`, '/api/openapi.json', '/_/model'],
  ];
  for (const channel of channels) {
    const { text } = await ada.call('GET', channel);
    const told = ['very-secret', PDF.toString('latin1')].filter((part) => text.includes(part));
    expect([channel, told]).toEqual([channel, []]);
  }
  const alike = ({ status, json }: Answer): unknown => [status, { ...(isMap(json) ? json : {}), request_id: '' }];
  const none = `${comments}/${comment.id}/${record.id}`;
  expect(alike(await ada.call('GET', at))).toEqual(alike(await ada.call('GET', none)));
  const taking = await ada.call('POST', comments, { body: { text: 'x', files: [file.id] } });
  expect(codes(taking)).toEqual(['files[0] no_such_file']);
});

test('a lost upload goes on where it ended', async () => {
  const whole = Buffer.from(Array.from({ length: 9000 }, (_, at) => at % 251));
  const begun = (await ada.call('POST', `/api/_files?name=long.bin&size=${whole.length}`)).json as UploadAnswer;
  expect(begun).toMatchObject({ received: 0, type: null });
  const part = (from: number, bytes: Buffer): Promise<Answer> =>
    ada.call('PATCH', `/api/_files/${begun.id}?from=${from}`, { body: bytes, headers: BYTES });
  expect((await part(0, whole.subarray(0, 4000))).json).toMatchObject({ received: 4000, type: null });
  expect(codes(await ada.call('POST', '/api/ticket', { body: { subject: 'a', shown: begun.id } }))).toEqual([
    'shown no_such_file',
  ]);
  const wrong = await part(3000, whole.subarray(3000));
  expect(wrong.status).toBe(400);
  expect((await part(4000, Buffer.concat([whole.subarray(4000), PNG]))).status).toBe(413);
  const { received } = (await ada.call('GET', `/api/_files/${begun.id}`)).json as UploadAnswer;
  expect((await part(received, whole.subarray(received))).json).toMatchObject({ received: 9000 });
  const record = await made(ada, { shown: begun.id });
  const at = `/api/ticket/${record.id}/shown/${begun.id}`;
  expect((await ada.call('GET', at)).bytes.equals(whole)).toBe(true);
  const ranged = async (range: string): Promise<Answer> => ada.call('GET', at, { headers: { range } });
  const middle = await ranged('bytes=100-199');
  expect([middle.status, middle.headers['content-range'], middle.bytes.equals(whole.subarray(100, 200))]).toEqual([
    ...[206, 'bytes 100-199/9000', true],
  ]);
  expect((await ranged('bytes=-10')).bytes.equals(whole.subarray(8990))).toBe(true);
  expect((await ranged('bytes=8000-')).bytes.equals(whole.subarray(8000))).toBe(true);
  expect((await ranged('bytes=9000-')).status).toBe(416);
  for (const all of ['bytes=5-1', 'bytes=1-2,4-5', 'lines=1-2'])
    expect([all, (await ranged(all)).status]).toEqual([all, 200]);
});

test('a reader who leaves before the end of a file is no fault of the server', async () => {
  const file = await sent(ada, 'long.bin', Buffer.alloc(20_000, 1));
  const record = await made(ada, { shown: file.id });
  const address = await desk.app.listen({ host: '127.0.0.1', port: 0 });
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const before = desk.log.length;
  for (let n = 0; n < 30; n += 1) {
    const asked = request(`${address}/api/ticket/${record.id}/shown/${file.id}`, { headers: { cookie }, agent: false });
    asked.end().on('error', () => undefined);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    await once(answer, 'data');
    asked.destroy();
  }
  await expect.poll(() => new Promise((resolve) => desk.app.server.getConnections((_, open) => resolve(open)))).toBe(0);
  expect(desk.log.slice(before)).toEqual([]);
});

test('size, number and name are bounded', async () => {
  const status = async (query: string, bytes?: Buffer): Promise<number> =>
    (await bo.call('POST', `/api/_files?${query}`, bytes ? { body: bytes, headers: BYTES } : {})).status;
  expect(await status('name=a&size=20001')).toBe(413);
  expect(await status('name=a', Buffer.alloc(20001))).toBe(413);
  expect(await status('name=a&size=5', Buffer.alloc(6))).toBe(413);
  expect(await status('name=a')).toBe(400);
  expect(await status('size=5')).toBe(400);
  expect(await status('name=a&size=-1')).toBe(400);
  const empty = await sent(bo, 'empty', Buffer.alloc(0)).catch(() => null);
  expect(empty?.type ?? 'text/plain').toBe('text/plain');
  const form = await bo.call('POST', '/api/_files?name=a', { body: 'a=b', headers: { 'content-type': 'text/plain' } });
  expect(form.status).toBe(415);
  expect((await bo.call('POST', '/api/ticket', { body: PNG, headers: BYTES })).status).toBe(415);
  const stranger = desk.browser();
  expect((await stranger.call('POST', '/api/_files?name=a&size=1')).status).toBe(401);
  expect((await bo.call('POST', '/api/_files?name=a&size=1', { xsrf: false })).status).toBe(403);
  let last = 201;
  for (let count = 0; count < 51 && last === 201; count += 1) last = await status('name=a&size=1');
  expect(last).toBe(429);
});

test('the same content is kept once', async () => {
  const bytes = Buffer.from('the same content');
  const cleo = await desk.signedIn('cleo@example.com');
  const [one, other] = [await sent(cleo, 'one.txt', bytes), await sent(cleo, 'other.txt', bytes)];
  expect(one.id).not.toBe(other.id);
  const hash = await desk.service.uploads.hashOf(one.id);
  expect(await desk.service.uploads.hashOf(other.id)).toBe(hash);
  const lying = readdirSync(filesOf(desk.place), { recursive: true, encoding: 'utf8' });
  expect(lying.filter((path) => basename(path).startsWith(hash ?? 'none'))).toEqual([`${hash?.slice(0, 2)}/${hash}`]);
});

test('what nothing refers to goes after its time, and what is held or shared stays', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  const [held, left, never] = [
    await sent(cleo, 'held.txt', Buffer.from('held')),
    await sent(cleo, 'left.txt', Buffer.from('left')),
    await sent(cleo, 'never.txt', Buffer.from('never')),
  ];
  const gone = await sent(ada, 'gone.txt', Buffer.from('gone'));
  const record = await made(cleo, { papers: [held.id, left.id] });
  const removed = await made(ada, { papers: [gone.id] });
  await patched(cleo, record, { papers: [held.id] });
  expect((await ada.call('DELETE', `/api/ticket/${removed.id}`)).status).toBe(204);
  const hashes = await Promise.all([held, left, never, gone].map(({ id }) => desk.service.uploads.hashOf(id)));
  const lie = (hash: string | null): boolean =>
    existsSync(join(filesOf(desk.place), hash?.slice(0, 2) ?? '', hash ?? ''));
  for (const hash of hashes)
    utimesSync(join(filesOf(desk.place), hash?.slice(0, 2) ?? '', hash ?? ''), new Date(0), new Date(0)); // as if they had come long ago
  desk.wait(29 * 86_400_000);
  expect(await desk.service.uploads.sweep()).toMatchObject({ contents: 0 });
  desk.wait(2 * 86_400_000);
  expect((await desk.service.records.emptyTrash()) > 0).toBe(true);
  await desk.service.uploads.sweep();
  expect(hashes.map(lie)).toEqual([true, false, false, true]);
  expect(await desk.service.uploads.hashOf(never.id)).toBeNull();
  desk.wait(31 * 86_400_000);
  await desk.service.uploads.sweep();
  expect(hashes.map(lie)).toEqual([true, false, false, false]);
  const again = await desk.signedIn('cleo@example.com');
  expect((await again.call('GET', `/api/ticket/${record.id}/papers/${held.id}`)).text).toBe('held');
});

test('a file that went while what held it stays is answered as gone: read, ranged and as a preview', async () => {
  const [cleo, reader] = [await desk.signedIn('cleo@example.com'), await desk.signedIn('bo@example.com')];
  const [first, next, beside] = [
    await sent(cleo, 'first.png', PNG),
    await sent(cleo, 'next.png', Buffer.concat([PNG, Buffer.from('next')])),
    await sent(cleo, 'beside.png', Buffer.concat([PNG, Buffer.from('beside')])),
  ];
  const record = await made(cleo, { photo: first.id });
  const comment = await said(cleo, record, { files: [beside.id] });
  const at = `/api/ticket/${record.id}/photo`;
  const ofComment = `/api/ticket/${record.id}/comments/${comment.id}/${beside.id}`;
  const gone = async (address: string): Promise<void> => {
    for (const [query, headers] of [
      ['', {}],
      ['', { range: 'bytes=0-0' }],
      ['?preview=small', {}],
    ] as const) {
      const { status, json } = await reader.call('GET', `${address}${query}`, { headers });
      expect([address, query, status, json]).toMatchObject([address, query, 404, { code: 'file_gone' }]);
    }
  };
  // somebody replaces it
  await patched(cleo, record, { photo: next.id });
  await gone(`${at}/${first.id}`);
  // the content is not where it lies
  for (const { id } of [next, beside]) {
    const hash = (await desk.service.uploads.hashOf(id)) ?? '';
    rmSync(join(filesOf(desk.place), hash.slice(0, 2), hash));
  }
  await gone(`${at}/${next.id}`);
  await gone(ofComment);
  // the comment is taken back
  expect((await cleo.call('DELETE', `/api/ticket/${record.id}/comments/${comment.id}`)).status).toBe(204);
  await gone(ofComment);
  // a record that cannot be read says nothing of its files
  await cleo.call('DELETE', `/api/ticket/${record.id}`);
  expect((await reader.call('GET', `${at}/${next.id}`)).json).toMatchObject({ code: 'not_found' });
});
