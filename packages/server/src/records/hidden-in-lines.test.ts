// `visible_when` and `editable_when` in lines: SQL, evaluator, answers, history, stored values and writes say the same.
import { openInLine, type LinesField, type RecordValue, type Scope, type Wire } from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const JOBS = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin }
entities:
  team: { title: name, key: name, fields: { name: { type: string, required: true } } }
  category: { title: name, key: name, fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } } }
  user: { fields: { team: { type: reference, to: team } } }
  item: { title: name, key: name, fields: { name: { type: string, required: true, unique: true }, sold: { type: boolean } } }
  job:
    title: name
    fields:
      name: { type: string, required: true }
      inside: { type: boolean }
      level: { type: integer, visible_when: record.inside }
      rows:
        type: lines
        fields:
          item: { type: reference, to: item }
          work: { type: boolean }
          hours: { type: integer, required: true, unique: true, visible_when: line.work }
          rate: { type: integer, visible_when: line.hours > 2 }
          price: { type: integer, visible_when: line.item.sold }
          note: { type: string, visible_when: record.level == 1, editable_when: "!line.done" }
          done: { type: boolean }
          once: { type: string, editable_when: "creating || before.inside" }
          cost: { type: integer, computed: "or_else(line.hours, 0) * 10 + or_else(line.price, 0)" }
      total: { type: integer, computed: "sum(record.rows.map(r, r.hours))" }
      rates: { type: integer, computed: "size(record.rows.filter(r, filled(r.rate)))" }
roles:
  agent: { members: everyone }
  manager: { includes: agent, job: all, item: all, category: all, team: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

let desk: Desk;
let item: RecordValue;
beforeAll(async () => {
  desk = await openDesk(JOBS);
});
beforeEach(async () => {
  item = await desk.records.create(desk.people.max, 'item', { name: `Lamp ${crypto.randomUUID()}`, sold: true }, PLAIN);
});
afterAll(() => desk.close());

type Row = Readonly<Record<string, Wire>> & { readonly id: string };
const rowsOf = (job: RecordValue): readonly Row[] => job['rows'] as unknown as readonly Row[]; // lines of a record
const make = (rows: readonly object[], values: object = {}): Promise<RecordValue> =>
  desk.records.create(desk.people.max, 'job', { name: 'j', inside: true, level: 1, ...values, rows }, PLAIN);
const change = (job: RecordValue, body: object): Promise<RecordValue> =>
  desk.records.update(desk.people.max, 'job', { idOrKey: job.id, body }, PLAIN);
const problems = async (write: Promise<unknown>): Promise<readonly string[]> =>
  (await refusal(write)).problems.map(({ path, code }) => `${path} ${code}`);
const finds = async (where: string, { id }: RecordValue): Promise<boolean> => {
  const query = new URLSearchParams({ where: `record.id == "${id}" && ${where}` });
  return (await desk.records.list(desk.people.max, 'job', query)).items.length === 1;
};

test('a field of a line is there as long as its condition holds, for writers, readers, lists and sums', async () => {
  expect(await problems(make([{ work: true }, { hours: 4 }, { work: true, hours: 1, rate: 5 }]))).toEqual([
    ...['rows[1].hours hidden_field', 'rows[2].rate hidden_field'],
  ]);
  expect(await problems(make([{ work: true }, {}]))).toEqual(['rows[0].hours required']);
  const job = await make([{ work: true, hours: 3, rate: 5 }, { hours: null }]);
  expect([job['total'], job['rates']]).toEqual([3, 1]);
  expect(rowsOf(job)[0]).toMatchObject({ hours: 3, rate: 5, cost: 30 });
  expect(rowsOf(job)[1]).not.toHaveProperty('hours');
  const [first, second] = rowsOf(job).map(({ id }) => id);

  // what it hangs on goes: it is blank, and what hangs on it goes too
  const hidden = await change(job, { rows: [{ id: first, work: false }, { id: second }] });
  expect([hidden['total'], hidden['rates'], rowsOf(hidden)[0]?.['cost']]).toEqual([0, 0, 0]);
  expect(Object.keys(rowsOf(hidden)[0] ?? {})).not.toContain('hours');
  expect(Object.keys(rowsOf(hidden)[0] ?? {})).not.toContain('rate');
  expect(await finds('record.rows.exists(r, filled(r.hours) || filled(r.rate))', job)).toBe(false);
  expect(await finds('record.rows.all(r, blank(r.hours) && blank(r.rate))', job)).toBe(true);
  const history = await desk.records.history(desk.people.max, 'job', job.id);
  expect(JSON.stringify(history)).not.toMatch(/hours|rate"/);

  // and it comes back as it was
  const shown = await change(job, { rows: [{ id: first, work: true }, { id: second }] });
  expect([shown['total'], shown['rates'], rowsOf(shown)[0]?.['rate']]).toEqual([3, 1, 5]);
  expect(await finds('record.rows.exists(r, r.hours == 3 && r.rate == 5)', job)).toBe(true);
});

test('what decides may be of the record, or of what the line refers to, and change there', async () => {
  const job = await make([{ item: item.id, price: 7, note: 'n' }]);
  expect(rowsOf(job)[0]).toMatchObject({ price: 7, note: 'n', cost: 7 });
  await desk.records.update(desk.people.max, 'item', { idOrKey: item.id, body: { sold: false } }, PLAIN);
  const unsold = await desk.records.get(desk.people.max, 'job', job.id);
  expect([rowsOf(unsold)[0]?.['price'], rowsOf(unsold)[0]?.['cost']]).toEqual([undefined, 0]);
  expect(await finds('record.rows.exists(r, r.price == 7)', job)).toBe(false);
  // the level of the record is hidden itself, and with it what hangs on it
  const outside = await change(job, { inside: false });
  expect(Object.keys(rowsOf(outside)[0] ?? {})).not.toContain('note');
  expect(await finds('record.rows.exists(r, filled(r.note))', job)).toBe(false);
  expect(await finds('record.rows.exists(r, r.cost == 0)', job)).toBe(true);
});

test('editable_when looks at the line as it was, of a new one as it will be, as the browser does', async () => {
  const job = await make([{ note: 'a', once: 'x' }]);
  const [line] = rowsOf(job);
  const done = await change(job, { rows: [{ id: line?.id, note: 'b', done: true }] });
  expect(rowsOf(done)[0]).toMatchObject({ note: 'b', done: true });
  expect(await problems(change(job, { rows: [{ id: line?.id, note: 'c', done: false }] }))).toEqual([
    'rows[0].note read_only_field',
  ]);
  expect(rowsOf(await change(job, { rows: [{ id: line?.id, note: 'b', done: true }, {}] }))).toHaveLength(2);
  expect(await problems(change(job, { rows: [{ note: 'new', done: true }] }))).toEqual([
    'rows[0].note read_only_field',
  ]);
  await change(job, { inside: false });
  expect(await problems(change(job, { rows: [{ id: line?.id, once: 'z' }] }))).toEqual([
    'rows[0].once read_only_field',
  ]);

  const rows = desk.model.entities['job']?.fields['rows'] as LinesField;
  const scope = { limits: {}, now: desk.now, today: desk.now.slice(0, 10), timeZone: 'UTC' };
  const seen: Scope = { ...scope, record: job, before: job, creating: false };
  const stored = rowsOf(done)[0] ?? { id: '' };
  expect([...openInLine(rows, { line: { ...stored, done: false }, stored }, seen)]).toEqual([
    'item',
    'work',
    'done',
    'once',
  ]);
  expect(openInLine(rows, { line: { done: false }, stored: null }, seen).has('note')).toBe(true);
});
