import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const YAML = `ninefold: 1
purpose: { name: slow, languages: [en], time_zone: UTC }
limits: { where_cost: 1000000, read_ms: 3000, reads_at_once: 2, reads_waiting: 3, reads_waiting_each: 2, read_wait_ms: 60000 }
entities:
  order:
    title: name
    fields:
      name: { type: string }
      lines: { type: lines, fields: { qty: { type: integer } } }
roles:
  writer: { members: everyone, order: all, user: { refer: true } }
  boss: { order: all }
  administrator: { order: all }
`;
/** All triples of lines: many times as long as a call may read. */
const LINES = 400;
const SLOW =
  'record.lines.exists(a, record.lines.exists(b, record.lines.exists(c, a.qty * b.qty * c.qty + a.qty < 0)))';

let desk: Desk;
let people: readonly Browser[];
let id: string;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: YAML }] });
  people = await Promise.all(['ada', 'bo', 'cleo', 'dan'].map((name) => desk.signedIn(`${name}@example.com`)));
  const lines = Array.from({ length: LINES }, (_, qty) => ({ qty }));
  const [ada] = people as [Browser];
  const created = await ada.call('POST', '/api/order', { body: { name: 'long', lines } });
  id = (created.json as { id: string }).id;
});
afterAll(() => desk.close());

const list = `/api/order?where=${encodeURIComponent(SLOW)}`;
const codeOf = ({ json }: { readonly json: unknown }) => (json as { readonly code: string }).code;

test('records, writes and the state of the server are answered while the slowest lists run and wait; too many of them are refused', async () => {
  const [ada, bo, cleo, dan] = people as [Browser, Browser, Browser, Browser];
  let ended = 0;
  const slow = [ada, bo, ada, ada, bo].map(async (person) => {
    const answer = await person.call('GET', list);
    ended += 1;
    return answer;
  });
  for (let n = 0; n < 12; n += 1) {
    expect((await cleo.call('GET', `/api/order/${id}`)).status).toBe(200);
    expect((await cleo.call('GET', '/health')).status).toBe(200);
    expect((await dan.call('PATCH', `/api/order/${id}`, { body: { name: `n${String(n)}` } })).status).toBe(200);
  }
  const mine = await ada.call('GET', list);
  const others = await cleo.call('GET', list);
  expect([mine.status, codeOf(mine), others.status, codeOf(others)]).toEqual([
    429,
    'too_many_requests',
    503,
    'overloaded',
  ]);
  for (const { headers } of [mine, others]) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(ended).toBe(0);
  expect((await Promise.all(slow)).map((answer) => [answer.status, codeOf(answer)])).toEqual(
    slow.map(() => [422, 'took_too_long']),
  );
  expect((await cleo.call('GET', '/api/order')).json).toMatchObject({ total: 1 });
});
