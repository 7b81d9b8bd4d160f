// Also in the portable form: writes.
import type { Problem } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../context/records.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

/** A clerk reads the price and not the cost; on their own offers they read the cost too. */
const OFFERS = `
ninefold: 1
purpose: { name: desk, languages: [en], currency: EUR, time_zone: Europe/Berlin }
entities:
  team: { title: "{{name}}", key: name, fields: { name: { type: string, required: true } } }
  category:
    title: "{{name}}"
    key: name
    fields:
      name: { type: string, required: true }
      team: { type: reference, to: team }
      billable: { type: boolean }
      cost: { type: money }
  user: { fields: { team: { type: reference, to: team } } }
  offer:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      owner: { type: reference, to: user }
      price: { type: money }
      cost: { type: money, closed: true }
      group: { type: reference, to: category }
      discount: { type: money, visible_when: record.price > 10 }
      urgent: { type: boolean }
      lines:
        type: lines
        fields: { item: { type: string }, qty: { type: integer }, price: { type: money } }
states:
  offer:
    initial: draft
    states: { draft: { kind: waiting }, sent: { kind: done, final: true } }
    transitions: { create: { to: draft, by: clerk }, send: { from: draft, to: sent, by: clerk, when: record.discount < 5 } }
rules:
  offer:
    below_cost: { reject_when: record.price < record.cost, at: price, message: "Below {{cost}}." }
    urgent_limit: { when: record.urgent, check: record.price <= limits.top, message: "Too dear." }
    cheaper: { when: record.price != before.price, reject_when: record.price < before.price - 50, severity: warning, message: "Much cheaper." }
    discounted: { reject_when: record.discount > record.price, message: "More than all." }
    group_cost: { reject_when: record.price < record.group.cost, message: "Below the group." }
  offer.lines: { too_many: { reject_when: line.qty > limits.most, at: qty, message: "Too many." } }
limits:
  top: { type: money, value: 100 }
  most: { type: integer, value: 10 }
roles:
  clerk:
    members: everyone
    offer: [ { create: true, read: true, update: true, fields: { cost: none } }, { read: record.owner == user, fields: { cost: read } } ]
    category: { refer: true }
    user: { refer: true }
  agent: { includes: clerk, offer: { create: true, read: true, update: true, fields: { cost: write } } }
  manager: { includes: agent, offer: all, category: all, team: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

let desk: Desk;
let rita: Caller;
let max: Caller;
beforeAll(async () => {
  desk = await openDesk(OFFERS);
  ({ rita, max } = desk.people);
});
afterAll(() => desk.close());

const offer = (fields: object) => desk.records.create(max, 'offer', { name: 'a', ...fields }, PLAIN);
const change = async (who: Caller, id: string, fields: object): Promise<readonly Problem[]> => {
  const { problems, warnings } = await refusal(desk.records.update(who, 'offer', { idOrKey: id, body: fields }, PLAIN));
  return [...problems, ...warnings];
};
const number = (path: string, value: string | number | null) => ({ path, type: 'number', value });

test('a broken rule says what decided it, with the values it saw', async () => {
  const { id } = await offer({ price: '50', cost: '40', owner: rita.me.id });
  expect(await change(max, id, { price: '30' })).toEqual([
    {
      path: 'price',
      code: 'offer.below_cost',
      params: { price: '30.00', cost: '40.00' },
      why: [{ by: 'lt', saw: [number('record.price', '30.00'), number('record.cost', '40.00')] }],
    },
  ]);
});

test('what made the rule apply is said too', async () => {
  const { id } = await offer({ price: '50' });
  const [problem] = await change(max, id, { price: '120', urgent: true });
  expect(problem?.why).toEqual([
    { by: 'le', saw: [number('record.price', '120.00'), number('limits.top', '100.00')] },
    { by: 'field', saw: [{ path: 'record.urgent', type: 'boolean', value: true }] },
  ]);
});

test('of a line it is the value of that line', async () => {
  const { id } = await offer({});
  const [problem] = await change(rita, id, {
    lines: [
      { item: 'a', qty: 3 },
      { item: 'b', qty: 11 },
    ],
  });
  expect(problem).toMatchObject({
    path: 'lines[1].qty',
    why: [{ by: 'gt', saw: [number('record.lines[1].qty', 11), number('limits.most', 10)] }],
  });
});

test('a warning says why as well, with what was there before', async () => {
  const { id } = await offer({ price: '90' });
  const [problem] = await change(rita, id, { price: '20' });
  expect(problem?.why?.[0]).toEqual({
    by: 'lt',
    saw: [number('record.price', '20.00'), number('before.price', '90.00')],
  });
});

test('nothing is told of a field that the writer may not read', async () => {
  const { id } = await offer({ price: '50', cost: '40' });
  const told = await change(rita, id, { price: '30' });
  expect(told).toEqual([
    {
      path: 'price',
      code: 'offer.below_cost',
      params: { price: '30.00' },
      why: [{ by: 'lt', saw: [number('record.price', '30.00')] }],
    },
  ]);
});

test('nothing that is sent along opens a field: what counts is the record as it was', async () => {
  const { id } = await offer({ price: '50', cost: '40' });
  const told = await change(rita, id, { price: '30', owner: rita.me.id });
  expect(JSON.stringify(told)).not.toContain('40.00');
  const own = await offer({ price: '50', cost: '40', owner: rita.me.id });
  expect(JSON.stringify(await change(rita, own.id, { price: '30' }))).toContain('40.00');
});

test('what lies behind a reference is never told', async () => {
  await desk.records.create(max, 'category', { name: 'Dear', cost: '777' }, PLAIN);
  const { id } = await offer({ price: '50' });
  const [problem] = await change(max, id, { group: 'Dear' });
  expect(problem?.code).toBe('offer.group_cost');
  expect(JSON.stringify(problem)).not.toContain('777');
});

test('a hidden field is blank to guards and rules, and in what they say', async () => {
  const { id } = await offer({ price: '50', discount: '20' });
  await desk.records.update(
    max,
    'offer',
    { idOrKey: id, body: { price: '5' } },
    { ...PLAIN, confirm: ['offer.cheaper'] },
  );
  const { problems } = await refusal(
    desk.records.transition(rita, 'offer', { idOrKey: id, transition: 'send', body: {} }, PLAIN),
  );
  expect(problems[0]?.why).toEqual([{ by: 'lt', saw: [number('record.discount', null)] }]);
});
