import fastify from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endStalled } from './stalled.ts';

test('an answer that the server works at for long is looked at again and again, and goes on', async () => {
  const app = fastify();
  let looked = 0;
  app.get('/', async (_request, reply) => {
    endStalled(reply, 10);
    reply.raw.on('timeout', () => (looked += 1));
    while (looked < 3) await sleep(5);
    return reply.send('all');
  });
  expect((await app.inject('/')).body).toBe('all');
  await app.close();
});
