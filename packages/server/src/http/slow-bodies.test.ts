// On SQLite alone: connections and bodies are held to their time before a database is asked.
// Over real connections: a body has its time, and a file goes on as long as it makes progress.
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
limits: { body_seconds: 1, import_pace_bytes: 2000 }
entities: { thing: { title: name, fields: { name: { type: string } } } }
roles:
  boss: { thing: all }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let cleo: Browser;
let port: number;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
  await desk.app.listen({ port: 0, host: '127.0.0.1' });
  port = (desk.app.server.address() as AddressInfo).port;
});
const open: Socket[] = [];
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await desk.close();
});

interface Sender {
  readonly socket: Socket;
  /** Everything that was received, once the other end has closed. */
  readonly closed: Promise<string>;
}

/** Sends a head that promises `length` bytes. */
function begin(path: string, type: string, length: number): Sender {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  const cookies = [...cleo.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = {
    host: 'localhost:4900',
    cookie: cookies,
    'x-xsrf-token': cleo.cookies.get('desk_xsrf') ?? '',
    'content-type': type,
    'content-length': String(length),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.write([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  return { socket, closed };
}

// Each of them waits most of its time.
describe.concurrent('over a slow connection', () => {
  test.each([
    ['a call', '/api/thing', 'application/json', 'too_slow', 408],
    ['signing in', '/_/session', 'application/json', 'too_slow', 408],
    ['an error report', '/_/intake', 'text/plain', 'too_slow', 408],
    ['a file', '/api/thing/import', 'text/csv', 'too_slow', 408],
    ['what was refused before its end', '/api/nothing/import', 'text/csv', 'unknown_entity', 404],
  ])('%s of which one byte came is ended', async (_, path, type, code, status) => {
    const { socket, closed } = begin(path, type, 100_000);
    socket.write(' ');
    const received = await closed;
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(received).toContain(`"code":"${code}"`);
    expect(desk.log).toEqual([]);
  });

  test('bytes that drip do not keep a call open', async () => {
    const { socket, closed } = begin('/_/session', 'application/json', 100_000);
    const drip = setInterval(() => socket.write(' '), 100);
    expect(await closed).toContain('"code":"too_slow"');
    clearInterval(drip);
  });

  test('bytes that drip do not keep a file open', async () => {
    const { socket, closed } = begin('/api/thing/import', 'text/csv', 100_000);
    const drip = setInterval(() => socket.write('a'), 100);
    expect(await closed).toContain('"code":"too_slow"');
    clearInterval(drip);
  });

  test('a file that takes several times as long arrives, while it makes progress', async ({ expect: inTest }) => {
    const rows = Array.from({ length: 16 }, (_, at) => `${String(at)}${'x'.repeat(998)}\n`);
    const text = `name\n${rows.join('')}`;
    const { socket, closed } = begin('/api/thing/import?mode=try', 'text/csv', Buffer.byteLength(text));
    for (let at = 0; at < text.length; at += 1000) {
      socket.write(text.slice(at, at + 1000));
      await wait(200); // the sender is slow
    }
    await inTest.poll(() => socket.bytesRead, { timeout: 30_000 }).toBeGreaterThan(0);
    socket.end();
    expect(await closed).toMatch(/^HTTP\/1.1 200 [^]*"rows":16/);
  }, 20_000);

  test('a sender who goes away in the middle of a file is no fault', async () => {
    const { socket, closed } = begin('/api/thing/import', 'text/csv', 100_000);
    socket.write('name\na\n');
    await wait(50); // for the server to begin
    socket.destroy();
    await closed;
    await cleo.call('GET', '/api/thing');
    expect(desk.log).toEqual([]);
  });
});
