// The log of calls to other systems: who sees it, and who lets a call be made again.
import type { CallsAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shop, languages: [en] }
entities: { order: { title: name, fields: { name: { type: string, required: true } } } }
states:
  order:
    initial: open
    states: { open: {} }
    transitions: { send: { from: open, to: same, by: boss, call: tell } }
calls: { out: { tell: { url: "https://erp.example/orders", body: { name: = record.name } } } }
roles:
  boss: { order: all, user: { refer: true } }
  administrator: { runtime: [users, operate], user: { read: true, update: true, grant: [boss] } }
`;
const ADDRESS = '/_/operate/calls';

let desk: Desk;
let boss: Browser;
let administrator: Browser;
let order: RecordValue;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  [boss, administrator] = [await desk.signedIn('cleo@example.com'), await desk.signedIn('dan@example.com')];
  order = (await boss.call('POST', '/api/order', { body: { name: 'O-1' } })).json as RecordValue;
  await boss.call('POST', `/api/order/${order.id}/send`, { body: {} });
});
afterAll(() => desk.close());

test('operators alone see the calls, without what they may not read', async () => {
  expect((await boss.call('GET', ADDRESS)).status).toBe(403);
  expect((await boss.call('POST', ADDRESS, { body: { id: 'x' } })).status).toBe(403);
  const { items, counts } = (await administrator.call('GET', `${ADDRESS}?state=waiting`)).json as CallsAnswer;
  expect(counts).toEqual({ waiting: 1, given_up: 0, made: 0 });
  expect(items).toMatchObject([
    { call: 'tell', entity: 'order', record: { id: order.id }, state: 'waiting', tries: 0, content: null },
  ]);
  expect(JSON.stringify(items)).not.toContain('O-1');
  expect((await administrator.call('GET', ADDRESS)).json).toMatchObject({ state: 'waiting', items, next: null });
  const givenUp = await administrator.call('GET', `${ADDRESS}?state=given_up`);
  expect(givenUp.json).toMatchObject({ state: 'given_up', items: [], next: null });
});

test('a call is sent again by its id; a wrong one, and parameters that nobody knows, are refused', async () => {
  const { items } = (await administrator.call('GET', `${ADDRESS}?state=waiting`)).json as CallsAnswer;
  expect((await administrator.call('POST', ADDRESS, { body: { id: items[0]?.id } })).status).toBe(204);
  expect((await administrator.call('POST', ADDRESS, { body: { id: 'nothing' } })).status).toBe(404);
  expect((await administrator.call('POST', ADDRESS, { body: {} })).status).toBe(422);
  for (const address of [ADDRESS, '/_/operate/in-calls', '/_/operate/timers']) {
    const { status, json } = await administrator.call('GET', `${address}?state=lost&lng=en`);
    expect([status, (json as { title: string }).title]).toEqual([
      400,
      expect.stringContaining('The parameter state is'),
    ]);
  }
  expect((await administrator.call('GET', `${ADDRESS}?size=1`)).status).toBe(400);
});
