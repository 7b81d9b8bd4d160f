// On SQLite alone: what cannot be read as a call reaches no database.
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
afterEach(() => desk.close());

async function answerTo(bytes: string): Promise<string> {
  desk = await startDesk({ accounts: false });
  await desk.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = desk.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('utf8')));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a header far too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
])('%s is told as a problem, and the server goes on', async (_, bytes) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'bad_request', status: 400 });
  expect((await desk.browser().call('GET', '/_/session')).status).toBe(200);
});
