// What a request may reach: by name, by what the name resolves to, at each redirect; and what it makes of answers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../testing/receiver.ts';
import { allowedInside } from './inside-addresses.ts';
import { send, type Bounds, type Sent } from './send.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => receiver.answers((_, response) => void response.end('{"ok":true}')));

const OPEN = '127.0.0.1,::1';
const ask = (url: string, allowed: string | null = OPEN, more: Partial<Bounds> = {}, method = 'POST'): Promise<Sent> =>
  send(
    {
      method,
      url,
      headers: { kind: 'order', host: 'evil', 'bad name': 'x', broken: 'a\r\nb: c' },
      body: '{"a":1}',
      signal: new AbortController().signal,
    },
    { timeoutMs: 5000, answerBytes: 1000, allowed: allowedInside(allowed), ...more },
  );

test('what is sent arrives, with the headers of the author but for those that are the connection’s', async () => {
  expect(await ask(`${receiver.address}/orders?a=b`)).toEqual({
    status: 200,
    answer: '{"ok":true}',
    isWhole: true,
    failure: null,
    location: null,
  });
  const last = receiver.received.at(-1);
  expect(last).toMatchObject({ method: 'POST', path: '/orders?a=b', body: '{"a":1}' });
  expect(last?.headers).toMatchObject({
    kind: 'order',
    host: `127.0.0.1:${String(receiver.port)}`,
    'content-type': 'application/json',
  });
  expect(last?.headers).not.toHaveProperty('broken');
  expect(last?.headers).not.toHaveProperty('b');
});

test('an address of the inside network is not called, however it is written, unless the operator allows it', async () => {
  const before = receiver.received.length;
  const port = String(receiver.port);
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '0.0.0.0',
    '169.254.169.254',
  ])
    expect(await ask(`http://${host}:${port}/`, null)).toMatchObject({ failure: 'inside_address' });
  expect(await ask(`http://localhost:${port}/`, '10.0.0.0/8')).toMatchObject({ failure: 'inside_address' });
  expect(receiver.received).toHaveLength(before);
  expect(await ask(`http://localhost:${port}/`)).toMatchObject({ failure: null });
});

test('a redirect to the inside is not followed either, nor one that would change what is asked', async () => {
  const to = (status: number, location: string) =>
    receiver.answers((request, response) => {
      if (request.path !== '/') return void response.end('there');
      response.writeHead(status, { location }).end();
    });
  const port = String(receiver.port);
  const from = `http://localhost:${port}/`;
  to(307, '/next');
  expect(await ask(from)).toMatchObject({ status: 200, answer: 'there', failure: null });
  expect(receiver.received.at(-1)).toMatchObject({ method: 'POST', path: '/next', body: '{"a":1}' });
  to(307, 'http://127.0.0.2/next');
  expect(await ask(from)).toMatchObject({ failure: 'inside_address' });
  to(303, '/next');
  expect(await ask(from)).toMatchObject({ status: 303, failure: 'redirected' });
  to(307, '/');
  expect(await ask(from)).toMatchObject({ status: 307, failure: 'redirected' });
  to(307, 'file:///etc/passwd');
  expect(await ask(from)).toMatchObject({ failure: 'bad_address' });
});

test.each(['', 'orders', 'ftp://example.com/', 'file:///etc/passwd', 'http://user:word@example.com/', 'http://'])(
  '"%s" is no address to call',
  async (url) => expect(await ask(url)).toMatchObject({ failure: 'bad_address' }),
);

test('an answer that says no, one that is too long, one that does not come, and nobody who answers', async () => {
  receiver.answers((_, response) => void response.writeHead(503).end('later'));
  expect(await ask(receiver.address)).toMatchObject({ status: 503, answer: 'later', failure: 'refused' });
  receiver.answers((_, response) => void response.end('x'.repeat(5000)));
  expect(await ask(receiver.address)).toMatchObject({ isWhole: false, failure: null });
  receiver.answers(() => undefined);
  expect(await ask(receiver.address, OPEN, { timeoutMs: 50 })).toMatchObject({ failure: 'no_answer' });
  receiver.answers((_, response) => void response.write('{'));
  expect(await ask(receiver.address, OPEN, { timeoutMs: 50 })).toMatchObject({ failure: 'no_answer' });
  const gone = await startReceiver();
  await gone.close();
  expect(await ask(gone.address)).toMatchObject({ status: null, failure: 'no_connection' });
});
