// An answer to the form of a transition names a line of a record, by a part for the record and one for the line.
import type { HistoryEntry, ListAnswer, OffersAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: claims, languages: [en], currency: EUR }
entities:
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      rows: { type: lines, fields: { what: { type: string }, qty: { type: integer, default: 1 }, back: { type: boolean } } }
  claim:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true, max: 20 }
      order: { type: reference, to: order }
      row: { type: reference, to: order.rows }
      qty: { type: integer }
states:
  claim:
    initial: open
    states: { open: {}, taken: {}, done: { final: true } }
    transitions:
      take:
        from: open
        to: taken
        by: boss
        when: input.row.qty > 1
        input:
          row: { type: reference, to: order.rows, required: true, label: Row, where: option.order == record.order && !option.back }
          why: { type: string, visible_when: input.row.qty > 5 }
        set: { row.order: = input.row.order, row.rows: = input.row, qty: = input.row.qty }
      finish: { from: taken, to: done, by: boss, create: { claim: { name: = record.name + "!", row.order: = record.row.order, row.rows: = record.row, qty: = record.row.qty } } }
roles:
  boss: { order: all, claim: all }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      {
        path: 'data/order.json',
        text: '[{ "name": "A", "rows": [{ "what": "Screw", "qty": 3 }, { "what": "Nut", "qty": 8 }, { "what": "Bolt", "back": true }, { "what": "One" }] }, { "name": "B", "rows": [{ "what": "Rod", "qty": 2 }] }]',
      },
      { path: 'data/claim.csv', text: 'name,order\na,A\nb,A\n' },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

type Answer = RecordValue & ProblemAnswer;
const fire = async (path: string, input?: object) =>
  (await cleo.call('POST', `/api/claim/${path}`, { body: input === undefined ? {} : { input } })).json as Answer;
const wrong = ({ errors }: Answer) => errors.map(({ path, code }) => `${path}: ${code}`);

test('an answer names a line, which its condition and the guard judge', async () => {
  expect(wrong(await fire('a/take', {}))).toEqual(['input.row.order: required']);
  expect(wrong(await fire('a/take', { row: { order: 'A' } }))).toEqual(['input.row.rows: required']);
  expect(wrong(await fire('a/take', { row: { order: 'B', rows: '1' } }))).toEqual([
    'input.row.order: not_offered',
    'input.row.rows: not_offered',
  ]);
  expect(wrong(await fire('a/take', { row: { order: 'A', rows: '3' } }))).toEqual(['input.row.rows: not_offered']);
  expect(wrong(await fire('a/take', { row: { order: 'A', rows: '9' } }))).toEqual(['input.row.rows: no_such_record']);
  expect((await fire('a/take', { row: { order: 'A', rows: '4' } })).code).toBe('guard_failed');
  expect(wrong(await fire('a/take', { row: { order: 'A', rows: '1' }, why: 'x' }))).toEqual([
    'input.why: hidden_field',
  ]);
});

test('it is set into a field, kept in the history by name, and goes into what effects make', async () => {
  expect(await fire('a/take', { row: { order: 'A', rows: '#2 Nut' }, why: 'many' })).toMatchObject({
    row: { order: { title: 'A' }, rows: { title: '#2 Nut' } },
    qty: 8,
    state: 'taken',
  });
  const { items } = (await cleo.call('GET', '/api/claim/a/history')).json as { items: readonly HistoryEntry[] };
  expect(items[0]?.input).toMatchObject({ 'row.order': { title: 'A' }, 'row.rows': { title: '#2 Nut' } });
  expect(await fire('a/finish')).toMatchObject({ state: 'done' });
  const made = (await cleo.call('GET', '/api/claim/a!')).json;
  expect(made).toMatchObject({ row: { order: { title: 'A' }, rows: { title: '#2 Nut' } }, qty: 8 });
});

test('its picker offers the records that have such a line', async () => {
  const { items } = (await cleo.call('GET', '/api/claim?f.name=eq:b')).json as ListAnswer;
  const order = (items[0]?.['order'] as { id: string } | null)?.id;
  const entered = encodeURIComponent(JSON.stringify({ record: { id: items[0]?.id, order }, input: {} }));
  const path = `/api/_offers/claim.take.input.row.order?entered=${entered}`;
  const { items: offered } = (await cleo.call('GET', path)).json as OffersAnswer;
  expect(offered.map(({ title }) => title)).toEqual(['A']);
  expect((await cleo.call('GET', '/api/_offers/claim.take.input.row.rows')).status).toBe(404);
});

test('many records take one line, each judged by itself', async () => {
  const { items } = (await cleo.call('GET', '/api/claim?f.name=eq:b')).json as ListAnswer;
  const input = { row: { order: 'A', rows: '1' } };
  const body = { action: 'transition', transition: 'take', ids: items.map(({ id }) => id), input };
  expect((await cleo.call('POST', '/api/claim/bulk', { body })).status).toBe(200);
  expect((await cleo.call('GET', '/api/claim/b')).json).toMatchObject({ row: { rows: { title: '#1 Screw' } }, qty: 3 });
});
