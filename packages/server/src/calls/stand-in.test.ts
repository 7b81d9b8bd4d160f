// What a demonstration calls: a receiver of its own, for names that are nobody's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowedInside } from './inside-addresses.ts';
import { isStoodFor, send, type Sent } from './send.ts';
import { startStandIn, type StandIn } from './stand-in.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn.close());

const call = (url: string, key: string): Promise<Sent> =>
  send(
    {
      ...{ method: 'POST', url, body: '{"item":"Chair"}', signal: new AbortController().signal },
      headers: { 'idempotency-key': key },
    },
    { timeoutMs: 30_000, answerBytes: 1000, allowed: allowedInside(null), standsFor: standIn.standsFor },
  );

test('calls to names that are for examples are answered, each try of one with the same number, and shown', async () => {
  const [first, again, other] = [
    await call('https://orders.example/orders', 'a'),
    await call('https://orders.example:8443/orders', 'a'),
    await call('http://erp.example.com/orders', 'b'),
  ];
  expect(first).toMatchObject({ status: 200, failure: null });
  expect(JSON.parse(first.answer ?? '')).toEqual({ number: expect.stringMatching(/^[0-9A-F]{8}$/) as unknown });
  expect(again.answer).toBe(first.answer);
  expect(other.answer).not.toBe(first.answer);
  const shown = (await (await fetch(standIn.address)).json()) as unknown;
  const order = { method: 'POST', path: '/orders', body: { item: 'Chair' } };
  expect(shown).toMatchObject([
    { ...order, host: 'erp.example.com', headers: { 'idempotency-key': 'b' }, answer: JSON.parse(other.answer ?? '') },
    { ...order, host: 'orders.example' },
    { ...order, host: 'orders.example' },
  ]);
});

test('nothing stands for other names, and the machine itself stays closed', async () => {
  for (const host of ['erp.company.com', 'myexample.com', 'orders.example.evil.com', 'localhost', '127.0.0.1'])
    expect([host, isStoodFor(`https://${host}/`, standIn.standsFor)]).toEqual([host, false]);
  expect(isStoodFor('https://shop.test/', standIn.standsFor)).toBe(true);
  expect(isStoodFor('no address', standIn.standsFor)).toBe(false);
  expect(await call(standIn.address, 'a')).toMatchObject({ failure: 'inside_address' });
});
