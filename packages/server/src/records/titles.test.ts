// A title goes without what its reader may not read, wherever it is shown, and a key names a record only to who may know it.
import type { RecordValue, ReferenceValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk }
entities:
  user: { fields: { team: { type: reference, to: team } } }
  team: { title: name, key: name, fields: { name: { type: string, required: true } } }
  category: { title: name, key: name, fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } } }
  vault:
    title: "{{name}} ({{code}})"
    key: code
    fields:
      name: { type: string, required: true, search: true }
      code: { type: string, required: true, unique: true, search: true }
      owner: { type: reference, to: user }
  room: { title: name, fields: { name: { type: string, required: true } } }
  deal:
    title: "{{name}} in {{vault}} {{room}}"
    fields:
      name: { type: string, required: true }
      vault: { type: reference, to: vault }
      vaults: { type: references, to: vault }
      room: { type: reference, to: room }
      rows: { type: lines, fields: { vault: { type: reference, to: vault } } }
roles:
  clerk:
    members: everyone
    vault: { refer: true, fields: { code: none } }
    deal: { read: true, create: true, export: true, import: true, history: true, update: true }
    user: { refer: true }
  agent:
    includes: clerk
    vault: [{ read: true, fields: { code: none } }, { read: record.owner == user }]
  manager:
    includes: clerk
    vault: all
    room: all
    user: { read: true, update: true, grant: [agent, manager] }
    team: all
    category: all
`;

let desk: Desk;
let mine: RecordValue;
let other: RecordValue;
let deal: RecordValue;
beforeAll(async () => {
  desk = await openDesk(SPECIFICATION);
  const { max, anna } = desk.people;
  mine = await desk.records.create(max, 'vault', { name: 'Mine', code: 'TOP-1', owner: anna.me.id }, PLAIN);
  other = await desk.records.create(max, 'vault', { name: 'Other', code: 'TOP-2' }, PLAIN);
  const room = await desk.records.create(max, 'room', { name: 'Cellar' }, PLAIN);
  const values = {
    name: 'Deal',
    vault: other.id,
    vaults: [mine.id, other.id],
    room: room.id,
    rows: [{ vault: other.id }],
  };
  deal = await desk.records.create(max, 'deal', values, PLAIN);
});
afterAll(() => desk.close());

type Person = keyof Desk['people'];
const list = async (who: Person, entity: string, query = '') =>
  (await desk.records.list(desk.people[who], entity, new URLSearchParams(query))).items;
const titleOf = (value: unknown): string | undefined => (value as ReferenceValue | undefined)?.title;

test('the title of a record shows what its reader may read of that record', async () => {
  const titles = async (who: Person) => (await list(who, 'vault', 'sort=name')).map(({ title }) => title);
  expect(await titles('max')).toEqual(['Mine (TOP-1)', 'Other (TOP-2)']);
  expect(await titles('anna')).toEqual(['Mine (TOP-1)', 'Other ()']);
  expect((await desk.records.get(desk.people.anna, 'vault', other.id)).title).toBe('Other ()');
});

test('references show the same, on a record, in lists, lines and inside other titles', async () => {
  const seen = async (who: Person) => {
    const record = await desk.records.get(desk.people[who], 'deal', deal.id);
    const rows = record['rows'] as readonly Record<string, unknown>[];
    const vaults = record['vaults'] as readonly unknown[];
    return [record.title, titleOf(record['vault']), vaults.map(titleOf), titleOf(rows[0]?.['vault'])];
  };
  expect(await seen('max')).toEqual([
    'Deal in Other (TOP-2) Cellar',
    'Other (TOP-2)',
    ['Mine (TOP-1)', 'Other (TOP-2)'],
    'Other (TOP-2)',
  ]);
  expect(await seen('anna')).toEqual(['Deal in Other ()', 'Other ()', ['Mine (TOP-1)', 'Other ()'], 'Other ()']);
  expect(await seen('rita')).toEqual(['Deal in Other ()', 'Other ()', ['Mine ()', 'Other ()'], 'Other ()']);
  const grouped = await desk.records.group(desk.people.rita, 'deal', new URLSearchParams('group=vault'));
  expect(grouped.items.map(({ by }) => titleOf(by['vault']))).toEqual(['Other ()']);
});

test('no export, list or history tells the hidden part', async () => {
  for (const who of ['rita', 'anna'] as const) {
    const { records, people } = desk;
    const pages = records.export(people[who], 'deal', new URLSearchParams(), { named: true, most: null });
    const exported: unknown[] = [];
    for await (const page of pages) exported.push(page);
    const told = [
      exported,
      await list(who, 'deal', 'expand=vault&sort=vault'),
      await records.history(people[who], 'deal', deal.id),
      await list(who, 'deal', 'search=deal'),
    ];
    expect(JSON.stringify(told)).not.toContain('TOP-2');
  }
});

test('a key names a record to those who may know it, and to no one else', async () => {
  const byKey = (who: Person, key: string) => desk.records.get(desk.people[who], 'vault', key, new URLSearchParams());
  expect((await byKey('max', 'TOP-2')).id).toBe(other.id);
  expect((await byKey('anna', 'TOP-1')).id).toBe(mine.id);
  expect((await refusal(byKey('anna', 'TOP-2'))).code).toBe('not_found');
  expect((await refusal(byKey('anna', 'TOP-9'))).code).toBe('not_found');
});

test('neither does a reference that is written, nor an update or deletion', async () => {
  const { records, people } = desk;
  const written = (who: Person, vault: string) => records.create(people[who], 'deal', { name: 'x', vault }, PLAIN);
  expect(titleOf((await written('max', 'TOP-2'))['vault'])).toBe('Other (TOP-2)');
  expect(titleOf((await written('anna', 'TOP-1'))['vault'])).toBe('Mine (TOP-1)');
  for (const [who, key] of [
    ['anna', 'TOP-2'],
    ['rita', 'TOP-2'],
    ['rita', 'TOP-1'],
    ['rita', 'TOP-9'],
  ] as const)
    expect((await refusal(written(who, key))).problems).toMatchObject([{ path: 'vault', code: 'no_such_record' }]);
  expect(titleOf((await written('rita', other.id))['vault'])).toBe('Other ()');
  expect((await refusal(records.remove(people.max, 'vault', 'TOP-9', PLAIN))).code).toBe('not_found');
});

test('search and sort find nothing by the hidden part', async () => {
  const found = async (who: Person, search: string) =>
    (await list(who, 'vault', `search=${search}`)).map(({ id }) => id);
  expect(await found('max', 'TOP-2')).toEqual([other.id]);
  expect(await found('anna', 'TOP-2')).toEqual([]);
  expect(await found('anna', 'TOP-1')).toEqual([mine.id]);
});
