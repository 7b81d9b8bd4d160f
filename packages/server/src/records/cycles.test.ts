// Also in the portable form: several life cycles of one entity beside a simple model of their own, on both databases.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecords } from './create-records.ts';
import type { Caller, Records } from './context/records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN, refusal } from './testing/open-desk.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { seededRandom } from '../costs/seeded-random.ts';
import type { Database } from '../storage/database/database.ts';

const YAML = `ninefold: 1
purpose: { name: orders, languages: [en] }
entities:
  user: { title: name, key: email }
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      cost: { type: integer, default: 1 }
      note: { type: string }
      moving: { type: boolean, computed: record.delivery == "sent" && !record.delivery_final }
states:
  order:
    initial: open
    states: { open: { kind: active }, packed: { kind: active }, closed: { kind: done, final: true } }
    transitions:
      pack: { from: open, to: packed, by: boss }
      unpack: { from: packed, to: open, by: boss, when: record.delivery != "sent" }
      close: { from: packed, to: closed, by: boss, when: record.delivery_final }
      send_packed: { from: open, to: packed, by: boss, fire: { each: record, transition: send } }
  order.delivery:
    initial: waiting
    states: { waiting: { kind: waiting }, sent: { kind: active }, lost: { kind: rejected }, arrived: { kind: done, final: true, locked: true } }
    transitions:
      send: { from: waiting, to: sent, by: boss, when: record.state == "packed" }
      lose: { from: sent, to: lost, after: = days(3) }
      recall: { from: [sent, lost], to: previous, by: boss }
      arrive: { from: sent, to: [{ to: arrived, when: record.cost > 2 }, lost], by: boss, set: { note: = record.delivery }, fire: { each: record, transition: close } }
    reactions:
      insured: { when: record.delivery == "sent" && record.price == "dear", set: { note: insured } }
  order.price:
    states: { cheap: { kind: active }, dear: { kind: waiting } }
    derived: [{ state: cheap, when: record.cost < 10 }, { state: dear }]
rules:
  order:
    no_zero: { when: record.delivery == "sent", check: record.cost != 0, message: Costs nothing., at: cost }
    stays: { when: before.delivery == "lost", check: record.delivery != "lost" || record.cost != 9, message: No., at: cost }
roles:
  boss: { members: everyone, order: all }
`;

const DAY = 86_400_000;
const ROUND = { mostMs: 60_000, isEnding: () => false, log: (line: string) => expect.fail(line) };

interface Simple {
  state: 'open' | 'packed' | 'closed';
  delivery: 'waiting' | 'sent' | 'lost' | 'arrived';
  /** The states that the delivery has left, the last one last. */
  left: Simple['delivery'][];
  since: string;
  priceSince: string;
  cost: number;
  note: string | null;
}

let [db, records, boss, now] = [{} as Database, {} as Records, {} as Caller, '2026-03-05T12:00:00.000Z'];

beforeAll(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf(YAML);
  await migrate(db, model, [], { now });
  records = createRecords(db, model, () => now);
  const id = await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(model, me.roles), via: 'screen', usersWith: await records.usersWith() };
});
afterAll(() => db.close());

/** What a transition makes of a simple order; the code with which it is refused. */
const MOVES: Readonly<Record<string, (order: Simple) => Simple | string>> = {
  pack: (order) => (order.state === 'open' ? { ...order, state: 'packed' } : 'wrong_state'),
  unpack(order) {
    if (order.state !== 'packed') return 'wrong_state';
    return order.delivery === 'sent' ? 'guard_failed' : { ...order, state: 'open' };
  },
  close(order) {
    if (order.state !== 'packed') return 'wrong_state';
    return order.delivery === 'arrived' ? { ...order, state: 'closed' } : 'guard_failed';
  },
  send_packed(order) {
    if (order.state !== 'open') return 'wrong_state';
    const sent = sending({ ...order, state: 'packed' });
    return typeof sent === 'string' ? 'effect_refused' : sent;
  },
  send: (order) => sending(order),
  recall(order) {
    if (order.delivery !== 'sent' && order.delivery !== 'lost') return 'wrong_state';
    return entering(order, order.left.at(-1) ?? 'waiting');
  },
  arrive(order) {
    if (order.delivery !== 'sent') return 'wrong_state';
    if (order.cost <= 2 || order.state !== 'packed') return 'effect_refused';
    return { ...order, ...moved(order, 'arrived'), note: 'sent', state: 'closed' };
  },
};

function sending(order: Simple): Simple | string {
  if (order.delivery !== 'waiting') return 'wrong_state';
  return order.state === 'packed' ? entering(order, 'sent') : 'guard_failed';
}

/** The order in its next state. Reaction and rules see the state that it has then. */
function entering(order: Simple, delivery: Simple['delivery']): Simple | string {
  return settled(order, { ...order, ...moved(order, delivery) });
}

function moved(
  { left, delivery: from }: Simple,
  delivery: Simple['delivery'],
): Pick<Simple, 'delivery' | 'left' | 'since'> {
  return { delivery, left: [...left, from], since: now };
}

const isInsured = ({ delivery, cost }: Simple): boolean => delivery === 'sent' && cost >= 10;

function settled(before: Simple, order: Simple): Simple | string {
  if (order.delivery === 'sent' && order.cost === 0) return 'invalid';
  if (before.delivery === 'lost' && order.delivery === 'lost' && order.cost === 9) return 'invalid';
  return isInsured(order) && !isInsured(before) ? { ...order, note: 'insured' } : order;
}

function costing(order: Simple, cost: number): Simple | string {
  if (order.delivery === 'arrived') return 'locked';
  const isMoved = order.cost < 10 !== cost < 10;
  return settled(order, { ...order, cost, ...(isMoved ? { priceSince: now } : {}) });
}

/** The record as far as the simple order says how it is. */
function seen(order: Simple): object {
  return {
    ...{ state: order.state, delivery: order.delivery, delivery_since: order.since },
    ...{ delivery_final: order.delivery === 'arrived', moving: order.delivery === 'sent' },
    ...{ price: order.cost < 10 ? 'cheap' : 'dear', price_since: order.priceSince, price_final: false },
    ...{ cost: order.cost, note: order.note },
  };
}

const after = (days: number): string => new Date(Date.parse(now) + days * DAY).toISOString();
const codeOf = async (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    async () => (await refusal(call)).code,
  );

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'orders with three life cycles are as a simple model says they are, seed %i',
  async (seed) => {
    const random = seededRandom(seed);
    const name = `N${String(seed)}`;
    await records.create(boss, 'order', { name }, PLAIN);
    let order: Simple = {
      ...{ state: 'open', delivery: 'waiting', left: [], since: now, priceSince: now, cost: 1, note: null },
    };
    const names = Object.keys(MOVES);
    for (let step = 0; step < 40; step += 1) {
      now = after(0.01);
      const drawn = Math.floor(random() * (names.length + 4));
      const move = names[drawn];
      const cost = [0, 1, 5, 9, 12][Math.floor(random() * 5)] ?? 1;
      let [expected, told]: [Simple | string, string | null] = [order, null];
      if (move !== undefined) {
        expected = MOVES[move]?.(order) ?? order;
        told = await codeOf(records.transition(boss, 'order', { idOrKey: name, transition: move, body: {} }, PLAIN));
      } else if (drawn < names.length + 3) {
        expected = costing(order, cost);
        told = await codeOf(records.update(boss, 'order', { idOrKey: name, body: { cost } }, PLAIN));
      } else {
        now = after(3);
        await records.fireTimers(ROUND);
        if (order.delivery === 'sent') expected = entering(order, 'lost');
      }
      const place = `seed ${String(seed)} step ${String(step)} ${move ?? `cost ${String(cost)}`}`;
      expect([place, told]).toEqual([place, typeof expected === 'string' ? expected : null]);
      if (typeof expected !== 'string') order = expected;
      expect({ place, ...(await records.get(boss, 'order', name)) }).toMatchObject({ place, ...seen(order) });
    }
  },
);
