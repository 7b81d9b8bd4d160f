import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { startDesk, type Desk } from '../../testing/start-desk.ts';
import { refusalOf } from '../../http/answers/problem.ts';
import { openConnection } from './connections/connection.ts';
import { prepareMoments } from './connections/moments.ts';
import { createWriteQueue } from './write-queue.ts';

let desk: Desk;
let ada: Browser;
beforeEach(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
});
afterEach(() => desk.close());

const create = (subject: string) => ada.call('POST', '/api/note', { body: { subject, amount: 1 } });
const total = async () => (await ada.call('GET', '/api/note?size=1&total=exact')).json;
/** Settings of the connection that writes. */
const set = (pragma: string) => desk.database.write((tx) => tx.all(`PRAGMA ${pragma}`, []));

it('a full database says so, keeps what it has, reads, and takes writes again once there is room', async () => {
  expect((await create('before')).status).toBe(201);
  const [pages] = await desk.database.read.all('PRAGMA page_count', []);
  await set(`max_page_count = ${String(Number(pages?.['page_count']) + 3)}`);
  const statuses: number[] = [];
  for (let n = 0; n < 400 && statuses.at(-1) !== 507; n += 1)
    statuses.push((await create(`note ${String(n)} ${'x'.repeat(20)}`)).status);
  expect(statuses.at(-1)).toBe(507);
  const kept = statuses.filter((status) => status === 201).length + 1;
  const together = await Promise.all(Array.from({ length: 40 }, (_, n) => create(`at once ${String(n)}`)));
  const taken = together.filter(({ status }) => status === 201).length;
  expect(together.flatMap(({ status, json }) => (status === 201 ? [] : [(json as { code: string }).code]))).toEqual(
    Array.from({ length: 40 - taken }, () => 'storage_full'),
  );
  expect(taken).toBeLessThan(40);
  expect(await total()).toMatchObject({ total: kept + taken });
  await set('max_page_count = 1000000');
  expect((await create('after')).status).toBe(201);
  expect(await total()).toMatchObject({ total: kept + taken + 1 });
  expect(await desk.database.read.all('PRAGMA integrity_check', [])).toEqual([{ integrity_check: 'ok' }]);
});

it('a database that only reads says so, and takes writes again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  const connection = openConnection(join(folder, 'a.sqlite'));
  prepareMoments(connection);
  const { write } = createWriteQueue(connection, { before: () => undefined, after: () => undefined });
  const add = (n: number) => write((tx) => tx.run('INSERT INTO t VALUES (?)', [n]));
  await write((tx) => tx.run('CREATE TABLE t (n INTEGER) STRICT', []));
  connection.exec('PRAGMA query_only = ON');
  const results = await Promise.allSettled([1, 2, 3].map(add));
  const codes = results.map((result) => (result.status === 'rejected' ? refusalOf(result.reason).code : 'done'));
  expect(codes).toEqual(['storage_read_only', 'storage_read_only', 'storage_read_only']);
  connection.exec('PRAGMA query_only = OFF');
  await add(4);
  expect(connection.all('SELECT n FROM t', [])).toEqual([{ n: 4n }]);
  connection.handle.close();
  rmSync(folder, { recursive: true });
});
