// `via` gives each verb exactly where the same role has it on the referenced record: in lists, single records, files, and writes.
import type { ImportAnswer, ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      owner: { type: reference, to: user, default: = user }
      open: { type: boolean, default: true }
  item:
    title: name
    key: name
    trash: false
    fields:
      name: { type: string, required: true, unique: true }
      order: { type: reference, to: order, inverse: items }
      price: { type: integer }
      cost: { type: integer, closed: true }
  note:
    title: name
    fields: { name: { type: string }, item: { type: reference, to: item } }
roles:
  clerk:
    members: everyone
    order:
      - { create: true, read: record.owner == user, export: true, history: true }
      - { read: record.name == "public", refer: true }
      - { read: "!record.open" }
      - { update: record.owner == user && record.open, delete: record.owner == user && record.open, import: true }
    item: { via: order, fields: { price: { read: true, create: true, update: record.name != "fixed" } } }
    note: { via: item, read: record.name != "hidden", update: true }
    user: { refer: true }
  boss: { order: all, item: { create: true, read: true, fields: { cost: write } }, note: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let ada: Browser;
let cleo: Browser;
const ids: Record<string, string> = {};
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
  ada = await desk.signedIn('ada@example.com');
  const made = async (who: Browser, entity: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
    const { json } = await who.call('POST', `/api/${entity}`, { body });
    ids[String(body['name'])] = (json as RecordValue).id;
  };
  await made(ada, 'order', { name: 'mine' });
  await made(ada, 'order', { name: 'closed' });
  for (const name of ['theirs', 'public']) await made(cleo, 'order', { name });
  for (const order of ['mine', 'closed', 'theirs', 'public'])
    await made(cleo, 'item', { name: `of ${order}`, order: ids[order], price: 7, cost: 3 });
  await made(cleo, 'item', { name: 'of none', price: 7 });
  for (const order of ['mine', 'theirs', 'none'])
    await made(cleo, 'note', { name: `on ${order}`, item: ids[`of ${order}`] });
  await made(cleo, 'note', { name: 'hidden', item: ids['of mine'] });
  await cleo.call('PATCH', `/api/order/${ids['closed'] ?? ''}`, { body: { open: false } });
}, 60_000);
afterAll(() => desk.close());

const at = (name: string): string => `/api/item/${ids[name] ?? ''}`;
const names = async (path: string): Promise<readonly unknown[]> =>
  ((await ada.call('GET', path)).json as ListAnswer).items.map(({ name }) => name).sort();

test('what is read is what belongs to a record that the role reads, over two steps too', async () => {
  expect(await names('/api/item')).toEqual(['of closed', 'of mine', 'of public']);
  expect(await names('/api/note')).toEqual(['on mine']);
  expect(await names('/api/item?where=record.price == 7')).toEqual(['of closed', 'of mine', 'of public']);
  for (const name of ['of mine', 'of closed', 'of public']) expect((await ada.call('GET', at(name))).status).toBe(200);
  for (const name of ['of theirs', 'of none']) expect((await ada.call('GET', at(name))).status).toBe(404);
  expect((await ada.call('GET', at('of mine'))).text).not.toContain('cost');
  const { text } = await ada.call('GET', '/api/item?format=csv');
  expect([text.includes('of mine'), text.includes('of theirs'), text.includes('of none')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('every other verb is given where it is given there', async () => {
  expect((await ada.call('GET', `${at('of mine')}/history`)).status).toBe(200);
  expect((await ada.call('PATCH', at('of mine'), { body: { price: 8 } })).status).toBe(200);
  expect((await ada.call('PATCH', at('of closed'), { body: { price: 8 } })).status).toBe(403);
  expect((await ada.call('PATCH', at('of public'), { body: { price: 8 } })).status).toBe(403);
  expect((await ada.call('PATCH', at('of theirs'), { body: { price: 8 } })).status).toBe(404);
  expect((await ada.call('DELETE', at('of public'))).status).toBe(403);
  const may = async (name: string) => (await ada.call('GET', `/_/may/item/${ids[name] ?? ''}`)).json;
  expect(await may('of mine')).toMatchObject({ update: true, delete: true });
  expect(await may('of closed')).toMatchObject({ update: false, delete: false });
});

test('beside written verbs there is no other, and what they ask holds as well', async () => {
  const note = (name: string): string => `/api/note/${ids[name] ?? ''}`;
  expect((await ada.call('GET', note('hidden'))).status).toBe(404);
  expect((await ada.call('PATCH', note('on mine'), { body: { item: ids['of mine'] } })).status).toBe(200);
  expect((await ada.call('DELETE', note('on mine'))).status).toBe(403);
  expect((await ada.call('GET', `${note('on mine')}/history`)).status).toBe(403);
  expect((await ada.call('POST', '/api/note', { body: { item: ids['of mine'] } })).status).toBe(403);
});

test('a change has to hold before and after: nothing moves to where the role may not change', async () => {
  expect((await ada.call('PATCH', at('of mine'), { body: { order: ids['closed'] } })).status).toBe(403);
  expect((await ada.call('PATCH', at('of mine'), { body: { order: null } })).status).toBe(403);
  expect((await ada.call('GET', at('of mine'))).json).toMatchObject({ order: { id: ids['mine'] } });
});

test('a new record needs one there; a condition on a field holds beside', async () => {
  const make = async (body: Readonly<Record<string, unknown>>) =>
    (await ada.call('POST', '/api/item', { body })).status;
  expect(await make({ name: 'fixed', order: ids['mine'], price: 1 })).toBe(201);
  expect(await make({ name: 'nowhere', price: 1 })).toBe(403);
  const { json } = await ada.call('GET', '/api/item?where=record.name == "fixed"');
  const id = (json as ListAnswer).items[0]?.id ?? '';
  expect((await ada.call('PATCH', `/api/item/${id}`, { body: { price: 2 } })).status).toBe(403);
  const csv = 'name,price\nof mine,9\nof closed,9\nof theirs,9\n';
  const sent = { body: csv, headers: { 'content-type': 'text/csv' } };
  const { changed, failed } = (await ada.call('POST', '/api/item/import?mode=each', sent)).json as ImportAnswer;
  expect([changed, failed]).toEqual([1, 2]);
});
