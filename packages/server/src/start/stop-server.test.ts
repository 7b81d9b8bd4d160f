import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn, type Call } from '../testing/crash/caller.ts';
import { writeTill } from '../testing/crash/till.ts';
import { listenTo } from '../testing/live-reader.ts';
import { openSqliteReader } from '../storage/sqlite/open.ts';
import { startServer, type Running } from './start-server.ts';

/** Longer than a test may take: what is not closed by itself fails it. */
const FOR_EVER = { noticeMs: 0, patienceMs: 600_000 };

let place: string;
let running: Running;
let agent: Agent;
let ann: Call;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'ninefold-stop-'));
  running = await startServer({
    ...{ folder: writeTill(place), data: join(place, 'data'), database: null, host: '127.0.0.1', port: 0, demo: true },
    ...{ acceptLoss: [], web: 'none', webLocales: null, errorsDsn: null, log: () => undefined },
  });
  agent = new Agent({ keepAlive: true });
  ann = await signIn(running.address, 'till', running.demoAccounts[0]?.id ?? '');
});
afterEach(async () => {
  agent.destroy();
  await running.close(FOR_EVER);
  rmSync(place, { recursive: true, force: true });
});

interface Got {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: string;
}

/** Begins a call on a connection that is kept; `send` sends its body. */
function begin(path: string, options: RequestOptions = {}) {
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { accept: 'application/json', cookie, ...options.headers };
  const asked = request(`${running.address}${path}`, { agent, ...options, headers });
  const got = new Promise<Got>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (response: IncomingMessage) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body }),
      );
    });
  });
  return { asked, got };
}

async function get(path: string): Promise<Got> {
  const { asked, got } = begin(path);
  asked.end();
  return got;
}

function post(path: string, type = 'application/json') {
  const headers = { 'content-type': type, 'x-xsrf-token': ann.cookies.get('till_xsrf') ?? '' };
  return begin(path, { method: 'POST', headers });
}

/** What another process sees of the file. */
async function stored(): Promise<{ readonly entries: number; readonly state: 'importing' | 'idle' }> {
  const reader = await openSqliteReader(join(place, 'data/data.sqlite'));
  const [row] = await reader.read.all('SELECT count(*) AS n FROM "entry"', []);
  await reader.close();
  return { entries: Number(row?.['n']), state: isWriting(join(place, 'data/data.sqlite')) ? 'importing' : 'idle' };
}

/** Whether a transaction that writes is open. */
function isWriting(file: string): boolean {
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    handle.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    handle.close();
  }
}

test('/ready turns first, while calls go on to be answered on connections that then close', async () => {
  expect((await get('/ready')).status).toBe(200);
  const closed = running.close({ noticeMs: 300, patienceMs: FOR_EVER.patienceMs });
  const { status, connection, body } = await get('/ready');
  expect([status, connection, JSON.parse(body)]).toEqual([503, 'close', { status: 'stopping' }]);
  expect(await get('/health')).toMatchObject({ status: 200, body: '{"status":"stopping"}' });
  expect(await get('/api/account')).toMatchObject({ status: 200, connection: 'close' });
  await closed;
  await expect(get('/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a call in progress is answered, and its connection is closed although its client would keep it', async () => {
  await get('/api/account');
  const { asked, got } = post('/api/account');
  asked.write('{ "name": ');
  const idle = await get('/health'); // a second connection, which is idle when the server is stopped
  expect(idle.status).toBe(200);
  let isClosed = false;
  const closed = running.close(FOR_EVER).then(() => (isClosed = true));
  await pause(100);
  expect(isClosed).toBe(false);
  asked.end('"cash" }');
  expect((await got).status).toBe(201);
  await closed;
});

test('a connection that never asked anything keeps no server from its end', async () => {
  const { hostname, port } = new URL(running.address);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await running.close(FOR_EVER);
  await expect(ended).resolves.toBeDefined();
});

test('open pages are sent elsewhere', async () => {
  const page = await listenTo(running.address, ann.cookies);
  await expect.poll(() => page.events.length).toBe(1);
  await running.close(FOR_EVER);
  await page.ended;
  expect(page.events.map(({ event }) => event)).toEqual(['ready', 'elsewhere']);
});

test('a call that takes longer than it may is cut, and the server ends', async () => {
  const { asked, got } = post('/api/account');
  const failed = got.catch((cause: unknown) => cause);
  asked.write('{ "name": ');
  await get('/health');
  await running.close({ noticeMs: 0, patienceMs: 50 });
  expect(await failed).toMatchObject({ code: 'ECONNRESET' });
});

test('an import that takes longer than it may is told, and nothing of it is stored; a new one is refused at once', async () => {
  const account = String((await ann('POST', '/api/account', { name: 'cash' }))?.json['id']);
  const rows = Array.from({ length: 30_000 }, (_, n) => `${account},1,note ${String(n)}`);
  const importing = post('/api/entry/import', 'text/csv');
  importing.asked.end(`account,amount,note\n${rows.join('\n')}\n`);
  await expect.poll(async () => (await stored()).state).toBe('importing');
  const closed = running.close({ noticeMs: 200, patienceMs: 100 });
  const late = post('/api/entry/import', 'text/csv');
  late.asked.end('account,amount,note\n');
  for (const { got } of [importing, late]) {
    const { status, body } = await got;
    expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'stopping' }]);
  }
  await closed;
  expect((await stored()).entries).toBe(0);
});
