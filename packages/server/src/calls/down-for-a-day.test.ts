// A receiver that is down for a day: what it is called for and what a program asked to be told of arrives when it is back, all of it, in order.
// On SQLite alone: the queue is the same on both databases, and the tests beside this one run on both.
import type { EventMessage, KeyMade, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startReceiver, type Received, type Receiver } from '../testing/receiver.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { allowedInside } from './inside-addresses.ts';
import { keepCalls } from './keep-calls.ts';

const HOUR_MS = 3_600_000;
/** No wait is longer: half a day and a quarter of it. */
const LONGEST_MS = 15 * HOUR_MS;
const STEPS = 3;

const specification = (address: string) => `ninefold: 1
purpose: { name: parcels, languages: [en] }
limits: { carrier: { type: string, value: "${address}" } }
entities: { parcel: { title: name, fields: { name: { type: string, required: true }, steps: { type: integer, default: 0 } } } }
states:
  parcel:
    initial: open
    states: { open: {} }
    transitions: { step: { from: open, to: same, by: boss, set: { steps: = record.steps + 1 }, call: tell } }
roles:
  boss: { runtime: [operate, keys], parcel: all, user: { read: true } }
  administrator: { runtime: [users] }
calls: { out: { tell: { url: = limits.carrier + "/calls", body: { name: = record.name, step: = record.steps } } } }
`;

/** One try, as the receiver saw it. `at`: ms since 1970, by the clock of the server. */
interface Try {
  readonly key: string;
  readonly queue: string;
  readonly place: number;
  readonly at: number;
}

let desk: Desk;
let receiver: Receiver;
let cleo: Browser;
let ring: () => void = () => undefined;
let end: () => Promise<void>;
const now = (): number => Date.parse(desk.service.clock());
beforeAll(async () => {
  receiver = await startReceiver();
  const files = [{ path: 'app.yaml', text: specification(receiver.address) }];
  desk = await startDesk({ files, callsInside: '127.0.0.1' });
  cleo = await desk.signedIn('cleo@example.com');
  const { records, holderOf, clock, application, secrets } = desk.service;
  const { calls, subscriptions } = records;
  const subscribers = { holderOf, secretOf: subscriptions.secretOf };
  const bounds = { allowed: allowedInside('127.0.0.1') };
  const log = (line: string): void => expect.fail(line);
  end = keepCalls(
    { calls, model: application.model, subscribers, secrets, bounds, clock, log },
    // it is rung by hand
    { set: () => undefined, end: () => undefined, onRing: (given) => (ring = given) },
  );
});
afterAll(async () => {
  await end();
  await desk.close();
  await receiver.close();
});

async function subscribe(): Promise<void> {
  const made = await cleo.call('POST', '/_/keys', { body: { name: 'Sync', role: 'boss', days: 30 } });
  const { secret } = made.json as KeyMade; // as the route answers it
  const answer = await desk.browser().call('POST', '/_/subscriptions', {
    xsrf: false,
    headers: { authorization: `Bearer ${secret}` },
    body: { entity: 'parcel', events: ['created', 'changed'], url: `${receiver.address}/events` },
  });
  expect(answer.status).toBe(201);
}

async function makeParcel(name: string): Promise<void> {
  const { id } = (await cleo.call('POST', '/api/parcel', { body: { name } })).json as RecordValue; // as the route answers it
  for (let step = 0; step < STEPS; step += 1) await cleo.call('POST', `/api/parcel/${id}/step`, { body: {} });
}

/** Makes all that is due, and answers when the next one is (ms since 1970); null: nothing waits. */
async function makeDue(): Promise<number | null> {
  const soonest = async (): Promise<number | null> => {
    const [row] = await desk.database.read.all('SELECT MIN("next") AS "next" FROM "_call"', []);
    return typeof row?.['next'] === 'string' ? Date.parse(row['next']) : null;
  };
  ring();
  return vi
    .waitUntil(
      async () => {
        const next = await soonest();
        return next === null || next > now() ? { next } : false;
      },
      { timeout: 30_000, interval: 5 },
    )
    .then(({ next }) => next);
}

function tryIn({ path, headers, body }: Received): Try {
  const json = JSON.parse(body) as { readonly name: string; readonly step: number } & EventMessage; // one of both
  const [queue, place] = path === '/calls' ? [json.name, json.step] : [json.data.id, json.data.version];
  return {
    key: String(headers['idempotency-key'] ?? headers['webhook-id']),
    queue: `${path} ${queue}`,
    place,
    at: now(),
  };
}

test('a receiver that is down for a day gets everything when it is back, in the order of each record, after waits that grow', async () => {
  const tries: Try[] = [];
  let isDown = true;
  receiver.answers((request, response) => {
    tries.push(tryIn(request));
    if (isDown) response.destroy();
    else response.end('{}');
  });
  await subscribe();
  for (const name of ['One', 'Other']) await makeParcel(name);
  while (await desk.service.records.subscriptions.spread(desk.service.holderOf));
  const back = now() + 24 * HOUR_MS;
  for (let next = await makeDue(); next !== null; next = await makeDue()) {
    if (isDown && next > back) isDown = false;
    desk.wait(next - now());
  }
  expect(now()).toBeLessThan(back + LONGEST_MS);
  const answered = tries.filter(({ at }) => at > back);
  const names = new Set(answered.map(({ queue }) => queue.split(' ')[0]));
  for (const name of names) {
    const own = answered.filter(({ queue }) => queue.startsWith(`${name ?? ''} `));
    expect(own.map(({ at }) => at)).toEqual(own.map(() => own[0]?.at)); // the first that arrives brings the others along
  }
  const states = await desk.database.read.all('SELECT "state", count(*) AS n FROM "_call" GROUP BY "state"', []);
  expect(states.map(({ state, n }) => [state, Number(n)])).toEqual([['made', 2 * STEPS + 2 * (STEPS + 1)]]);
  const queues = Map.groupBy(tries, ({ queue }) => queue);
  expect(queues.size).toBe(4);
  for (const [queue, own] of queues) {
    const keys = new Map(own.map(({ place, key }) => [place, key]));
    const wanted = Array.from({ length: queue.startsWith('/calls') ? STEPS : STEPS + 1 }, (_, index) => index + 1);
    expect([...keys.keys()]).toEqual(wanted);
    expect(own.filter(({ place, key }) => keys.get(place) !== key)).toEqual([]);
    const [first, ...later] = own.filter(({ place }) => place === 1);
    const waits = later.map(({ at }, index) => at - (later[index - 1] ?? first ?? { at: 0 }).at);
    expect(waits.length).toBeGreaterThan(5);
    for (const [index, wait] of waits.slice(0, -1).entries()) // the last one ends as soon as another call arrives
      expect(wait).toBeGreaterThanOrEqual(Math.min(waits[index - 1] ?? 5000, 12 * HOUR_MS));
    expect(own.length).toBe(1 + waits.length + wanted.length - 1); // the others had only to wait for the first
  }
});
