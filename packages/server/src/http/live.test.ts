import type { RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { listenTo, type LiveReader } from '../testing/live-reader.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: live, languages: [en] }
limits: { live_connections: 8 }
entities:
  note:
    title: subject
    fields:
      subject: { type: string, required: true }
      owner: { type: reference, to: user, inverse: notes }
  board:
    title: name
    fields:
      name: { type: string, required: true }
      parts: { type: integer, computed: 'size(record.pieces)' }
  piece:
    trash: false
    title: name
    fields:
      name: { type: string, required: true }
      board: { type: reference, to: board, inverse: pieces }
roles:
  writer:
    members: everyone
    note: { create: true, read: record.owner == user, update: true }
    board: { read: true }
    user: { refer: true }
  boss: { runtime: [users], note: all, board: all, piece: all, user: { read: true, update: true, grant: [boss] } }
  administrator: { runtime: [users], user: { read: true } }
`;

let desk: Desk;
let address: string;
let ada: Browser;
let bo: Browser;
let cleo: Browser;
const open: LiveReader[] = [];
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  address = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  [ada, bo, cleo] = [
    await desk.signedIn('ada@example.com'),
    await desk.signedIn('bo@example.com'),
    await desk.signedIn('cleo@example.com'),
  ];
});
afterAll(async () => {
  for (const reader of open) reader.close();
  await desk.close();
});

async function listening(browser: Browser, headers = {}): Promise<LiveReader> {
  const reader = await listenTo(address, browser.cookies, headers);
  open.push(reader);
  await vi.waitUntil(() => reader.status !== 200 || reader.events.length > 0, 5000);
  return reader;
}
async function userId(email: string): Promise<string> {
  return (await desk.service.records.userByEmail(email)) ?? '';
}
async function made(entity: string, body: object): Promise<RecordValue> {
  return (await cleo.call('POST', `/api/${entity}`, { body })).json as RecordValue;
}
const told = ({ events }: LiveReader, entity: string): readonly unknown[] =>
  events.filter(({ event }) => event === 'changed').flatMap(({ data }) => data[entity] ?? []);
const isTold = (reader: LiveReader, entity: string, id: string) =>
  vi.waitFor(() => expect(told(reader, entity)).toContain(id), 5000);

test('a change is told to who may read the record, before or after it, and to nobody else', async () => {
  const [hers, his, all] = [await listening(ada), await listening(bo), await listening(cleo)];
  expect([hers.status, hers.headers['content-type'], hers.headers['cache-control']]).toEqual([
    200,
    'text/event-stream',
    'no-store, no-transform',
  ]);
  const note = await made('note', { subject: 'For Ada', owner: await userId('ada@example.com') });
  await isTold(hers, 'note', note.id);
  await isTold(all, 'note', note.id);
  expect(his.events).toHaveLength(1);
  hers.close();
  const again = await listening(ada);
  await cleo.call('PATCH', `/api/note/${note.id}`, { body: { owner: await userId('bo@example.com') } });
  await isTold(again, 'note', note.id);
  await isTold(his, 'note', note.id);
  await cleo.call('PATCH', `/api/note/${note.id}`, { body: { subject: 'For Bo' } });
  await vi.waitFor(() => expect(told(his, 'note')).toHaveLength(2), 5000);
  expect(told(again, 'note')).toHaveLength(1);
  await cleo.call('DELETE', `/api/note/${note.id}`);
  await vi.waitFor(() => expect(told(his, 'note')).toHaveLength(3), 5000);
  expect(told(again, 'note')).toHaveLength(1);
  for (const reader of [again, his, all]) reader.close();
});

test('values that follow from a closed entity are told as changes of what shows them; what goes for good, too', async () => {
  const [hers, all] = [await listening(ada), await listening(cleo)];
  const board = await made('board', { name: 'Wall' });
  await isTold(hers, 'board', board.id);
  const before = told(hers, 'board').length;
  const piece = await made('piece', { name: 'Paper', board: board.id });
  await vi.waitFor(() => expect(told(hers, 'board').length).toBeGreaterThan(before), 5000);
  await cleo.call('DELETE', `/api/piece/${piece.id}`);
  await vi.waitFor(() => expect(told(all, 'piece')).toHaveLength(2), 5000);
  await vi.waitFor(() => expect(told(hers, 'board').length).toBeGreaterThan(before + 1), 5000);
  expect(told(hers, 'piece')).toEqual([]);
  for (const reader of [hers, all]) reader.close();
});

test('that many records were changed is told without ids, to those who may read some of their kind', async () => {
  const [hers, all] = [await listening(ada), await listening(cleo)];
  await desk.database.write(async (tx) => {
    for (const entity of ['note', 'piece']) tx.changed({ entity, id: null });
    tx.changed({ entity: 'note', id: 'one' });
  });
  const newest = ({ events }: LiveReader): unknown => events.at(-1)?.data;
  await vi.waitFor(() => expect(newest(all)).toEqual({ note: null, piece: null }), 5000);
  await vi.waitFor(() => expect(newest(hers)).toEqual({ note: null }), 5000);
  for (const reader of [hers, all]) reader.close();
});

test('who lost the connection hears what he missed, or that it is not known', async () => {
  const keeping = await listening(cleo);
  const first = await listening(ada);
  const owner = await userId('ada@example.com');
  const one = await made('note', { subject: 'One', owner });
  await isTold(first, 'note', one.id);
  const last = first.events.at(-1)?.id ?? '';
  first.close();
  const two = await made('note', { subject: 'Two', owner });
  await isTold(keeping, 'note', two.id);
  const second = await listening(ada, { 'last-event-id': last });
  expect(second.events[0]).toMatchObject({ event: 'ready', data: { known: true } });
  await isTold(second, 'note', two.id);
  const lost = await listening(ada, { 'last-event-id': '1' });
  expect(lost.events[0]).toMatchObject({ event: 'ready', data: { known: false } });
  for (const reader of [keeping, second, lost]) reader.close();
});

test('it ends with the session and when nobody may sign in any more; nobody else opens it', async () => {
  const browser = await desk.signedIn('ada@example.com');
  const [reader, his] = [await listening(browser), await listening(bo)];
  await browser.call('DELETE', '/_/session');
  await reader.ended;
  const user = await userId('bo@example.com');
  expect((await cleo.call('PATCH', `/api/user/${user}`, { body: { active: false } })).status).toBe(200);
  await his.ended;
  expect((await listenTo(address, new Map())).status).toBe(401);
  expect((await cleo.call('HEAD', '/_/live')).status).toBe(200);
});

test('more pages than the limit are refused', async () => {
  const readers: LiveReader[] = [];
  for (let n = 0; n < 8; n += 1) readers.push(await listening(cleo));
  expect((await listening(cleo)).status).toBe(429);
  for (const reader of readers) reader.close();
  await vi.waitFor(async () => {
    const reader = await listening(cleo);
    reader.close();
    expect(reader.status).toBe(200);
  }, 5000);
});
