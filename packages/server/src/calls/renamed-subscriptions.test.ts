// The conditions of subscriptions follow what is renamed, and what they name in vain is told to the holder of the key and to operators.
import type { CallsAnswer, KeyMade, SubscriptionAnswer } from '@ninefold/model';
import { expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startReceiver } from '../testing/receiver.ts';
import { startDesk } from '../testing/start-desk.ts';
import { testPlace } from '../testing/test-database.ts';

const BEFORE = `ninefold: 1
purpose: { name: parcels, languages: [en] }
entities:
  sender: { title: name, fields: { name: { type: string }, town: { type: string } } }
  parcel:
    title: name
    fields:
      name: { type: string, required: true }
      weight: { type: integer }
      size: { type: choice, options: [small, large] }
      sender: { type: reference, to: sender }
      hint: { type: string }
states:
  parcel:
    initial: open
    states: { open: {}, sent: {} }
    transitions: { send: { from: open, to: sent, by: boss } }
roles:
  boss: { runtime: [operate, keys], parcel: all, sender: all, user: { read: true } }
  administrator: { runtime: [users] }
`;
const AFTER = BEFORE.replace('weight: { type: integer }', 'grams: { type: integer, was: weight }')
  .replace('options: [small, large]', 'options: { small: {}, big: { was: large } }')
  .replace('states: { open: {}, sent: {} }', 'states: { open: {}, gone: { was: sent } }')
  .replace('to: sent,', 'to: gone,')
  .replace('town: { type: string }', 'city: { type: string, was: town }')
  .replace('      hint: { type: string }\n', '')
  .replace('  parcel:\n    title: name\n', '  parcel:\n    title: name\n    dropped: [hint]\n');

test('a condition keeps its meaning under new names, and one that names what has gone is told of', async () => {
  const place = await testPlace();
  const receiver = await startReceiver();
  const kept = { ...place, remove: async () => undefined };
  const first = await startDesk({ files: [{ path: 'app.yaml', text: BEFORE }], place: kept, callsInside: '127.0.0.1' });
  const cleo = await first.signedIn('cleo@example.com');
  const { secret } = (await cleo.call('POST', '/_/keys', { body: { name: 'Sync', role: 'boss', days: 30 } }))
    .json as KeyMade;
  const subscribe = async (wanted: object): Promise<void> => {
    const body = { entity: 'parcel', url: `${receiver.address}/hook`, ...wanted };
    const headers = { authorization: `Bearer ${secret}` };
    expect((await first.browser().call('POST', '/_/subscriptions', { xsrf: false, headers, body })).status).toBe(201);
  };
  const where = `record.weight > 5 && record.state != "sent" && (record.size == 'large' || record.sender.town == "weight")`;
  await subscribe({ when: 'record.weight > 100 && record.size == "large"', where });
  first.wait(1000); // they are listed in the order of their moments
  await subscribe({ events: ['created'], where: 'filled(record.hint) && record.weight > 1' });
  const listed = async (by: Browser): Promise<readonly SubscriptionAnswer[]> =>
    ((await by.call('GET', '/_/subscriptions')).json as { readonly items: readonly SubscriptionAnswer[] }).items;
  expect((await listed(cleo)).map(({ silent }) => silent)).toEqual([[], []]);
  await first.close();

  const second = await startDesk({ files: [{ path: 'app.yaml', text: AFTER }], place, accounts: false });
  const again = await second.signedIn('cleo@example.com');
  const [renamed, broken] = await listed(again);
  expect([renamed?.when, renamed?.where, renamed?.silent]).toEqual([
    'record.grams > 100 && record.size == "big"',
    `record.grams > 5 && record.state != "gone" && (record.size == 'big' || record.sender.city == "weight")`,
    [],
  ]);
  expect(broken?.silent).toEqual(['where']);
  const { silent } = (await again.call('GET', '/_/operate/calls')).json as CallsAnswer;
  expect(silent).toEqual([
    { id: broken?.id, entity: 'parcel', subscriber: new URL(receiver.address).host, parts: ['where'] },
  ]);
  await second.close();
  await receiver.close();
});
