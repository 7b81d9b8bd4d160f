// Also in the portable form: changes are polled.
import type { RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
  group:
    title: name
    fields:
      name: { type: string, required: true, max: 40 }
      secret: { type: string }
      head: { type: reference, to: user }
      members: { type: references, to: user }
  area: { title: name, fields: { name: { type: string }, group: { type: reference, to: group } } }
  task:
    title: name
    fields:
      name: { type: string, required: true }
      group: { type: reference, to: group, inverse: tasks }
      area: { type: reference, to: area }
  sheet: { title: name, fields: { name: { type: string }, task: { type: reference, to: task, inverse: sheets } } }
roles:
  writer:
    members: everyone
    note: { create: true, read: record.owner == user, update: true }
    board: { read: true }
    group: { refer: true, read: 'record.tasks.exists(t, t.name == "Open " + user.name)' }
    task: { read: record.group.head == user || user in record.area.group.members }
    sheet: { read: record.task.group.head == user }
    user: { refer: true }
  boss: { runtime: [users], note: all, board: all, piece: all, group: all, area: all, task: all, sheet: all, user: { read: true, update: true, grant: [boss] } }
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
  await vi.waitUntil(() => reader.status !== 200 || reader.events.length > 0, 30_000);
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
  vi.waitFor(() => expect(told(reader, entity)).toContain(id), 30_000);

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
  await vi.waitFor(() => expect(told(his, 'note')).toHaveLength(2), 30_000);
  expect(told(again, 'note')).toHaveLength(1);
  await cleo.call('DELETE', `/api/note/${note.id}`);
  await vi.waitFor(() => expect(told(his, 'note')).toHaveLength(3), 30_000);
  expect(told(again, 'note')).toHaveLength(1);
  for (const reader of [again, his, all]) reader.close();
});

test('values that follow from a closed entity are told as changes of what shows them; what goes for good, too', async () => {
  const [hers, all] = [await listening(ada), await listening(cleo)];
  const board = await made('board', { name: 'Wall' });
  await isTold(hers, 'board', board.id);
  const before = told(hers, 'board').length;
  const piece = await made('piece', { name: 'Paper', board: board.id });
  await vi.waitFor(() => expect(told(hers, 'board').length).toBeGreaterThan(before), 30_000);
  await cleo.call('DELETE', `/api/piece/${piece.id}`);
  await vi.waitFor(() => expect(told(all, 'piece')).toHaveLength(2), 30_000);
  await vi.waitFor(() => expect(told(hers, 'board').length).toBeGreaterThan(before + 1), 30_000);
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
  await vi.waitFor(() => expect(newest(all)).toEqual({ note: null, piece: null }), 30_000);
  await vi.waitFor(() => expect(newest(hers)).toEqual({ note: null }), 30_000);
  for (const reader of [hers, all]) reader.close();
});

describe('what decides who may read a record', () => {
  let group: RecordValue;
  let area: RecordValue;
  let task: RecordValue;
  let sheet: RecordValue;
  let readers: readonly [LiveReader, LiveReader];
  const change = (record: RecordValue, entity: string, body: object) =>
    cleo.call('PATCH', `/api/${entity}/${record.id}`, { body });
  /** The event of a change of something else, whatever other events come. */
  const moved = async (act: () => Promise<unknown>): Promise<readonly object[]> => {
    const heard = readers.map(({ events }) => events.length);
    await act();
    const end = await made('board', { name: 'End' });
    await Promise.all(readers.map((reader) => isTold(reader, 'board', end.id)));
    return readers.map(({ events }, at) => {
      const told = events.slice(heard[at]).flatMap(({ data }) => Object.entries(data));
      return Object.fromEntries(told.filter(([entity]) => entity !== 'board'));
    });
  };
  beforeAll(async () => {
    const head = await userId('ada@example.com');
    group = await made('group', { name: 'Net', head });
    area = await made('area', { name: 'North', group: group.id });
    task = await made('task', { name: 'Cable', group: group.id });
    sheet = await made('sheet', { name: 'Plan', task: task.id });
    readers = [await listening(ada), await listening(bo)];
  });
  afterAll(() => readers.forEach((reader) => reader.close()));

  test('who gains or loses rows by a change behind a reference hears of these rows', async () => {
    const both = { task: [task.id], sheet: [sheet.id] };
    const head = await userId('bo@example.com');
    expect(await moved(() => change(group, 'group', { head }))).toEqual([both, both]);
    expect(await moved(() => change(group, 'group', { secret: 'x' }))).toEqual([{}, {}]);
    const other = await made('group', { name: 'Other', head: await userId('ada@example.com') });
    expect(await moved(() => change(task, 'task', { group: other.id }))).toEqual([both, both]);
    expect(await moved(() => change(task, 'task', { area: area.id }))).toEqual([{ task: [task.id] }, {}]);
    const members = [head];
    expect(await moved(() => change(group, 'group', { members }))).toEqual([{}, { task: [task.id] }]);
    expect(await moved(() => change(area, 'area', { group: other.id }))).toEqual([{}, { task: [task.id] }]);
  });

  test('who may only refer to a record hears of another title, and of nothing else', async () => {
    expect(await moved(() => change(group, 'group', { name: 'Web' }))).toEqual([
      { group: [group.id] },
      { group: [group.id] },
    ]);
    expect(await moved(() => change(group, 'group', { secret: 'y' }))).toEqual([{}, {}]);
  });

  test('a record that belongs to another one by coming, changing or going opens and closes that one', async () => {
    const pool = await made('group', { name: 'Pool' });
    const one = await made('task', { name: 'Shut', group: pool.id });
    const mine = { group: [pool.id] };
    expect(await moved(() => made('task', { name: 'Open Ada Writer', group: pool.id }))).toEqual([mine, {}]);
    expect(await moved(() => change(one, 'task', { name: 'Open Bo Writer' }))).toEqual([{}, mine]);
    expect(await moved(() => change(one, 'task', { group: null }))).toEqual([{}, mine]);
    expect(await moved(() => change(one, 'task', { group: pool.id }))).toEqual([{}, mine]);
    expect(await moved(() => cleo.call('DELETE', `/api/task/${one.id}`))).toEqual([{}, mine]);
  });

  test('a reader whose own user changes is told to ask for everything again', async () => {
    const [, his] = readers;
    const user = await userId('bo@example.com');
    await change({ id: user } as RecordValue, 'user', { name: 'Bo Other' });
    await vi.waitFor(() => expect(his.events.at(-1)?.data).toMatchObject({ board: null, task: null }), 30_000);
    await change({ id: user } as RecordValue, 'user', { name: 'Bo Writer' });
  });
});

test('a reader whose roles change is told which they have now', async () => {
  const his = await listening(bo);
  const user = await userId('bo@example.com');
  const rolesTold = () => his.events.flatMap(({ event, data }) => (event === 'ready' ? [data['roles']] : []));
  const [first] = rolesTold();
  await cleo.call('PATCH', `/api/user/${user}`, { body: { roles: ['boss'] } });
  await vi.waitFor(() => expect(rolesTold()).toEqual([first, expect.arrayContaining(['boss'])]), 30_000);
  await cleo.call('PATCH', `/api/user/${user}`, { body: { roles: [] } });
  await vi.waitFor(() => expect(rolesTold()).toEqual([first, expect.arrayContaining(['boss']), first]), 30_000);
  his.close();
});

test('a reader who lost the connection gets the events since then, or hears that they are not known', async () => {
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
  }, 30_000);
});
