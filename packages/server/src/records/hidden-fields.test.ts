import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

/** While a case is closed its level is hidden; agents see and change what has no level. */
const CASES = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin }
entities:
  team: { title: "{{name}}", key: name, fields: { name: { type: string, required: true } } }
  category:
    title: "{{name}}"
    key: name
    fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } }
  user: { fields: { team: { type: reference, to: team } } }
  case:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      open: { type: boolean }
      level: { type: integer, visible_when: record.open }
      note: { type: string }
  box: { title: "{{name}} {{code}}", fields: { name: { type: string, required: true }, open: { type: boolean }, code: { type: string, visible_when: record.open } } }
  kind: { title: name, key: name, fields: { name: { type: string, required: true }, on: { type: boolean } } }
  chain:
    title: name
    fields:
      name: { type: string, required: true }
      c: { type: integer, visible_when: record.b == 1 }
      b: { type: integer, visible_when: record.a }
      a: { type: boolean }
      kind: { type: reference, to: kind }
      sum: { type: integer, computed: "or_else(record.of_kind, 0) + 1" }
      of_kind: { type: integer, visible_when: record.kind.on }
      late: { type: integer, computed: 'year(today) > 2000 ? record.of_kind : 0' }
  tag: { title: "{{box}}!", fields: { box: { type: reference, to: box } } }
roles:
  clerk: { members: everyone, team: { read: true } }
  agent:
    includes: clerk
    case: [ { read: blank(record.level), update: blank(record.level) }, { read: record.level == 3, fields: { note: none } } ]
  manager: { includes: clerk, case: all, box: all, tag: all, kind: all, chain: all, category: all, team: all, user: { read: true, update: true, grant: [agent, manager] } }
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(CASES);
});
afterAll(() => desk.close());

test('a hidden field is blank to rights: lists, records, writes and verdicts agree', async () => {
  const { max, anna } = desk.people;
  const { id } = await desk.records.create(max, 'case', { name: 'a', open: true, level: 5, note: 'n' }, PLAIN);
  const listed = async () => (await desk.records.list(anna, 'case', new URLSearchParams())).items;
  expect(await listed()).toEqual([]);
  expect((await refusal(desk.records.may(anna, 'case', id))).code).toBe('not_found');
  await desk.records.update(max, 'case', { idOrKey: id, body: { open: false } }, PLAIN);
  expect(await listed()).toMatchObject([{ id, note: 'n' }]);
  expect(await desk.records.get(anna, 'case', id)).toMatchObject({ id, note: 'n' });
  const may = await desk.records.may(anna, 'case', id);
  expect([may.update, may.fields['note']?.read]).toEqual([true, true]);
  await desk.records.update(anna, 'case', { idOrKey: id, body: { note: 'm' } }, PLAIN);
  expect((await desk.records.get(max, 'case', id))['note']).toBe('m');
});

test('a title does not show a field while it is hidden, nor does that of what refers to it', async () => {
  const { max } = desk.people;
  const { id } = await desk.records.create(max, 'box', { name: 'a', open: true, code: 'secret' }, PLAIN);
  const tag = await desk.records.create(max, 'tag', { box: id }, PLAIN);
  const titles = async () => {
    const { items } = await desk.records.list(max, 'tag', new URLSearchParams({ sort: 'box' }));
    const box = await desk.records.get(max, 'box', id);
    return [box['title'], items[0]?.['box'], (await desk.records.get(max, 'tag', tag.id))['title']];
  };
  expect(await titles()).toEqual(['a secret', { id, title: 'a secret' }, 'a secret!']);
  await desk.records.update(max, 'box', { idOrKey: id, body: { open: false } }, PLAIN);
  expect(await titles()).toEqual(['a', { id, title: 'a' }, 'a!']);
});

test('what hangs on a hidden field is hidden with it, in answers and in lists', async () => {
  const { max } = desk.people;
  const { id } = await desk.records.create(max, 'chain', { name: 'n', a: true, b: 1, c: 5 }, PLAIN);
  const found = async (where: string) =>
    (await desk.records.list(max, 'chain', new URLSearchParams({ where: `record.name == "n" && ${where}` }))).items
      .length;
  expect(await found('record.c == 5')).toBe(1);
  const hidden = await desk.records.update(max, 'chain', { idOrKey: id, body: { a: false } }, PLAIN);
  expect([hidden['b'], hidden['c']]).toEqual([undefined, undefined]);
  expect(await found('record.c == 5')).toBe(0);
});

test('a stored and a live value follow a field that another record hides', async () => {
  const { max } = desk.people;
  const kind = await desk.records.create(max, 'kind', { name: 'k', on: true }, PLAIN);
  const made = await desk.records.create(max, 'chain', { name: 'm', kind: kind.id, of_kind: 4 }, PLAIN);
  const values = async () => {
    const { sum, late } = await desk.records.get(max, 'chain', made.id);
    return [sum, late];
  };
  expect(await values()).toEqual([5, 4]);
  await desk.records.update(max, 'kind', { idOrKey: kind.id, body: { on: false } }, PLAIN);
  expect(await values()).toEqual([1, null]);
  await desk.records.update(max, 'kind', { idOrKey: kind.id, body: { on: true } }, PLAIN);
  expect(await values()).toEqual([5, 4]);
});
