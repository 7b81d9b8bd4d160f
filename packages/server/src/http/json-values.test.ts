// A value of JSON goes in and comes out as itself, wherever it goes: API, lists of writes, history, files, conditions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryEntry, ImportAnswer, ListAnswer, ProblemAnswer, RecordValue, Wire } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: agents, languages: [en, ja] }
entities:
  machine:
    title: name
    fields:
      name: { type: string, required: true, unique: true, max: 40 }
      facts: { type: json, default: '{"seen": false}' }
      wanted: { type: json }
      hidden: { type: json, closed: true }
      copied: { type: json, computed: record.facts }
      met: { type: boolean, computed: record.facts == record.wanted }
      place: { type: object, fields: { room: { type: string } } }
      probes: { type: lines, fields: { at: { type: string }, found: { type: json } } }
rules:
  machine:
    wanted: { check: blank(record.wanted) || filled(record.facts), at: wanted, message: "Nothing is known of {{name}}." }
roles:
  boss: { machine: all, user: { read: true } }
  administrator: { runtime: [users], machine: all, user: { read: true, grant: [boss] } }
`;
const DATA = [
  {
    path: 'data/machine.json',
    text: '[{ "name": "filed", "facts": { "b": [1, null], "a": "x" }, "wanted": "[true]" }]',
  },
];

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }, ...DATA] });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

async function call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T> {
  return (await cleo.call(method, path, body === undefined ? {} : { body })).json as T;
}

const made = (body: object): Promise<RecordValue & ProblemAnswer> => call('POST', '/api/machine', body);
const names = async (query: string): Promise<readonly unknown[]> =>
  (await call<ListAnswer>('GET', `/api/machine?sort=name&${query}`)).items.map(({ name }) => name);

const DOTTED = { 'a.b': { id: 'x', title: 'y' }, $id: 'z', __proto: { 'c.d': [] }, 10: 'ten', 9: null };

test('it is answered as it was sent: by itself, in lists, in lines, after a change', async () => {
  const probes = [{ at: 'a', found: DOTTED }, { at: 'b', found: 'text' }, { at: 'c' }];
  const one = await made({ name: 'one', facts: DOTTED, wanted: [1.5, 'ä', false], probes, place: { room: 'R' } });
  expect(one).toMatchObject({
    facts: DOTTED,
    copied: DOTTED,
    wanted: [1.5, 'ä', false],
    met: false,
    place: { room: 'R' },
  });
  expect(one['probes']).toMatchObject([{ found: DOTTED }, { found: 'text' }, { found: null }]);
  const listed = await call<ListAnswer>('GET', '/api/machine?f.name=eq:one');
  expect(listed.items[0]).toMatchObject({ facts: DOTTED, place: { room: 'R' } });
  for (const facts of ['5', '', '{"a":1}', 7, 0, false, [], {}, [[]], '1e400'])
    expect(await call('PATCH', `/api/machine/${one.id}`, { facts })).toMatchObject({ facts });
  expect(await call('PATCH', `/api/machine/${one.id}`, { facts: null, wanted: null })).toMatchObject({
    facts: null,
    copied: null,
  });
  expect(await call('GET', '/api/machine?f.name=eq:filed')).toMatchObject({
    items: [{ facts: { a: 'x', b: [1, null] }, wanted: [true] }],
  });
  expect(await made({ name: 'plain' })).toMatchObject({ facts: { seen: false }, wanted: null });
});

test('another order of its members is no change, and the history has its texts', async () => {
  const { id, version } = await made({ name: 'told', facts: { b: 1, a: [2] } });
  expect(await call('PATCH', `/api/machine/${id}`, { facts: { a: [2], b: 1 } })).toMatchObject({ version });
  await call('PATCH', `/api/machine/${id}`, { facts: { a: [] } });
  const { items } = await call<{ readonly items: readonly HistoryEntry[] }>('GET', `/api/machine/${id}/history`);
  expect(items[0]?.changes).toEqual([{ field: 'facts', old: '{"a":[2],"b":1}', new: '{"a":[]}' }]);
});

test('lists ask whether there is one, and conditions compare wholes', async () => {
  await made({ name: 'same', facts: { b: 1, a: 2 }, wanted: { a: 2, b: 1 } });
  await made({ name: 'bare', facts: null });
  expect(await names('f.facts=blank')).toEqual(['bare', 'one']);
  expect(await names('f.wanted=filled')).toEqual(['filed', 'same']);
  const where = (text: string): Promise<readonly unknown[]> => names(`where=${encodeURIComponent(text)}`);
  expect(await where('record.facts == record.wanted')).toEqual(['bare', 'one', 'same']);
  expect(await where('filled(record.wanted) && record.facts != record.wanted')).toEqual(['filed']);
  expect(await names('f.met=eq:true')).toEqual(['bare', 'one', 'same']);
  for (const query of ['f.facts=eq:1', 'f.facts=has:a', 'sort=facts', 'group=facts'])
    expect([query, (await cleo.call('GET', `/api/machine?${query}`)).status]).toEqual([query, 400]);
  for (const text of [
    'record.facts == "x"',
    'record.facts.a == 1',
    'size(record.facts) > 1',
    'record.facts < record.wanted',
  ])
    expect([text, (await cleo.call('GET', `/api/machine?where=${encodeURIComponent(text)}`)).status]).toEqual([
      text,
      400,
    ]);
});

const codesOf = (answer: ProblemAnswer): readonly unknown[] => answer.errors.map(({ path, code }) => [path, code]);

test('a number that would change is refused before anything is stored, and rules see it as a whole', async () => {
  const raw = async (body: string) => (await cleo.call('POST', '/api/machine', { body })).json as ProblemAnswer;
  expect(await raw('{"name":"n","facts":{"id":12345678901234567890}}')).toMatchObject({
    code: 'inexact_number',
    status: 400,
    params: { value: '12345678901234567890' },
  });
  expect(await raw('{"name":"n","facts":{"id":0.10}}')).toMatchObject({ facts: { id: 0.1 } });
  expect(codesOf(await made({ name: 'x', wanted: [1], facts: null }))).toEqual([['wanted', 'machine.wanted']]);
});

test('bulk calls and batches hold it in every place of a value', async () => {
  const create = {
    action: 'create',
    records: [
      { name: 'b1', facts: DOTTED },
      { name: 'b2', facts: '2' },
    ],
  };
  const { results } = await call<{ results: readonly { id: string }[] }>('POST', '/api/machine/bulk', create);
  const [first, second] = results.map(({ id }) => id);
  const update = { action: 'update', values: { wanted: 'w' }, ids: [{ id: first, values: { facts: '3' } }, second] };
  await call('POST', '/api/machine/bulk', update);
  expect(await call('GET', `/api/machine/${first ?? ''}`)).toMatchObject({ facts: '3' });
  expect(await call('GET', `/api/machine/${second ?? ''}`)).toMatchObject({ facts: '2', wanted: 'w' });
  const batch = {
    writes: [
      { action: 'create', entity: 'machine', as: 'm', values: { name: 'c1', facts: { $id: 'm' } } },
      { action: 'update', entity: 'machine', id: { $id: 'm' }, values: { wanted: DOTTED } },
    ],
  };
  expect(await call('POST', '/api/batch', batch)).toMatchObject({
    results: [{ record: { facts: { $id: 'm' } } }, { record: { wanted: DOTTED } }],
  });
});

const imported = async (body: Buffer | string, type: string): Promise<ImportAnswer> =>
  (await cleo.call('POST', '/api/machine/import?mode=each&match=name', { body, headers: { 'content-type': type } }))
    .json as ImportAnswer;

test.each([
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])('%s goes out and comes in again', async (format, type) => {
  const { bytes } = await cleo.call('GET', `/api/machine?format=${format}&sort=name`);
  expect(await imported(bytes, type)).toMatchObject({ created: 0, changed: 0, failed: 0 });
});

test('a cell holds a text of JSON, and one that holds none is told at its place', async () => {
  const rows = [
    'name,facts',
    'cell,"{""size"": [1, 2]}"',
    'word,hello',
    'quoted,"""hello"""',
    'long,12345678901234567890',
  ];
  const answer = await imported(`${rows.join('\n')}\n`, 'text/csv');
  expect(answer).toMatchObject({ created: 2, failed: 2 });
  expect(answer.problems.flatMap(({ row, path, code }) => [[row, path, code]])).toEqual([
    [3, 'facts', 'bad_json'],
    [5, 'facts', 'bad_json'],
  ]);
  expect(await call('GET', '/api/machine?f.name=in:cell,quoted&sort=name')).toMatchObject({
    items: [{ facts: { size: [1, 2] } }, { facts: 'hello' }],
  });
});

test('it follows the rights on its field', async () => {
  const { id } = await made({ name: 'secret', facts: { key: 1 } });
  expect(await call('GET', `/api/machine/${id}`)).not.toHaveProperty('hidden');
  expect(codesOf(await call('PATCH', `/api/machine/${id}`, { hidden: { key: 1 } }))).toEqual([
    ['hidden', 'unknown_field'],
  ]);
  expect((await cleo.call('GET', '/api/machine?f.hidden=filled')).status).toBe(400);
});

const NAUGHTY = join(process.env['NINEFOLD_CORPORA'] ?? '../shared/corpora', 'bad-input', 'blns.json');

test.skipIf(!existsSync(NAUGHTY))(`hostile texts come back byte for byte (skipped without ${NAUGHTY})`, async () => {
  const texts = (JSON.parse(readFileSync(NAUGHTY, 'utf8')) as readonly string[]).filter((text) => text.isWellFormed());
  expect(texts.length).toBeGreaterThan(400);
  const facts = { texts, ...Object.fromEntries(texts.map((text, index) => [`${text} ${String(index)}`, [text]])) };
  const { id } = await made({ name: 'naughty', facts, probes: texts.slice(0, 50).map((found) => ({ found })) });
  const read = await call<RecordValue>('GET', `/api/machine/${id}`);
  expect(read['facts']).toEqual(facts);
  expect((read['probes'] as readonly { found: Wire }[]).map(({ found }) => found)).toEqual(texts.slice(0, 50));
  for (const [format, type] of [
    ['csv', 'text/csv'],
    ['jsonl', 'application/jsonl'],
  ] as const) {
    const { bytes } = await cleo.call('GET', `/api/machine?format=${format}&select=name,facts&f.name=eq:naughty`);
    await call('PATCH', `/api/machine/${id}`, { facts: null });
    expect(await imported(bytes, type)).toMatchObject({ changed: 1, failed: 0 });
    expect((await call<RecordValue>('GET', `/api/machine/${id}`))['facts']).toEqual(facts);
  }
});
