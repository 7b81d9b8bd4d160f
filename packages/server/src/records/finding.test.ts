import { holds, isOneReference, type RecordValue } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from './context/context.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const REPAIRS = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin }
entities:
  team: { title: "{{name}}", key: name, fields: { name: { type: string, required: true } } }
  category:
    title: "{{name}}"
    key: name
    fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } }
  user: { fields: { team: { type: reference, to: team } } }
  room: { title: "{{name}}", fields: { name: { type: string, required: true } } }
  asset:
    title: "{{tag}}"
    fields:
      tag: { type: string }
      size: { type: integer }
      room: { type: reference, to: room }
      keeper: { type: reference, to: user }
  repair:
    title: "{{tag}}"
    fields:
      tag: { type: string, visible_when: record.size != 99 }
      team: { type: reference, to: team }
      size: { type: integer }
      asset: { type: reference, to: asset, find: filled(record.tag) && lower(option.tag) == lower(record.tag) }
      room: { type: reference, to: room, copy: record.asset.room }
      beside: { type: reference, to: asset, find: filled(record.room) && option.room == record.room && option != record.asset, inverse: beside_repairs }
      site: { type: object, fields: { colleague: { type: reference, to: user, find: filled(record.team) && option.team == record.team && option != user } } }
      lead: { type: reference, to: user, find: option.team.name == "Print" && record.size == 7, default: = user, inverse: led }
      box: { type: reference, to: asset, required: true, find: option.size == record.size, where: option.tag != "hidden", inverse: boxed }
      done: { type: string, computed: 'or_else(record.asset.tag, "nothing")' }
roles:
  clerk: { members: everyone, team: { read: true } }
  agent: { includes: clerk, repair: all, asset: { refer: record.tag != "far", discloses: true }, room: { read: true }, user: { refer: true } }
  manager: { includes: agent, repair: all, asset: all, room: all, category: all, team: all, user: { read: true, update: true, grant: [agent, manager] } }
states:
  repair:
    initial: open
    states: { open: {}, shut: { final: true } }
    transitions: { swap: { from: open, to: shut, by: manager, set: { tag: far } } }
`;

let desk: Desk;
let ids: Record<'attic' | 'cellar' | 'drill' | 'saw' | 'far', string>;
beforeAll(async () => {
  desk = await openDesk(REPAIRS);
  const { max } = desk.people;
  const make = async (entity: string, values: object): Promise<string> =>
    (await desk.records.create(max, entity, values, PLAIN)).id;
  const [attic, cellar] = [await make('room', { name: 'Attic' }), await make('room', { name: 'Cellar' })];
  ids = {
    attic,
    cellar,
    drill: await make('asset', { tag: 'Drill', size: 1, room: attic }),
    saw: await make('asset', { tag: 'Saw', size: 2, room: attic }),
    far: await make('asset', { tag: 'far', size: 3, room: cellar }),
  };
  await make('asset', { tag: 'twin', size: 4 });
  await make('asset', { tag: 'twin', size: 4 });
  await make('asset', { tag: 'hidden', size: 5 });
});
afterAll(() => desk.close());

const create = (values: object, who = desk.people.max) => desk.records.create(who, 'repair', values, PLAIN);
const update = (id: string, body: object, who = desk.people.max) =>
  desk.records.update(who, 'repair', { idOrKey: id, body }, PLAIN);
const problemsOf = async (write: Promise<unknown>) =>
  (await refusal(write)).problems.map(({ path, code }) => [path, code]);

test('a reference is filled with the one record that is found, and what reads it follows', async () => {
  const made = await create({ tag: 'drill', size: 1 });
  expect(made).toMatchObject({
    asset: { id: ids.drill },
    room: { id: ids.attic },
    beside: { id: ids.saw },
    box: { id: ids.drill },
    done: 'Drill',
    lead: { id: desk.people.max.me.id },
  });
  const [event] = await desk.records.history(desk.people.max, 'repair', made.id);
  expect(JSON.stringify(event)).toContain(ids.saw);
});

test('what was sent comes first, also where it is blank; a copy and a default come after what is found', async () => {
  expect(await create({ tag: 'drill', asset: ids.saw, box: ids.far })).toMatchObject({
    asset: { id: ids.saw },
    box: { id: ids.far },
  });
  expect(await create({ tag: 'drill', asset: null, size: 1 })).toMatchObject({ asset: null, room: null });
  await desk.records.update(desk.people.max, 'asset', { idOrKey: ids.far, body: { size: 7 } }, PLAIN);
  expect(await create({ size: 7 })).toMatchObject({ lead: { id: desk.people.olga.me.id } });
  await desk.records.update(desk.people.max, 'asset', { idOrKey: ids.far, body: { size: 3 } }, PLAIN);
});

test('no record and several leave it blank, and say which of both where it is required', async () => {
  expect(await create({ tag: 'twin', size: 1 })).toMatchObject({ asset: null });
  expect(await create({ tag: 'nothing', size: 1 })).toMatchObject({ asset: null, done: 'nothing' });
  expect(await problemsOf(create({ size: 40 }))).toEqual([['box', 'none_found']]);
  expect(await problemsOf(create({ size: 4 }))).toEqual([['box', 'several_found']]);
  expect(await problemsOf(create({ size: 1, box: null }))).toEqual([['box', 'required']]);
  expect(await problemsOf(create({ size: 5 }))).toEqual([['box', 'not_offered']]);
});

test('it is looked for again where a write changes what it reads of the record, and only then', async () => {
  const { id } = await create({ tag: 'drill', size: 1 });
  expect(await update(id, { asset: ids.saw })).toMatchObject({ asset: { id: ids.saw }, room: { id: ids.attic } });
  expect(await update(id, { size: 2 })).toMatchObject({ asset: { id: ids.saw }, box: { id: ids.saw } });
  const changed = await update(id, { tag: 'FAR' });
  expect(changed).toMatchObject({ asset: { id: ids.far }, room: { id: ids.cellar }, done: 'far', beside: null });
  await desk.records.update(desk.people.max, 'asset', { idOrKey: ids.far, body: { tag: 'away' } }, PLAIN);
  expect(await update(id, { size: 1 })).toMatchObject({ asset: { id: ids.far }, done: 'away' });
  await desk.records.update(desk.people.max, 'asset', { idOrKey: ids.far, body: { tag: 'far' } }, PLAIN);
  expect(await update(id, { tag: null })).toMatchObject({ asset: null, room: null });
});

test('a hidden value is blank for what is looked for, and what a transition sets is looked for', async () => {
  await desk.records.create(desk.people.max, 'asset', { tag: 'q', size: 99 }, PLAIN);
  const bare = { tag: 'drill', size: 1, team: null };
  expect(await problemsOf(create({ ...bare, size: 99 }))).toEqual([['tag', 'hidden_field']]);
  const next = await create({ size: 1, tag: 'drill' });
  const fired = await desk.records.transition(
    desk.people.max,
    'repair',
    { idOrKey: next.id, transition: 'swap', body: {} },
    PLAIN,
  );
  expect(fired).toMatchObject({ asset: { id: ids.far }, done: 'far' });
});

test('trashed records are not found, and a part of an object is found like a field', async () => {
  const made = await create({ size: 1, team: desk.net }, desk.people.olga);
  expect(made).toMatchObject({ 'site.colleague': { id: desk.people.anna.me.id } });
  const old = await desk.records.create(desk.people.max, 'asset', { tag: 'old' }, PLAIN);
  await desk.records.remove(desk.people.max, 'asset', old.id, PLAIN);
  expect(await create({ size: 1, tag: 'old' })).toMatchObject({ asset: null });
});

test('what is found with the eyes of the application is shown with those of the reader', async () => {
  const made = await create({ size: 3, tag: 'far' }, desk.people.anna);
  expect(made).toMatchObject({ asset: { id: ids.far } });
  expect(JSON.stringify(made['asset'])).not.toContain('title');
});

test('the database finds what the evaluator would choose among all records', async () => {
  const { max } = desk.people;
  const entity = desk.model.entities['repair'];
  const fields = ['asset', 'beside', 'box'].map((id) => entity?.fields[id]).filter(isOneReference);
  const all = (await desk.records.list(max, 'asset', new URLSearchParams({ size: '200' }))).items;
  const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });
  const values = fc.record({
    tag: maybe(fc.constantFrom('drill', 'SAW', 'far', 'twin', 'x', "d'rill", '%')),
    size: maybe(fc.integer({ min: 0, max: 8 })),
    room: maybe(fc.constantFrom(ids.attic, ids.cellar)),
  });
  await fc.assert(
    fc.asyncProperty(values, async (sent) => {
      const box = sent.size !== null && [1, 2, 3].includes(sent.size) ? {} : { box: ids.drill };
      const made = await create({ ...sent, ...box });
      for (const { id, find } of fields) {
        if (find === null || Object.hasOwn(box, id)) continue;
        const scope = { ...scopeOf({ model: desk.model, clock: () => desk.now }, max), record: made };
        const met = all.filter((option: RecordValue) => holds(find, { ...scope, option }) === true);
        expect([id, made[id]]).toMatchObject([id, met.length === 1 ? { id: met[0]?.id } : null]);
      }
    }),
    { numRuns: 60 },
  );
});
