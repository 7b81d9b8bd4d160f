import {
  flat,
  judgeRules,
  scopeAt,
  settle,
  settledWrite,
  validateFields,
  type HistoryEntry,
  type ImportAnswer,
  type ListAnswer,
  type Problem,
  type ProblemAnswer,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityOf } from '../records/context/context.ts';
import { applicationOf } from '../records/testing/open-desk.ts';
import type { Browser } from '../testing/browser.ts';
import { compile } from '@ninefold/spec';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: houses, languages: [en, ja], currency: EUR }
entities:
  land:
    title: code
    key: code
    fields: { code: { type: string, required: true, unique: true, max: 3 } }
  house:
    title: "{{name}} {{site.city}}"
    key: name
    unique: [[site.city, site.zip]]
    groups: { place: [site, note] }
    fields:
      name: { type: string, required: true, unique: true, max: 20 }
      note: { type: string, search: true }
      site:
        type: object
        label: Site
        fields:
          zip: { type: string, max: 5, pattern: "[0-9]+", label: Code }
          city: { type: string, required: true, search: true, label: City }
          land: { type: reference, to: land, inverse: houses, where: option.code != "XX" }
          rent: { type: money, min: 0 }
          since: { type: date }
          kind: { type: choice, options: [flat, villa] }
          new: { type: boolean }
      owner:
        type: object
        required: true
        fields: { first: { type: string }, last: { type: string, required: true } }
      secret: { type: object, closed: true, fields: { code: { type: string } } }
      lasting: { type: object, visible_when: filled(record.site), fields: { years: { type: integer, default: 3 } } }
      whole: { type: string, computed: "record.site.zip + record.site.city" }
      far: { type: boolean, computed: "blank(record.site)" }
  flat:
    title: name
    fields:
      name: { type: string, required: true }
      house: { type: reference, to: house, inverse: flats }
      city: { type: string, copy: record.house.site.city }
      same: { type: boolean, computed: "record.house.site.city == record.city" }
rules:
  house:
    no_rent: { check: "blank(record.site.rent) || record.site.rent < 5000", at: site.rent, message: "{{site.rent}} is too much." }
roles:
  boss: { house: all, flat: all, land: all, user: { read: true } }
  writer:
    house: { read: record.site.city == "Kyoto", update: true, fields: { others: read, site: write } }
  administrator: { runtime: [users], house: all, user: { read: true, grant: [boss, writer] } }
`;

const DATA = [
  { path: 'data/house.csv', text: 'name,owner.last,site.city,site.since\nseed,Lee,Kobe,= today - days(1)\n' },
  { path: 'data/demo/house.json', text: '[{ "name": "demo", "owner": { "last": "Ray" }, "site": { "zip": "7" } }]' },
  { path: 'data/flat.json', text: '[{ "name": "seeded", "house": "seed" }]' },
];

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }, ...DATA] });
  cleo = await desk.signedIn('cleo@example.com');
  for (const code of ['JP', 'DE', 'XX']) await cleo.call('POST', '/api/land', { body: { code } });
});
afterAll(() => desk.close());

type Answer = RecordValue & ProblemAnswer;

async function call(method: 'POST' | 'PATCH', path: string, body: object): Promise<Answer> {
  return (await cleo.call(method, `/api/${path}`, { body })).json as Answer;
}

const made = (name: string, more: object = {}): Promise<Answer> =>
  call('POST', 'house', { name, owner: { last: 'Doe' }, ...more });
const problems = ({ errors }: Answer) => errors?.map(({ path, code }) => `${path}: ${code}`);

async function names(query: string): Promise<readonly unknown[]> {
  const answer = (await cleo.call('GET', `/api/house?${query}`)).json as ListAnswer;
  return answer.items.map(({ name }) => name);
}
const where = (source: string): Promise<readonly unknown[]> => names(`sort=name&where=${encodeURIComponent(source)}`);

test('data files name parts by column, in JSON inside of the object', async () => {
  expect((await cleo.call('GET', '/api/house/seed')).json).toMatchObject({
    ...{ owner: { last: 'Lee' }, site: { city: 'Kobe', since: '2026-03-04' }, whole: 'Kobe' },
  });
  const { items } = (await cleo.call('GET', '/api/flat?f.name=eq:seeded')).json as ListAnswer;
  expect(items).toMatchObject([{ city: 'Kobe', same: true }]);
  const inJson = compile([{ path: 'app.yaml', text: SPECIFICATION }, ...DATA]).application?.data;
  expect(inJson?.find(({ path }) => path === 'data/demo/house.json')?.rows).toEqual([
    { name: 'demo', 'owner.last': 'Ray', 'site.zip': '7' },
  ]);
});

test('an object goes in and comes out as one, blank while all of its parts are', async () => {
  expect(await made('blank')).toMatchObject({
    site: null,
    owner: { first: null, last: 'Doe' },
    whole: null,
    far: true,
  });
  const site = { zip: ' 600 ', city: 'Kyoto', land: 'JP', rent: 90, since: '2026-03-05', kind: 'villa', new: true };
  const kyoto = await made('kyoto', { site });
  const land = { title: 'JP' };
  expect(kyoto).toMatchObject({ site: { ...site, zip: '600', rent: '90.00', land }, whole: '600Kyoto', far: false });
  expect(kyoto).toMatchObject({ title: 'kyoto Kyoto', lasting: { years: 3 } });
  expect((await cleo.call('GET', '/api/house/kyoto')).json).toEqual(kyoto);
  expect((await cleo.call('GET', '/api/house/kyoto?select=site.city')).json).not.toHaveProperty('owner');
  const shown = (await cleo.call('GET', '/api/house/kyoto?select=site&expand=site.land')).json as RecordValue;
  expect(shown['site']).toMatchObject({ city: 'Kyoto', land: { code: 'JP' } });
});

test('a part that is required is so once another is filled; problems name the part', async () => {
  expect(problems(await made('a', { site: { zip: '1' } }))).toEqual(['site.city: required']);
  expect(problems(await made('a', { site: { new: true } }))).toEqual(['site.city: required']);
  expect(problems(await made('a', { site: { new: false, zip: null } }))).toBeUndefined();
  expect(problems(await call('POST', 'house', { name: 'b' }))).toEqual(['owner.last: required']);
  expect(problems(await call('POST', 'house', { name: 'b', owner: { first: 'Ann' } }))).toEqual([
    'owner.last: required',
  ]);
  const wrong = { zip: 'x', city: 'Bonn', land: 'XX', rent: -1, since: 'soon', kind: 'tent' };
  expect(problems(await made('b', { site: wrong }))?.toSorted()).toEqual([
    ...['site.kind: bad_option', 'site.land: not_offered', 'site.rent: too_small', 'site.since: bad_date'],
    'site.zip: bad_pattern',
  ]);
  const dear = await made('b', { site: { city: 'Bonn', rent: 9000 } });
  expect(problems(dear)).toEqual(['site.rent: house.no_rent']);
  expect(dear.errors[0]).toMatchObject({ message: '9,000.00 is too much.' });
});

test('a part that names nothing is told beside what else is wrong', async () => {
  const site = { zip: 'x', city: 'Bonn', land: 'nowhere' };
  expect(problems(await made('e', { site }))?.toSorted()).toEqual([
    'site.land: no_such_record',
    'site.zip: bad_pattern',
  ]);
});

test('what is no object, and parts that are none, are refused', async () => {
  for (const site of ['Kyoto', 5, ['x'], true]) expect(problems(await made('c', { site }))).toEqual(['site: bad_type']);
  expect(problems(await made('c', { site: { town: 'x' } }))).toEqual(['site.town: unknown_field']);
  expect(problems(await made('c', { site: { city: { a: 1 } } }))).toEqual(['site.city: bad_type']);
  expect(problems(await made('c', { 'site.city': 'Kyoto' }))).toEqual(['"site.city": unknown_field']);
  expect(problems(await made('c', { nothing: { city: 'x' } }))).toEqual(['nothing: unknown_field']);
});

test('a change names the parts that change; null makes all blank', async () => {
  await made('moving', { site: { zip: '100', city: 'Tokyo', kind: 'flat' } });
  expect((await call('PATCH', 'house/moving', { site: { zip: '200' } }))['site']).toMatchObject({
    ...{ zip: '200', city: 'Tokyo', kind: 'flat' },
  });
  expect((await call('PATCH', 'house/moving', { site: { zip: null } }))['site']).toMatchObject({
    zip: null,
    city: 'Tokyo',
  });
  expect(problems(await call('PATCH', 'house/moving', { site: { city: null } }))).toEqual(['site.city: required']);
  expect((await call('PATCH', 'house/moving', { site: null }))['site']).toBeNull();
  const { items } = (await cleo.call('GET', '/api/house/moving/history')).json as { items: readonly HistoryEntry[] };
  expect(items[0]?.changes.map(({ field, old, new: now }) => [field, old, now]).slice(0, 2)).toEqual([
    ['site.city', 'Tokyo', null],
    ['site.kind', 'flat', null],
  ]);
  expect(items[2]?.changes).toContainEqual({ field: 'site.zip', old: '100', new: '200' });
});

test('two people change different parts, and the same part', async () => {
  const { version, id } = await made('shared', { site: { zip: '1', city: 'Ube' } });
  const change = (site: object) =>
    cleo.call('PATCH', `/api/house/${id}`, { body: { site }, headers: { 'if-match': `"${String(version)}"` } });
  expect((await change({ zip: '2' })).status).toBe(200);
  expect((await change({ city: 'Ube-shi' })).json).toMatchObject({ site: { zip: '2', city: 'Ube-shi' } });
  expect((await change({ zip: '3' })).json).toMatchObject({ code: 'changed_meanwhile' });
});

test('lists filter, sort, search, group and find by parts', async () => {
  for (const [name, site] of [
    ['l1', { city: 'Nara', zip: '3', rent: 30, land: 'JP' }],
    ['l2', { city: 'Berlin', zip: '1', rent: 20, land: 'DE' }],
    ['l3', { city: 'Aachen', zip: '2', rent: 10, land: 'DE', new: true }],
    ['l4', null],
  ] as const)
    await made(name, { site });
  const mine = 'f.name=in:l1,l2,l3,l4';
  expect(await names(`${mine}&sort=site.city`)).toEqual(['l3', 'l2', 'l1', 'l4']);
  expect(await names(`${mine}&sort=-site.rent`)).toEqual(['l1', 'l2', 'l3', 'l4']);
  expect(await names(`${mine}&f.site.rent=ge:20&sort=site.zip`)).toEqual(['l2', 'l1']);
  expect(await names(`${mine}&f.site.city=blank`)).toEqual(['l4']);
  expect(await names(`${mine}&f.site=blank`)).toEqual(['l4']);
  expect(await names(`${mine}&f.site=filled&sort=name`)).toEqual(['l1', 'l2', 'l3']);
  expect((await cleo.call('GET', '/api/house?f.site=eq:Nara')).status).toBe(400);
  expect(await names('search=Aach')).toEqual(['l3']);
  const own = (source: string) => where(`(${source}) && record.name in ["l1", "l2", "l3", "l4"]`);
  expect(await own('record.site.city == "Nara"')).toEqual(['l1']);
  expect(await own('blank(record.site)')).toEqual(['l4']);
  expect(await own('filled(record.site) && !record.site.new')).toEqual(['l1', 'l2']);
  expect(await own('record.site.land.code == "DE" && record.site.rent < 15')).toEqual(['l3']);
  const groups = (await cleo.call('GET', `/api/house?group=site.land&select=sum:site.rent&${mine}`)).json;
  expect(JSON.stringify(groups)).toContain('"site.rent":"30.00"');
  expect((await cleo.call('GET', '/api/house?sort=site')).status).toBe(400);
});

test('values of a part are unique together with others', async () => {
  await made('u1', { site: { zip: '77', city: 'Oita' } });
  const taken = await made('u2', { site: { zip: '77', city: 'Oita' } });
  expect([taken.status, problems(taken)]).toEqual([422, ['site.city: not_unique']]);
});

test('other records read parts through references, and follow them', async () => {
  await made('far', { site: { city: 'Ome' } });
  expect(await call('POST', 'flat', { name: 'f', house: 'far' })).toMatchObject({ city: 'Ome', same: true });
  await call('PATCH', 'house/far', { site: { city: 'Oita' } });
  const list = (await cleo.call('GET', '/api/flat?f.name=eq:f')).json as ListAnswer;
  expect(list.items).toMatchObject([{ city: 'Ome', same: false }]);
  const query = encodeURIComponent('record.house.site.city == "Oita"');
  expect(((await cleo.call('GET', `/api/flat?where=${query}`)).json as ListAnswer).items).toHaveLength(1);
});

test('rights hold for the object as a whole', async () => {
  const { items } = (await cleo.call('GET', '/api/house?f.name=eq:kyoto')).json as ListAnswer;
  expect(items[0]).not.toHaveProperty('secret');
  expect(problems(await made('d', { secret: { code: 'x' } }))).toEqual(['secret.code: unknown_field']);
  expect(problems(await made('d', { secret: 'x' }))).toEqual(['secret: unknown_field']);
  const query = encodeURIComponent('record.secret.code == "x"');
  expect((await cleo.call('GET', `/api/house?where=${query}`)).json).toMatchObject({ code: 'bad_where' });
  expect((await cleo.call('GET', '/api/house?select=secret')).status).toBe(400);
  const filtered = await cleo.call('GET', '/api/house?f.secret=blank');
  expect([filtered.status, filtered.text.includes('secret.code')]).toEqual([400, false]);
});

/** Parts as somebody may send them: in normal form, blank, wrong, or not at all. */
const parts = fc.record(
  {
    zip: fc.constantFrom(null, '', '12', '123456', 'x1', 7),
    city: fc.constantFrom(null, '', 'Nara', 'Ube', ['Ube']),
    rent: fc.constantFrom(null, '5.00', '-1.00', '6000.00', 'much'),
    since: fc.constantFrom(null, '2026-03-05', '2026-02-30'),
    kind: fc.constantFrom(null, 'flat', 'tent'),
    new: fc.constantFrom(null, true, false, 'yes'),
  },
  { requiredKeys: [] },
);
const sites = fc.option(parts, { nil: null, freq: 8 });

test('whatever is sent, the page would have said what the server says', { timeout: 60_000 }, async () => {
  const { model } = applicationOf(SPECIFICATION);
  const entity = entityOf({ model }, 'house');
  let number = 0;
  await fc.assert(
    fc.asyncProperty(sites, async (site) => {
      number += 1;
      const body = { name: `v${String(number)}`, owner: { last: 'Doe' }, site };
      const scope: Scope = { ...scopeAt(model, '2026-03-05T09:00:00.000Z'), user: null };
      const sent = flat(body, entity.fields);
      const write = settledWrite({
        entity,
        before: null,
        record: settle({ entity, before: null, sent, scope }),
        scope,
      });
      const wrong = validateFields(write);
      const seen = wrong.length > 0 ? wrong : judgeRules(write).errors; // rules are asked of fields that are right
      const said = (await call('POST', 'house', body)).errors?.filter(({ code }) => code !== 'not_unique') ?? [];
      const told = (all: readonly Problem[]) => all.map(({ path, code }) => `${path}: ${code}`).toSorted();
      expect(told(said)).toEqual(told(seen));
    }),
    { numRuns: 80 },
  );
});

test('one change after the other leaves what their merge would', { timeout: 60_000 }, async () => {
  const NOTHING = { zip: null, city: null, land: null, rent: null, since: null, kind: null, new: false };
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sites, { minLength: 2, maxLength: 5 }), async (changes) => {
      number += 1;
      const { id } = await made(`m${String(number)}`);
      let kept: Readonly<Record<string, unknown>> = NOTHING;
      for (const site of changes) {
        const answer = await call('PATCH', `house/${id}`, { site });
        if (answer.errors !== undefined) continue;
        const given = Object.entries(site ?? NOTHING).map(([name, value]) => [name, value === '' ? null : value]);
        kept = { ...kept, ...Object.fromEntries(given) };
        kept = { ...kept, new: kept['new'] === true };
      }
      const isBlank = Object.values(kept).every((value) => value === null || value === false);
      const stored = (await cleo.call('GET', `/api/house/${id}`)).json as RecordValue;
      expect(stored['site']).toEqual(isBlank ? null : kept);
    }),
    { numRuns: 40 },
  );
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test.each([
  ['csv', 'text/csv', ',site.zip,site.city,'],
  ['jsonl', 'application/jsonl', '"site":{"zip":"600","city":"Kyoto"'],
  ['xlsx', XLSX, ''],
])('%s goes out and comes in again', async (format, type, part) => {
  const { bytes } = await cleo.call('GET', `/api/house?format=${format}&sort=name`);
  expect(bytes.toString('utf8')).toContain(part);
  const headers = { 'content-type': type };
  const answer = (await cleo.call('POST', '/api/house/import?mode=all', { body: bytes, headers })).json as ImportAnswer;
  expect([answer.created, answer.changed, answer.failed, answer.problems]).toEqual([0, 0, 0, []]);
});

test('an import finds the columns of parts by id and by label', async () => {
  const body = 'name,owner.last,site.city,Site – Code,kind\nimp,Roe,Gifu,500,villa\n';
  const headers = { 'content-type': 'text/csv' };
  const answer = (await cleo.call('POST', '/api/house/import?mode=all', { body, headers })).json as ImportAnswer;
  expect(answer).toMatchObject({ failed: 0 });
  expect(answer.columns.map(({ field }) => field)).toEqual([
    'name',
    'owner.last',
    'site.city',
    'site.zip',
    'site.kind',
  ]);
  expect((await cleo.call('GET', '/api/house/imp')).json).toMatchObject({ site: { city: 'Gifu', zip: '500' } });
});

test('many writes at once, the trash and the interface know objects', async () => {
  const writes = [
    {
      action: 'create',
      entity: 'house',
      as: 'h',
      values: { name: 'batch', owner: { last: 'Poe' }, site: { city: 'Iki' } },
    },
    { action: 'update', entity: 'house', id: { $id: 'h' }, values: { site: { zip: '8' } } },
  ];
  const { results } = (await cleo.call('POST', '/api/batch', { body: { writes } })).json as {
    results: readonly { record: RecordValue }[];
  };
  expect(results[1]?.record).toMatchObject({ site: { city: 'Iki', zip: '8' } });
  const id = results[1]?.record.id ?? '';
  await cleo.call('POST', '/api/house/bulk', { body: { action: 'update', ids: [id], values: { site: { zip: '9' } } } });
  await cleo.call('DELETE', `/api/house/${id}`);
  const back = await call('POST', `house/${id}/restore`, {});
  expect(back['site']).toMatchObject({ city: 'Iki', zip: '9' });
  const document = (await cleo.call('GET', '/api/openapi.json')).json as {
    components: { schemas: Record<string, { properties: Record<string, { type: unknown; properties: object }> }> };
  };
  const { site } = document.components.schemas['house']?.properties ?? {};
  expect([site?.type, Object.keys(site?.properties ?? {})]).toEqual([
    ['object', 'null'],
    ['zip', 'city', 'land', 'rent', 'since', 'kind', 'new'],
  ]);
});
