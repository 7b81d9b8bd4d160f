// What stands above a record of a tree: it tells nothing that the records themselves would not.
import type { RecordPath, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: rooms, languages: [en] }
entities:
  room:
    title: name
    key: name
    tree: inside
    fields:
      name: { type: string, required: true, unique: true }
      secret: { type: boolean }
      apart: { type: boolean }
      inside: { type: reference, to: room }
  shelf:
    title: name
    key: name
    tree: inside
    fields:
      name: { type: string, required: true, unique: true }
      inside: { type: reference, to: shelf, closed: true }
  note: { title: name, fields: { name: { type: string, required: true } } }
roles:
  boss: { room: all, shelf: { create: true, read: true, fields: { inside: write } }, note: all, user: { read: true } }
  helper:
    members: everyone
    room:
      - { read: "!record.secret && !record.apart" }
      - { read: record.apart, fields: { others: read, inside: none } }
    shelf: { read: true }
    note: { read: true }
  administrator: { runtime: [users], user: { read: true, update: true, grant: [boss] } }
`;

let desk: Desk;
let boss: Browser;
let helper: Browser;
const made: Record<string, RecordValue> = {};

async function make(entity: string, name: string, inside: string | null, more: object = {}): Promise<void> {
  const parent = inside === null ? {} : { inside: made[inside]?.id };
  const { json } = await boss.call('POST', `/api/${entity}`, { body: { name, ...parent, ...more } });
  made[name] = json as RecordValue;
}

beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  boss = await desk.signedIn('cleo@example.com');
  helper = await desk.signedIn('ada@example.com');
  await make('room', 'Site', null);
  await make('room', 'Vault', 'Site', { secret: true });
  await make('room', 'Floor', 'Vault');
  await make('room', 'Desk', 'Floor');
  await make('room', 'Annex', 'Site', { apart: true });
  await make('room', 'Corner', 'Annex');
  await make('room', 'Nook', 'Corner');
  await make('shelf', 'Case', null);
  await make('shelf', 'Board', 'Case');
  await make('note', 'Plain', null);
});
afterAll(() => desk.close());

async function above(browser: Browser, entity: string, name: string): Promise<unknown> {
  const { json, status } = await browser.call('GET', `/_/path/${entity}/${name}`);
  return status === 200 ? (json as RecordPath).items.map(({ title }) => title) : status;
}

test('what stands above a record is told from the highest down, by id and by key', async () => {
  expect(await above(boss, 'room', 'Desk')).toEqual(['Site', 'Vault', 'Floor']);
  expect((await boss.call('GET', `/_/path/room/${made['Floor']?.id}`)).json).toEqual({
    items: ['Site', 'Vault'].map((name) => ({ id: made[name]?.id, title: name })),
  });
  expect(await above(boss, 'room', 'Site')).toEqual([]);
  expect(await above(boss, 'note', String(made['Plain']?.id))).toEqual([]);
});

test('the path begins below a record that is closed to the caller, though they may read what is above it', async () => {
  expect(await above(helper, 'room', 'Desk')).toEqual(['Floor']);
  expect(await above(helper, 'room', 'Floor')).toEqual([]);
  expect(JSON.stringify((await helper.call('GET', '/_/path/room/Desk')).json)).not.toContain(made['Site']?.id);
});

test('a parent that is closed on a record is not told, neither of the record nor of one above it', async () => {
  expect(await above(boss, 'room', 'Nook')).toEqual(['Site', 'Annex', 'Corner']);
  expect(await above(helper, 'room', 'Nook')).toEqual(['Annex', 'Corner']);
  expect(await above(helper, 'room', 'Annex')).toEqual([]);
  expect(await above(boss, 'shelf', 'Board')).toEqual(['Case']);
  expect(await above(helper, 'shelf', 'Board')).toEqual([]);
});

test('a record that may not be read has no path, as one that is not there', async () => {
  expect(await above(helper, 'room', 'Vault')).toBe(404);
  expect(await above(helper, 'room', 'Nowhere')).toBe(404);
  expect(await above(helper, 'nothing', 'Desk')).toBe(await above(helper, 'constructor', 'Desk'));
});

test('of many levels the nearest ten are told', async () => {
  await make('room', 'L0', null);
  for (let level = 1; level <= 12; level += 1) await make('room', `L${level}`, `L${level - 1}`);
  expect(await above(boss, 'room', 'L12')).toEqual(Array.from({ length: 10 }, (_, at) => `L${at + 2}`));
});
