import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const MEGABYTE = 1_000_000;
const STALLED_MS = 1200;
const YAML = `ninefold: 1
purpose: { name: desk, languages: [en], time_zone: UTC }
limits: { stalled_ms: ${String(STALLED_MS)}, xlsx_rows: 30 }
entities:
  note:
    title: subject
    fields:
      subject: { type: string, max: 200, search: true }
      details: { type: text, max: 20000 }
roles:
  writer: { members: everyone, note: all, user: { refer: true } }
  boss: { note: all }
  administrator: { note: all }
`;

let desk: Desk;
let ada: Browser;
let port: number;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: YAML }] });
  ada = await desk.signedIn('ada@example.com');
  await desk.app.listen({ host: '127.0.0.1', port: 0 });
  const address = desk.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  await create(20, 'short');
});
afterAll(() => desk.close());

async function create(count: number, details: string): Promise<void> {
  const records = Array.from({ length: count }, (_, n) => ({ subject: `note ${String(n)} ${details}`, details }));
  expect((await ada.call('POST', '/api/note/bulk', { body: { action: 'create', records } })).status).toBe(200);
}

/** Asks for a file; the answer is not read before somebody reads the socket. */
function ask(query: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  socket.write(`GET /api/note?${query} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
  return socket;
}

/** Reads an answer to its end, and says whether it is whole. `pauses`: so often nothing is taken for a while, after each megabyte. */
function received(socket: Socket, pauses: number): Promise<boolean> {
  let last = '';
  let bytes = 0;
  let left = pauses;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    last = (last + chunk.toString('latin1')).slice(-7);
    if (last.endsWith('\r\n0\r\n\r\n')) socket.end();
    if (left === 0 || bytes < MEGABYTE) return;
    left -= 1;
    bytes = 0;
    socket.pause();
    setTimeout(() => socket.resume(), STALLED_MS / 3);
  });
  socket.on('error', () => undefined);
  socket.resume();
  return new Promise((resolve) => socket.on('close', () => resolve(last.endsWith('\r\n0\r\n\r\n'))));
}

const connections = () =>
  new Promise<number>((resolve) => desk.app.server.getConnections((_error, count) => resolve(count)));

test('a sheet is counted before it is read: too many rows are refused, fewer are written', async () => {
  const written = await ada.call('GET', '/api/note?format=xlsx');
  expect([written.status, written.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  await create(11, 'more');
  const refused = await ada.call('GET', '/api/note?format=xlsx');
  expect(refused.json).toMatchObject({ status: 413, code: 'xlsx_too_large', params: { max: 30 } });
  expect((await ada.call('GET', '/api/note?format=xlsx&search=more')).status).toBe(200);
});

test('a download that nobody takes ends; one that is taken slowly comes to its end', async () => {
  await create(1900, 'long');
  // Altogether more than the system keeps for a client that does not read.
  await desk.database.write((tx) => tx.run('UPDATE "note" SET "details" = ?', ['x'.repeat(20_000)]));
  const stalled = ask('format=csv');
  await expect.poll(connections, { timeout: 30_000 }).toBe(1);
  await expect.poll(connections, { timeout: 30_000 }).toBe(0);
  expect(await received(stalled, 0)).toBe(false);
  expect(await received(ask('format=csv'), 6)).toBe(true);
});
