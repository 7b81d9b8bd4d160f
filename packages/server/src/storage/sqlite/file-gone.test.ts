import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compile } from '@ninefold/spec';
import { openData } from '../../start/open-data.ts';
import type { Browser } from '../../testing/browser.ts';
import { refusalOf } from '../../http/answers/problem.ts';
import { openSqlite } from './open.ts';
import { startDesk, type Desk } from '../../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
let file: string;
beforeEach(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
  const [main] = await desk.database.read.all('PRAGMA database_list', []);
  file = String(main?.['file']);
});
afterEach(() => desk.close());

const create = (subject: string) => ada.call('POST', '/api/note', { body: { subject, amount: 1 } });
const health = async () => (await ada.call('GET', '/health')).json;

const GONE: readonly (readonly [string, () => void])[] = [
  ['its folder is deleted', () => rmSync(dirname(file), { recursive: true })],
  [
    'its folder is another one, as after an unmount',
    () => {
      renameSync(dirname(file), `${dirname(file)}-away`);
      mkdirSync(dirname(file));
    },
  ],
  [
    'another file lies in its place',
    () => {
      renameSync(file, `${file}-away`);
      closeSync(openSync(file, 'w'));
    },
  ],
  ['its log is deleted', () => rmSync(`${file}-wal`)],
];

it.each(GONE)('once %s, no write is acknowledged, and /health says so', async (_, remove) => {
  expect((await create('before')).status).toBe(201);
  expect(await health()).toEqual({ status: 'ready' });
  remove();
  for (const subject of ['one', 'two'])
    expect(await create(subject)).toMatchObject({ status: 503, json: { code: 'storage_away' } });
  await desk.service.standing.look();
  expect(await health()).toEqual({ status: 'storage_away' });
  expect((await ada.call('GET', '/ready')).status).toBe(503);
  expect(desk.log.filter((line) => line.includes('fault'))).toEqual([]);
  rmSync(`${dirname(file)}-away`, { recursive: true, force: true });
});

function damage(path: string, from: number): void {
  const handle = openSync(path, 'r+');
  const size = statSync(path).size;
  for (let at = from; at < size; at += 4096)
    writeSync(handle, Buffer.alloc(Math.min(3000, size - at), 0xa5), 0, undefined, at);
  closeSync(handle);
}

it('damaged pages have an error of their own, which leads to the backup', async () => {
  const path = join(dirname(file), 'damaged.sqlite');
  const before = await openSqlite(path);
  await before.alone(async (tx) => {
    await tx.run('CREATE TABLE "noted" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL) STRICT', []);
    for (let n = 0; n < 2000; n += 1) await tx.run('INSERT INTO "noted" VALUES (?, ?)', [n, 'x'.repeat(100)]);
  });
  await before.close();
  damage(path, 3 * 4096);
  const after = await openSqlite(path);
  const read = after.read.all('SELECT count("text") AS n FROM "noted"', []);
  const failure = await read.then(() => null, refusalOf);
  expect(failure?.code).toBe('storage_damaged');
  await after.close();
});

it('a file that is no database any more keeps a server from starting, with a hint at the backup', async () => {
  const data = join(dirname(file), 'other');
  mkdirSync(data);
  closeSync(openSync(join(data, 'data.sqlite'), 'w'));
  const handle = openSync(join(data, 'data.sqlite'), 'r+');
  writeSync(handle, 'this is no database at all'.repeat(400));
  closeSync(handle);
  const { application } = compile([{ path: 'app.yaml', text: 'ninefold: 1\nentities: {}\n' }]);
  if (!application) throw new Error('the fixture is wrong');
  const options = { demo: false, now: '2026-03-05T12:00:00.000Z', acceptLoss: [] };
  await expect(openData({ data, database: null }, application, options, () => undefined)).rejects.toThrow(
    /^The data in .+data\.sqlite is damaged\. .*ninefold restore/,
  );
});
