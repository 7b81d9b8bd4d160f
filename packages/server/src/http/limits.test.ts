// Limits that roles set while the application runs: what holds after it, at once, for whom, and what stays of it.
import type {
  AuditEntryAnswer,
  LimitAnswer,
  LimitPage,
  LimitsAnswer,
  ListAnswer,
  ModelAnswer,
  ProblemAnswer,
  RecordValue,
} from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLimitsNow } from '../limits/limits-now.ts';
import { adoptModel } from '../start/open-data.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const specification = (limits: string): string => `ninefold: 1
purpose: { name: desk, languages: [en], currency: EUR }
limits:
${limits}
entities:
  kind: { title: name, key: name, fields: { name: { type: string, required: true, unique: true } } }
  ticket:
    title: name
    fields:
      name: { type: string, required: true }
      hours: { type: integer, default: = limits.usual_hours }
      cost: { type: money }
      day: { type: date, default: = today }
      kind: { type: reference, to: kind, default: = limits.usual_kind }
      dear: { type: boolean, computed: record.cost > limits.most }
      very_dear: { type: boolean, computed: record.dear && record.hours > 1 }
      rate: { type: number, computed: limits.rate.on(record.day) }
      of_day: { type: reference, to: kind, default: = limits.kind_of.on(record.day) }
      free: { type: integer, computed: "workdays(record.day, today, limits.holidays)" }
      rest: { type: integer, computed: "workdays(record.day, today, limits.closed)" }
  loan: { fields: { name: { type: string } } }
  quiet: { fields: { cost: { type: money, max: = limits.most } } }
rules: { ticket: { not_too_dear: { check: record.cost <= limits.most * 2, at: cost, message: "At most {{most}}" } } }
states:
  ticket:
    initial: open
    states: { open: {}, late: {}, done: { final: true } }
    transitions:
      lapse: { from: open, to: late, after: = hours(limits.usual_hours) }
      finish: { from: open, to: done, by: boss, when: record.cost < limits.most }
  loan:
    initial: out
    states: { out: {}, missed: { final: true } }
    transitions: { miss: { from: out, to: missed, after: = days(limits.waited) } }
roles:
  boss: { ticket: all, loan: all, kind: all, user: { read: true } }
  clerk: { members: everyone, kind: { read: true }, ticket: { create: true, read: record.cost < limits.most } }
  administrator: { runtime: [audit], quiet: all, ticket: { read: true }, user: { read: true } }
`;
const LIMITS = `  usual_hours: { type: integer, value: 48, min: 1, max: 100, editable_by: boss, note: Promised }
  waited: { type: integer, values: [{ from: 2026-01-01, value: 100 }], editable_by: boss }
  most: { type: money, value: 100, min: 1, editable_by: [boss, administrator] }
  usual_kind: { type: reference, to: kind, value: Other, editable_by: boss }
  rate: { type: number, scale: 2, values: [{ from: 2026-01-01, value: 1.5 }, { from: 2026-03-01, value: 2 }], editable_by: boss }
  closed: { type: dates, value: [2026-03-04], editable_by: boss }
  fixed: { type: integer, value: 3 }
  kind_of: { type: reference, to: kind, values: [{ from: 2026-01-01, value: Other }, { from: 2026-06-01, value: New }] }
  holidays: { type: dates, values: [{ from: 2026-01-01, value: 2026-03-04 }, { from: 2026-03-05, value: [2026-03-03, 2026-03-04] }] }
`;
const files = [
  { path: 'app.yaml', text: specification(LIMITS) },
  { path: 'data/kind.csv', text: 'name\nOther\nNew\n' },
];

let desk: Desk;
let cleo: Browser;
let ada: Browser;
beforeAll(async () => {
  desk = await startDesk({ files });
  cleo = await desk.signedIn('cleo@example.com');
  ada = await desk.signedIn('ada@example.com');
}, 60_000);
afterAll(() => desk.close());

const page = async (id: string, of = cleo) => (await of.call('GET', `/api/_limits/${id}`)).json as LimitPage;
const set = (id: string, body: object, of = cleo) => of.call('PATCH', `/api/_limits/${id}`, { body });
const ticket = async (body: object, of = cleo) =>
  (await of.call('POST', '/api/ticket', { body: { name: 'One', cost: '1', ...body } })).json as RecordValue;
const read = async (id: string, of = cleo) => of.call('GET', `/api/ticket/${id}`);

beforeEach(async () => {
  await set('most', { value: '100' });
  await set('usual_hours', { value: 48 });
});

test('a limit acts at once: on computed values, rules, guards, rights, defaults, lists and what the browser has', async () => {
  const dear = await ticket({ cost: '150' });
  expect(dear).toMatchObject({ dear: true, very_dear: true, hours: 48 });
  expect((await read(dear.id, ada)).status).toBe(404);
  expect((await cleo.call('POST', `/api/ticket/${dear.id}/finish`)).json).toMatchObject({ code: 'guard_failed' });
  const refused = (await ticket({ cost: '300' })) as unknown as ProblemAnswer;
  expect(refused.errors).toMatchObject([{ code: 'ticket.not_too_dear', params: { most: '100.00' } }]);

  const answer = await set('most', { value: '200' });
  expect(answer.json).toMatchObject({ id: 'most', value: '200.00', editable: true });
  expect((await read(dear.id)).json).toMatchObject({ dear: false, very_dear: false });
  expect((await read(dear.id, ada)).status).toBe(200);
  const listed = async (query: string) => ((await cleo.call('GET', `/api/ticket?${query}`)).json as ListAnswer).items;
  expect((await listed('f.dear=eq:true')).map(({ id }) => id)).not.toContain(dear.id);
  expect(await ticket({ cost: '300' })).toMatchObject({ dear: true });
  const { model } = (await ada.call('GET', '/_/model')).json as ModelAnswer;
  expect(model.limits['most']).toMatchObject({ value: '200.00' });
  expect((await cleo.call('POST', `/api/ticket/${dear.id}/finish`)).json).toMatchObject({ state: 'done' });
  await set('usual_hours', { value: 24 });
  expect(await ticket({})).toMatchObject({ hours: 24 });
});

test('timers that wait are planned anew', async () => {
  const { id } = await ticket({});
  const due = async () => (await cleo.call('GET', `/api/ticket/${id}/due`)).json as { items: { due: string }[] };
  expect((await due()).items).toMatchObject([{ due: '2026-03-07T09:00:00.000Z' }]);
  await set('usual_hours', { value: 24 });
  expect((await due()).items).toMatchObject([{ due: '2026-03-06T09:00:00.000Z' }]);
  expect((await page('usual_hours')).uses.items).toContainEqual({
    ...{ entity: 'ticket', kind: 'timer', id: 'lapse', effect: 'planned_anew' },
    waiting: expect.any(Number) as number,
  });
});

test('values of days, of several days, and a record', async () => {
  const april = await ticket({ day: '2026-04-02' });
  expect(april['rate']).toBe('2.00');
  const values = [
    { from: '2026-04-01', value: '3.25' },
    { from: '2026-01-01', value: '1.50' },
  ];
  expect((await set('rate', { values })).json).toMatchObject({ values: [values[1], values[0]] });
  expect((await read(april.id)).json).toMatchObject({ rate: '3.25' });
  const before = await ticket({ day: '2026-03-02' });
  expect([before['rate'], before['rest']]).toEqual(['1.50', 3]);
  const listed = (await cleo.call('GET', `/api/ticket?where=${encodeURIComponent('record.rate == 3.25')}`))
    .json as ListAnswer;
  expect(listed.items.map(({ id }) => id)).toEqual([april.id]);
  await set('closed', { value: ['2026-03-05', '2026-03-04', '2026-03-04'] });
  expect((await read(before.id)).json).toMatchObject({ rest: 2 });
  expect((await page('closed')).value).toEqual(['2026-03-04', '2026-03-05']);
  const kinds = ((await cleo.call('GET', '/api/kind')).json as ListAnswer).items;
  const other = kinds.find(({ title }) => title === 'Other')?.id ?? '';
  const fresh = kinds.find(({ title }) => title === 'New')?.id ?? '';
  expect((await cleo.call('DELETE', `/api/kind/${other}`)).json).toMatchObject({ code: 'held_by_limit' });
  expect((await set('usual_kind', { value: { id: fresh } })).json).toMatchObject({ value: fresh });
  expect(await ticket({})).toMatchObject({ kind: { id: fresh } });
  expect((await cleo.call('DELETE', `/api/kind/${fresh}`)).json).toMatchObject({ code: 'held_by_limit' });
});

test('lists of days and records that change on a day, as the specification says', async () => {
  const [early, late] = [await ticket({ day: '2026-03-02' }), await ticket({ day: '2026-06-02' })];
  expect([early['of_day'], late['of_day']]).toMatchObject([{ title: 'Other' }, { title: 'New' }]);
  expect(early['free']).toBe(2);
  const where = encodeURIComponent('record.kind == limits.kind_of && record.free == 2');
  const { items } = (await cleo.call('GET', `/api/ticket?where=${where}`)).json as ListAnswer;
  expect(items.every((one) => one['free'] === 2)).toBe(true);
  const [kind] = ((await cleo.call('GET', '/api/kind?f.name=eq:Other')).json as ListAnswer).items;
  expect((await cleo.call('DELETE', `/api/kind/${String(kind?.id)}`)).json).toMatchObject({ code: 'held_by_limit' });
});

test.each([
  ['usual_hours', { value: 0 }, 'value', 'too_small'],
  ['usual_hours', { value: 101 }, 'value', 'too_big'],
  ['usual_hours', { value: 1.5 }, 'value', 'not_whole'],
  ['usual_hours', { value: null }, 'value', 'required'],
  ['most', { value: 'much' }, 'value', 'bad_number'],
  ['rate', { values: [] }, 'values', 'required'],
  ['rate', { values: [{ from: '2026-02-30', value: '1' }] }, 'values[0].from', 'bad_date'],
  ['rate', { values: [{ from: '2026-02-01', value: '1.234' }] }, 'values[0].value', 'too_many_decimals'],
  ['closed', { value: ['2026-03-05', 'never'] }, 'value[1]', 'bad_date'],
  ['usual_kind', { value: '0192d3e8-0000-7000-8000-000000000000' }, 'value', 'no_such_record'],
])('%s is not set to %j', async (id, body, path, code) => {
  const before = (await page(id)).version;
  const { status, json } = await set(id, body);
  expect([status, (json as ProblemAnswer).errors?.map((one) => [one.path, one.code])]).toEqual([422, [[path, code]]]);
  expect((await page(id)).version).toBe(before);
});

test('only the roles of the limit set it, and only limits that name some', async () => {
  expect((await set('most', { value: '5' }, ada)).json).toMatchObject({ code: 'limit_not_yours', status: 403 });
  expect((await set('fixed', { value: 5 })).json).toMatchObject({ code: 'limit_not_yours' });
  for (const id of ['toast_ms', 'nothing', 'constructor'])
    expect((await set(id, { value: 5 })).json).toMatchObject({ code: 'not_found' });
  expect((await set('most', {})).json).toMatchObject({ code: 'bad_request' });
  const { items } = (await ada.call('GET', '/api/_limits')).json as LimitsAnswer;
  expect(items.map(({ id, editable }) => [id, editable])).toContainEqual(['most', false]);
  expect(items.map(({ id }) => id)).not.toContain('toast_ms');
  expect((await page('most', ada)).history).toEqual([]);
});

test('somebody who saw an earlier value is told; what it is already is no change; history and audit log keep it', async () => {
  const { version } = await page('most');
  expect((await set('most', { value: '120', version })).json).toMatchObject({ version: version + 1 });
  expect((await set('most', { value: '130', version })).json).toMatchObject({
    code: 'limit_set_meanwhile',
    status: 412,
  });
  expect((await set('most', { value: '120', version })).json).toMatchObject({
    version: version + 1,
  } satisfies Partial<LimitAnswer>);
  const { history } = await page('most');
  expect(history[0]).toMatchObject({
    version: version + 1,
    value: '120.00',
    by: { title: 'Cleo Boss' },
    at: '2026-03-05T09:00:00.000Z',
  });
  expect(history).toHaveLength(version + 1);
  const dan = await desk.signedIn('dan@example.com');
  const log = (await dan.call('GET', '/_/audit?act=limit_set')).json as { items: AuditEntryAnswer[] };
  expect(log.items[0]).toMatchObject({
    act: 'limit_set',
    by: { title: 'Cleo Boss' },
    details: { limit: 'most', from: '"100.00"', to: '"120.00"' },
  });
});

test('what is worked out from a limit is told, as far as its reader may see it', async () => {
  const uses = async (of: Browser) => (await page('most', of)).uses;
  expect((await uses(cleo)).items.map(({ kind, id, effect }) => [kind, id, effect])).toEqual([
    ['field', 'dear', 'at_once'],
    ['field', 'very_dear', 'at_once'],
    ['rule', 'not_too_dear', 'from_now_on'],
    ['transition', 'finish', 'from_now_on'],
    ['rights', null, 'at_once'],
  ]);
  expect((await uses(cleo)).others).toBe(1); // an entity that only administrators see
});

test('a value that makes timers due at once is confirmed first, and nothing has changed before', async () => {
  await set('usual_hours', { value: 3 });
  const { id } = await ticket({});
  desk.wait(2 * 3_600_000);
  const refused = await set('usual_hours', { value: 1 });
  const { warnings = [] } = refused.json as ProblemAnswer;
  expect([refused.status, warnings]).toMatchObject([422, [{ path: '', code: 'timers_due' }]]);
  expect(Number(warnings[0]?.params['count'])).toBeGreaterThanOrEqual(1);
  expect(await page('usual_hours')).toMatchObject({ value: 3 });
  const due = async () => (await cleo.call('GET', `/api/ticket/${id}/due`)).json as { items: { due: string }[] };
  expect((await due()).items).toMatchObject([{ due: '2026-03-05T12:00:00.000Z' }]);
  expect((await set('usual_hours', { value: 1, confirm: 'timers_due' })).status).toBe(400);
  expect((await set('usual_hours', { value: 4 })).status).toBe(200);
  expect((await set('usual_hours', { value: 2, confirm: ['timers_due'] })).status).toBe(200);
  // those that are due already are not told again
  expect((await set('usual_hours', { value: 1 })).status).toBe(200);
});

test('a value that makes timers due on the day when it comes into force is confirmed first, and only where that is new', async () => {
  expect((await cleo.call('POST', '/api/loan', { body: { name: 'drill' } })).status).toBe(201);
  const later = {
    values: [
      { from: '2026-01-01', value: 100 },
      { from: '2026-03-07', value: 1 },
      { from: '2026-03-08', value: 2 },
    ],
  };
  const refused = await set('waited', later);
  const { warnings = [] } = refused.json as ProblemAnswer;
  expect([refused.status, warnings]).toMatchObject([
    422,
    [{ code: 'timers_due_later', params: { day: '2026-03-07' } }],
  ]);
  const due = async () => [
    ...(await desk.database.read.all('SELECT "due" FROM "_timer" WHERE "transition" = ?', ['miss'])),
  ];
  const before = await due();
  expect(before.length).toBeGreaterThan(0);
  expect((await set('waited', { ...later, confirm: ['timers_due_later'] })).status).toBe(200);
  expect(await due()).toEqual(before);
  const [first, second] = later.values;
  // what comes into force on that day already is not told again
  const more = [first, second, { from: '2026-03-09', value: 3 }];
  expect((await set('waited', { values: more })).status).toBe(200);
});

test('whoever looks learns that a limit was set while the application ran, and what the specification says', async () => {
  const marked = async () => ((await ada.call('GET', '/_/model')).json as ModelAnswer).model.limits['usual_hours']?.set;
  expect([await marked(), (await page('usual_hours', ada)).specified]).toEqual([undefined, null]);
  await set('usual_hours', { value: 72 });
  expect([await marked(), (await page('usual_hours', ada)).specified]).toEqual([true, { value: 48 }]);
  await set('usual_hours', { value: 48 });
  expect([await marked(), (await page('usual_hours', ada)).specified]).toEqual([undefined, null]);
});

test('a limit that would have no value today is asked about, and a day that stands there twice is named', async () => {
  const late = { values: [{ from: '2027-01-01', value: '3' }] };
  const asked = await set('rate', late);
  expect([asked.status, (asked.json as ProblemAnswer).warnings]).toMatchObject([
    422,
    [{ path: '', code: 'limit_without_value', params: { day: '2027-01-01' } }],
  ]);
  const { version } = await page('rate');
  expect((await set('rate', { ...late, confirm: ['limit_without_value'] })).json).toMatchObject({
    version: version + 1,
  });
  const day = { from: '2026-01-01', value: '1.5' };
  const twice = (await set('rate', { values: [day, { ...day, value: '2' }] })).json as ProblemAnswer;
  expect(twice.errors).toMatchObject([{ path: 'values[1].from', code: 'repeated_line', params: { line: 1 } }]);
  await set('rate', { values: [day, { from: '2026-03-01', value: '2' }] });
});

// The last one: on PostgreSQL the running desk learns that another specification has the database, and answers no more.
test('a start with another specification keeps what was set, as far as it takes it; a new id follows', async () => {
  await set('most', { value: '70' });
  await set('usual_hours', { value: 90 });
  const renamed = LIMITS.replace('  most: {', '  upper: { was: most,').replace('max: 100', 'max: 60');
  const text = specification(renamed).replaceAll('limits.most', 'limits.upper').replace('{{most}}', '{{upper}}');
  const { application, issues } = compile([{ path: 'app.yaml', text }, files[1] ?? { path: '', text: '' }]);
  if (!application) throw new Error(JSON.stringify(issues));
  const options = { demo: false, now: '2026-03-05T10:00:00.000Z', acceptLoss: [] };
  const { unfitLimits } = await adoptModel(desk.database, application, options);
  expect(unfitLimits).toEqual(['usual_hours']);
  const { limits } = createLimitsNow(desk.database, application.model)();
  expect([limits['upper']?.value, limits['usual_hours']?.value]).toEqual(['70.00', 48]);
});
