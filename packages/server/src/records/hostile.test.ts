import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalText } from '@ninefold/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const CORPORA = process.env['NINEFOLD_CORPORA'] ?? '../shared/corpora';
const NAUGHTY = join(CORPORA, 'bad-input', 'blns.json');

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const BODIES: readonly unknown[] = [
  null,
  [],
  'text',
  7,
  { subject: { $gt: '' }, category: 'Cables' },
  { subject: ['a'], category: 'Cables' },
  { subject: 7, category: 'Cables' },
  { subject: true, category: 'Cables' },
  { subject: 'a', category: 7 },
  { subject: 'a', category: { id: 7 } },
  { subject: 'a', category: { id: { id: 'x' } } },
  { subject: 'a', category: [] },
  { subject: 'a', category: 'Cables', watchers: 'x' },
  { subject: 'a', category: 'Cables', watchers: [null, 7, {}] },
  { subject: 'a', category: 'Cables', lines: 'x' },
  { subject: 'a', category: 'Cables', lines: [null, 7, []] },
  { subject: 'a', category: 'Cables', lines: [{ item: {}, qty: 1e300, price: '9'.repeat(50) }] },
  { subject: 'a', category: 'Cables', lines: [{ item: 'a', qty: 'many' }] },
  { subject: 'a', category: 'Cables', cost: '1e999' },
  { subject: 'a', category: 'Cables', cost: 1e308 },
  { subject: 'a', category: 'Cables', cost: '999999999999999999999' },
  { subject: 'a', category: 'Cables', cost: 'NaN' },
  { subject: 'a', category: 'Cables', due: 'yesterday' },
  { subject: 'a', category: 'Cables', due: '2026-02-30T00:00:00Z' },
  { subject: 'a', category: 'Cables', due: 0 },
  { subject: 'a', category: 'Cables', confirm: 'x', nothing: 1 },
  { subject: 'a', category: 'Cables', constructor: 1 },
  JSON.parse('{"subject":"a","category":"Cables","__proto__":{"admin":true}}') as unknown,
  JSON.parse('{"subject":"a","category":"Cables","lines":[{"item":"a","__proto__":{"sum":1}}]}') as unknown,
  { subject: 'a', category: 'Cables', id: 'mine' },
  { subject: 'a', category: 'Cables', version: 9 },
  { subject: 'a', category: 'Cables', state: 'closed' },
  { subject: 'a', category: 'Cables', created_by: null },
  { subject: 'a', category: 'Cables', total: '5' },
  { subject: 'a', category: 'Cables', number: 'SD-1' },
  { subject: 'x'.repeat(100_000), category: 'Cables' },
  { subject: '\ud800', category: 'Cables' },
];

describe('bad bodies', () => {
  it.each(BODIES.map((body, index) => [index, body] as const))(
    'number %i is refused from the catalogue',
    async (_, body) => {
      const before = await desk.records.count(desk.people.max, 'ticket', null);
      const refused = await refusal(desk.records.create(desk.people.rita, 'ticket', body, PLAIN));
      expect(['invalid', 'bad_request', 'forbidden_field']).toContain(refused.code);
      expect(await desk.records.count(desk.people.max, 'ticket', null)).toEqual(before);
    },
  );

  it.each(BODIES.map((body, index) => [index, body] as const))('number %i changes nothing', async (_, body) => {
    const ticket = await desk.records.create(
      desk.people.rita,
      'ticket',
      { subject: 'same', category: 'Cables' },
      PLAIN,
    );
    const refused = await desk.records
      .update(desk.people.rita, 'ticket', { idOrKey: ticket.id, body }, PLAIN)
      .catch((reason: unknown) => reason);
    expect(refused instanceof Error ? refused.name : 'none').toMatch(/^(?:Refusal|none)$/);
    expect(await desk.records.get(desk.people.rita, 'ticket', ticket.id)).toMatchObject({
      state: 'new',
      total: '0.00',
      number: ticket['number'],
    });
  });
});

describe('bad names', () => {
  it.each(['', ' ', "' OR 1=1 --", '"', '%', '../x', '__proto__', 'constructor', '\u0000', 'x'.repeat(10_000)])(
    '%j is no record',
    async (name) => {
      expect((await refusal(desk.records.get(desk.people.max, 'ticket', name))).code).toBe('not_found');
      expect((await refusal(desk.records.get(desk.people.max, 'asset', name))).code).toBe('not_found');
      expect((await refusal(desk.records.list(desk.people.max, name, new URLSearchParams()))).code).toBe(
        'unknown_entity',
      );
      expect(
        (
          await refusal(
            desk.records.transition(desk.people.max, 'ticket', { idOrKey: name, transition: name, body: {} }, PLAIN),
          )
        ).code,
      ).toBe('unknown_transition');
    },
  );
});

describe('hostile strings', () => {
  it.skipIf(!existsSync(NAUGHTY))(
    `come back as they were sent (skipped without ${NAUGHTY})`,
    { timeout: 60_000 },
    async () => {
      const strings = JSON.parse(readFileSync(NAUGHTY, 'utf8')) as readonly string[];
      const told = strings.filter(
        (text) => normalText(text.replaceAll('\n', ' ')) !== null && text.length <= 120 && text.isWellFormed(),
      );
      expect(told.length).toBeGreaterThan(300);
      const tell = async (text: string) => {
        const sent = { subject: text, details: text, category: 'Cables', confirm: ['ticket.loud'] };
        const made = await desk.records.create(desk.people.rita, 'ticket', sent, PLAIN);
        expect(made['details']).toBe(normalText(text));
        const again = await desk.records.update(
          desk.people.rita,
          'ticket',
          { idOrKey: made.id, body: { details: `${text} again` } },
          { ...PLAIN, confirm: ['ticket.loud'] },
        );
        expect(again['subject']).toBe(made['subject']);
        const query = new URLSearchParams({
          'f.subject': `eq:${String(made['subject'])}`,
          search: [...text].slice(0, 50).join(''),
          total: 'exact',
        });
        const found = await desk.records.list(desk.people.rita, 'ticket', query);
        expect({ text, ids: found.items.map(({ id }) => id) }).toMatchObject({
          text,
          ids: expect.arrayContaining([made.id]) as unknown,
        });
      };
      // One person may have few searches waiting at a time.
      const SIDE_BY_SIDE = 4;
      await Promise.all(
        Array.from({ length: SIDE_BY_SIDE }, async (_, turn) => {
          for (const text of told.filter((_text, index) => index % SIDE_BY_SIDE === turn)) await tell(text);
        }),
      );
    },
  );
});
