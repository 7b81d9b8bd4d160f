import type { ImportAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja] }
entities:
  room: { title: name, key: name, fields: { name: { type: string, required: true, unique: true } } }
  booking:
    no_overlap:
      - { from: from, to: to, per: [room], error: room_taken }
      - { from: from, to: to, per: [who], when: record.kind == "own", name: one_at_a_time, message: "{{who}} has a room from {{from}} on these days." }
      - { from: begins, to: ends, per: [room, who] }
      - { from: begins, to: ends, per: [secret], name: unseen, message: "Another has {{secret}}." }
    fields:
      room: { type: reference, to: room }
      who: { type: string }
      kind: { type: choice, options: [own, other], default: own }
      from: { type: date }
      to: { type: date }
      begins: { type: datetime }
      ends: { type: datetime }
      secret: { type: string, closed: true }
errors:
  room_taken: { status: 409, reaction: banner, message: "{{room}} is taken on some of these days.", remedy: Choose other days. }
roles:
  boss: {}
  administrator: {}
  clerk: { members: everyone, room: all, booking: { create: true, read: true, update: true, delete: true, import: true, fields: { secret: { create: true } } } }
`;
const JA = { rules: { booking: { one_at_a_time: { message: '{{who}} はこの期間に別の部屋を使っています。' } } } };

let desk: Desk;
let ada: Browser;
let count = 0;
let room = '';
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'locales/ja/app.json', text: JSON.stringify(JA) },
    ],
  });
  ada = await desk.signedIn('ada@example.com');
});
beforeEach(async () => {
  count += 1;
  const made = await ada.call('POST', '/api/room', { body: { name: `Room ${String(count)}` } });
  room = (made.json as RecordValue).id;
});
afterAll(() => desk.close());

const who = (): string => `Bo ${String(count)}`;
const days = (from: string, to: string, more: object = {}) => ({
  from: `2026-04-${from}`,
  to: `2026-04-${to}`,
  ...more,
});
const hours = (begins: string, ends: string, more: object = {}) => ({
  begins: `2026-04-01T${begins}:00:00.000Z`,
  ends: `2026-04-01T${ends}:00:00.000Z`,
  ...more,
});
async function make(body: object): Promise<RecordValue> {
  const { status, json } = await ada.call('POST', '/api/booking', { body });
  expect(status).toBe(201);
  return json as RecordValue;
}
async function refused(body: object, headers: Readonly<Record<string, string>> = {}): Promise<ProblemAnswer> {
  const { status, json } = await ada.call('POST', '/api/booking', { body, headers });
  expect(status).toBeGreaterThan(400);
  return json as ProblemAnswer;
}

test('each period is judged by itself, and its refusal says which it is', async () => {
  await make(days('01', '05', { room, who: who() }));
  const taken = await refused(days('05', '06', { room, who: 'Cy' }));
  expect([taken.status, taken.code, taken.title]).toEqual([
    409,
    'room_taken',
    `Room ${String(count)} is taken on some of these days.`,
  ]);
  const busy = await refused(days('02', '03', { who: who() }));
  expect([busy.status, busy.code]).toEqual([422, 'invalid']);
  expect(busy.errors).toMatchObject([
    { path: 'from', code: 'booking.one_at_a_time', message: `${who()} has a room from Apr 2, 2026 on these days.` },
  ]);
  expect((await refused(days('02', '03', { who: who() }), { 'accept-language': 'ja' })).errors).toMatchObject([
    { message: `${who()} はこの期間に別の部屋を使っています。` },
  ]);
  await make(days('02', '03', { who: who(), kind: 'other' }));
  await make(hours('08', '10', { room, who: who() }));
  const plain = await refused(hours('09', '11', { room, who: who() }));
  expect(plain.errors).toMatchObject([{ path: 'begins', code: 'overlaps', params: { per: 'room, who' } }]);
});

test('all that a record breaks is told at once, in the written order', async () => {
  const both = { room, who: who(), ...hours('08', '10') };
  await make(days('01', '05', both));
  const { errors } = await refused(days('03', '08', both));
  expect(errors.map(({ code }) => code)).toEqual(['room_taken', 'booking.one_at_a_time', 'overlaps']);
});

test('a change, a restoration, a batch and many changes at once meet the same rules', async () => {
  await make(days('01', '05', { room, who: who() }));
  const later = await make(days('10', '12', { room, who: who() }));
  const changed = await ada.call('PATCH', `/api/booking/${later.id}`, { body: { from: '2026-04-05' } });
  expect((changed.json as ProblemAnswer).errors.map(({ code }) => code)).toEqual([
    'room_taken',
    'booking.one_at_a_time',
  ]);
  await ada.call('DELETE', `/api/booking/${later.id}`);
  await make(days('11', '11', { who: who() }));
  const restored = await ada.call('POST', `/api/booking/${later.id}/restore`);
  expect((restored.json as ProblemAnswer).errors).toMatchObject([
    { code: 'booking.one_at_a_time', params: { who: who() } },
  ]);
  const free = days('20', '21', { room, who: who() });
  const writes = [free, { ...free, who: 'Cy' }].map((values) => ({ action: 'create', entity: 'booking', values }));
  const batch = await ada.call('POST', '/api/batch', { body: { writes } });
  expect([batch.status, (batch.json as ProblemAnswer).code]).toEqual([409, 'writes_refused']);
  expect(batch.text).toContain('room_taken');
  const one = await make(days('25', '25', { who: who(), kind: 'other' }));
  const two = await make(days('25', '26', { who: who(), kind: 'other' }));
  const bulk = await ada.call('POST', '/api/booking/bulk', {
    body: { action: 'update', ids: [one.id, two.id], values: { kind: 'own' }, mode: 'each' },
  });
  expect(bulk.text).toContain('booking.one_at_a_time');
});

test('an import says for each row which period it breaks', async () => {
  await make(days('01', '05', { room, who: who() }));
  const rows = [
    `Room ${String(count)},Di,2026-04-05,2026-04-06`,
    `,${who()},2026-04-04,2026-04-04`,
    `Room ${String(count)},Di,2026-04-07,2026-04-08`,
  ];
  const { json } = await ada.call('POST', '/api/booking/import?mode=each', {
    body: ['room,who,from,to', ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  const answer = json as ImportAnswer;
  expect(answer.created).toBe(1);
  expect(answer.problems.map(({ row, code }) => [row, code])).toEqual([
    [2, 'room_taken'],
    [3, 'booking.one_at_a_time'],
  ]);
});

test('what is closed to the writer stands in no refusal', async () => {
  const secret = `sesame ${String(count)}`;
  const made = await make(hours('01', '03', { secret }));
  const { errors } = await refused(hours('02', '04', { secret }));
  expect(errors).toMatchObject([{ code: 'booking.unseen', params: { secret } }]); // they sent it themselves
  const moved = await make(hours('04', '05', { secret }));
  const { json, text } = await ada.call('PATCH', `/api/booking/${moved.id}`, {
    body: { begins: '2026-04-01T02:30:00.000Z' },
  });
  expect((json as ProblemAnswer).errors.map(({ code }) => code)).toEqual(['booking.unseen']);
  expect(text).not.toContain(secret);
  expect(made['secret']).toBeUndefined();
});
