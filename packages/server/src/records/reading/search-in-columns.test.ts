import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecords } from '../create-records.ts';
import type { Caller } from '../context/records.ts';
import { DESK } from '../testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

const YAML = `${DESK}screens:
  desk: { path: /desk, list: ticket, roles: [agent], columns: [number, subject, requester, team, state, priority] }
  mine: { path: /mine, list: ticket, columns: [number, subject, category] }
  loans: { path: /loans, list: loan, columns: [asset, from, until] }
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(YAML);
  const { rita, ralf, max } = desk.people;
  for (const [by, subject, category] of [
    [rita, 'Chair', desk.cables],
    [ralf, 'Net down', desk.cables],
    [ralf, 'Desk of rita', desk.paper],
  ] as const)
    await desk.records.create(by, 'ticket', { subject, category }, PLAIN);
  const { id } = await desk.records.create(max, 'asset', { tag: 'A1', name: 'Drill' }, PLAIN);
  await desk.records.create(max, 'loan', { asset: id, from: '2026-03-01', until: '2026-03-02' }, PLAIN);
});
afterAll(() => desk.close());

type Person = keyof Desk['people'];

async function found(person: Person, search: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const params = new URLSearchParams({ search, search_in: 'columns', total: 'exact', sort: 'number', ...more });
  const { items, total } = await desk.records.list(desk.people[person], 'ticket', params);
  expect(total).toBe(items.length);
  return items.map((item) => item['subject']);
}

test.each<readonly [string, Person, string, readonly string[]]>([
  ['by who asked, and by a text', 'max', 'rita', ['Chair', 'Desk of rita']],
  ['by a part of a name', 'max', 'ALF', ['Net down', 'Desk of rita']],
  ['by a team and by a text', 'max', 'net', ['Chair', 'Net down']],
  ['by every word, each anywhere', 'max', 'ralf net', ['Net down']],
  ['by a word that only texts have beside one of a column', 'max', 'ralf down', ['Net down']],
  ['nothing where a word is nowhere', 'max', 'ralf nowhere', []],
  ['by no column that no list of the reader shows', 'rita', 'net', []],
  ['by one that a list of theirs shows', 'rita', 'cables', ['Chair']],
  ['in their own rows only', 'anna', 'ralf', ['Net down']],
])('a list finds %s', async (_, person, search, subjects) => {
  expect(await found(person, search)).toEqual(subjects);
});

test('without it only the record’s own texts are looked through', async () => {
  expect(await found('max', 'rita', { search_in: 'texts' })).toEqual(['Desk of rita']);
});

test('records without texts of their own are found by what they refer to', async () => {
  const params = new URLSearchParams({ search: 'drill', search_in: 'columns' });
  expect((await desk.records.list(desk.people.anna, 'loan', params)).items).toHaveLength(1);
  params.set('search_in', 'texts');
  expect((await desk.records.list(desk.people.anna, 'loan', params)).items).toHaveLength(0);
});

test('actions on the whole list take the same records', async () => {
  const list = { query: 'search=rita&search_in=columns', count: 2 };
  const body = { action: 'update', values: { details: 'x' }, list };
  const { done } = await desk.records.bulk(desk.people.max, 'ticket', body, undefined);
  expect(done).toBe(2);
});

test('by the label of an option, in the language of the reader, of fields that a list of theirs shows', async () => {
  const labels: Readonly<Record<string, string>> = {
    'normal en': 'Whenever',
    'high en': 'At once',
    'high ja': '至急',
  };
  const records = createRecords(desk.db, desk.model, () => desk.now, {
    optionLabel: (_, field, option, language = 'en') => `${field.id} ${labels[`${option} ${language}`] ?? option}`,
  });
  const { max, rita } = desk.people;
  const { id } = await records.create(
    max,
    'ticket',
    { subject: 'Smoke', category: desk.paper, priority: 'high' },
    PLAIN,
  );
  const by = async (caller: Caller, search: string, more = {}) => {
    const params = new URLSearchParams({ search, search_in: 'columns', total: 'exact', sort: 'number', ...more });
    const { items, total } = await records.list(caller, 'ticket', params);
    expect(total).toBe(items.length);
    return items.map(({ subject }) => subject);
  };
  expect(await by(max, 'once')).toEqual(['Smoke']);
  expect(await by(max, 'ONCE smoke')).toEqual(['Smoke']);
  expect(await by(max, 'once chair')).toEqual([]);
  expect(await by(max, 'whenever')).toEqual(['Chair', 'Net down', 'Desk of rita']);
  expect(await by({ ...max, language: 'ja' }, '至急')).toEqual(['Smoke']);
  expect(await by(max, '至急')).toEqual([]);
  expect(await by(max, 'once', { search_in: 'texts' })).toEqual([]);
  expect(await by(rita, 'whenever')).toEqual([]);
  await records.remove(max, 'ticket', id, PLAIN);
});

test('another word is refused', async () => {
  const { params } = await refusal(found('max', 'rita', { search_in: 'all' }) as Promise<unknown>);
  expect(params).toEqual({ parameter: 'search_in' });
});
