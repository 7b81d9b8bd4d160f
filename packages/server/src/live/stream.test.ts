import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openStream } from './stream.ts';

test('a reader who takes nothing is cut off before much is buffered', async () => {
  let sent = 0;
  const isGivenUp = new Promise<boolean>((resolve) => {
    const server = createServer((_, response) => {
      const stream = openStream(response, 1000, {});
      const data = { ticket: ['x'.repeat(10_000)] };
      while (sent < 10_000 && stream.send('changed', '1', data)) sent += 1;
      resolve(response.destroyed);
      server.close();
    }).listen(0, '127.0.0.1');
    server.once('listening', () => {
      const { port } = server.address() as AddressInfo;
      const asked = request({ port, host: '127.0.0.1' }).once('error', () => undefined);
      asked.end();
      void once(asked, 'response').catch(() => undefined);
    });
  });
  expect(await isGivenUp).toBe(true);
  expect(sent).toBeLessThan(1000);
});
