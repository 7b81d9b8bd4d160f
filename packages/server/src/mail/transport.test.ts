// On SQLite alone: handing mail over reaches no database.
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransport, type Letter } from './transport.ts';

const letter: Letter = {
  from: { name: 'Desk', address: 'desk@example.com' },
  to: { name: 'Ada', address: 'ada@example.com' },
  ...{ subject: 'A test', text: 'A test', html: '<p>A test</p>', language: 'en', messageId: '<1@example.com>' },
  ...{ date: new Date(0), thread: null, stop: null },
};
/** It encrypts with a certificate that nobody has signed. */
const server = new SMTPServer({ authOptional: true, onData: (stream, _, done) => stream.on('end', done).resume() });
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

test.each([
  ['one on this machine is taken with the certificate that it has', 'offered', true, null],
  ['one elsewhere has a certificate that is trusted', 'starttls', false, 'certificate'],
  ['one that does not encrypt at once is told from one that is not there', 'tls', false, 'encryption'],
] as const)('a mail server: %s', async (_, encryption, isHere, reason) => {
  const transport = openTransport(
    { host: '127.0.0.1', port, encryption, isHere, user: null, password: '', from: 'desk@example.com' },
    20,
  );
  expect((await transport.send(letter))?.reason ?? null).toBe(reason);
  transport.close();
});
