// A right on a field may have a condition: on the records for which it does not hold, the field is closed in every channel.
import type { ImportAnswer, ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en], currency: EUR }
entities:
  plan:
    title: "{{name}} {{hint}}"
    fields:
      name: { type: string, required: true, unique: true }
      owner: { type: reference, to: user, default: = user }
      hint: { type: string, search: true }
      budget: { type: integer, index: true }
      remark: { type: text }
      kind: { type: choice, options: [small, large], default: small }
      part: { type: object, fields: { code: { type: string }, size: { type: integer } } }
  task:
    title: name
    fields: { name: { type: string }, plan: { type: reference, to: plan, inverse: tasks } }
roles:
  writer:
    members: everyone
    plan:
      create: true
      read: true
      refer: true
      update: record.name != "frozen"
      history: true
      export: true
      import: true
      fields:
        hint: { create: true, read: record.owner == user }
        budget: { create: record.kind == "large", read: record.owner == user, update: record.owner == user && record.budget < 100 }
        remark: { read: true, update: record.owner == user }
        part: { create: true, read: record.owner == user, update: true }
    task: { create: true, read: true }
    user: { refer: true }
  boss: { plan: all, task: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
const SECRET = 'Zebra';
const BUDGET = 4711;
const PART = 'Quagga';

let desk: Desk;
let ada: Browser;
let cleo: Browser;
let theirs = '';
let mine = '';
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
  ada = await desk.signedIn('ada@example.com');
  const closed = { hint: SECRET, budget: BUDGET, 'part.code': PART };
  const made = async (who: Browser, body: unknown): Promise<string> =>
    ((await who.call('POST', '/api/plan', { body })).json as RecordValue).id;
  theirs = await made(cleo, { name: 'theirs', remark: 'one', ...opened(closed) });
  mine = await made(ada, { name: 'mine', hint: 'Lion', kind: 'large', budget: 50, part: { code: 'Ibis', size: 2 } });
  await cleo.call('PATCH', `/api/plan/${theirs}`, { body: { budget: BUDGET + 1 } });
  await cleo.call('PATCH', `/api/plan/${theirs}`, { body: { budget: BUDGET } });
  await ada.call('POST', '/api/task', { body: { name: 'of theirs', plan: theirs } });
}, 60_000);
afterAll(() => desk.close());

function opened(closed: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { 'part.code': code, ...rest } = closed;
  return { ...rest, part: { code, size: 9 } };
}

const WORDS = [SECRET, String(BUDGET), String(BUDGET + 1), PART];
const ADDRESSES = (): readonly string[] => [
  `/api/plan/${theirs}`,
  '/api/plan',
  '/api/plan?select=name,hint,budget,part',
  '/api/plan?sort=budget',
  '/api/plan?sort=-hint',
  '/api/plan?group=hint',
  '/api/plan?group=budget',
  '/api/plan?group=kind&sum=budget',
  `/api/plan/${theirs}/history`,
  '/api/plan?format=csv',
  '/api/plan?format=jsonl',
  '/api/task?expand=plan',
  '/api/task',
  `/_/changes/plan/${theirs}?since=0`,
];

test('no answer shows the field of a record for which the condition does not hold', async () => {
  for (const address of ADDRESSES()) {
    const { text } = await ada.call('GET', address);
    for (const word of WORDS) expect([address, text.includes(word)]).toEqual([address, false]);
  }
});

test('on records for which it holds the field is there as any other', async () => {
  expect((await ada.call('GET', `/api/plan/${mine}`)).json).toMatchObject({
    ...{ title: 'mine Lion', hint: 'Lion', budget: 50, part: { code: 'Ibis', size: 2 } },
  });
  expect((await ada.call('GET', '/api/plan?format=csv')).text).toContain('Lion');
  const { json } = await ada.call('GET', `/api/plan/${mine}/history`);
  expect(JSON.stringify(json)).toContain('Lion');
});

const found = async (query: string): Promise<readonly unknown[]> => {
  const { json } = await ada.call('GET', `/api/plan?${query}`);
  return (json as ListAnswer).items.map(({ name }) => name);
};

test('nobody finds a record by what is closed to them there', async () => {
  expect(await found('where=record.budget > 10')).toEqual(['mine']);
  expect(await found(`where=record.budget == ${String(BUDGET)}`)).toEqual([]);
  expect(await found('where=blank(record.hint)')).toEqual([]);
  expect(await found('f.budget=gt:10')).toEqual(['mine']);
  expect(await found(`search=${SECRET}`)).toEqual([]);
  expect(await found('search=Lion')).toEqual(['mine']);
  expect(await found(`where=record.part.code == "${PART}"`)).toEqual([]);
  const { json } = await ada.call('GET', `/api/task?where=record.plan.hint == "${SECRET}"`);
  expect((json as ListAnswer).items).toEqual([]);
});

const saved = async (id: string, body: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const { status, json } = await ada.call('PATCH', `/api/plan/${id}`, { body });
  return status === 200 ? 200 : (json as { readonly errors?: readonly unknown[] }).errors;
};
const CLOSED = (field: string) => [{ path: field, code: 'forbidden_field' }];

test('a field is written where the condition holds before and after, and what else is open is not touched by it', async () => {
  expect(await saved(mine, { budget: 60 })).toBe(200);
  expect(await saved(mine, { budget: 100 })).toMatchObject(CLOSED('budget'));
  expect(await saved(mine, { remark: 'two' })).toBe(200);
  expect(await saved(theirs, { budget: 5 })).toMatchObject(CLOSED('budget'));
  expect(await saved(theirs, { remark: 'two' })).toMatchObject(CLOSED('remark'));
  expect(await saved(theirs, { kind: 'large' })).toBe(200);
  expect((await cleo.call('GET', `/api/plan/${theirs}`)).json).toMatchObject({ budget: BUDGET, remark: 'one' });
});

test('a condition opens a field only where the verb itself is granted', async () => {
  const body = { name: 'frozen', kind: 'large', budget: 5 };
  const { id } = (await ada.call('POST', '/api/plan', { body })).json as RecordValue;
  expect((await ada.call('PATCH', `/api/plan/${id}`, { body: { budget: 6 } })).status).toBe(403);
  expect((await ada.call('GET', `/api/plan/${id}`)).json).toMatchObject({ budget: 5 });
});

test('a new record takes the field where the condition holds for it', async () => {
  const made = async (body: unknown) => ada.call('POST', '/api/plan', { body });
  expect((await made({ name: 'large', kind: 'large', budget: 7 })).status).toBe(201);
  expect((await made({ name: 'small', kind: 'small', budget: 7 })).json).toMatchObject({ errors: CLOSED('budget') });
});

test('an import and a bulk action obey the same conditions', async () => {
  const csv = 'name,budget\nmine,70\ntheirs,70\n';
  const { json } = await ada.call('POST', '/api/plan/import?mode=each', {
    body: csv,
    headers: { 'content-type': 'text/csv' },
  });
  const { changed, failed, problems } = json as ImportAnswer;
  expect([changed, failed, problems]).toMatchObject([1, 1, [{ code: 'forbidden_field', column: 'budget' }]]);
  const body = { action: 'update', mode: 'each', ids: [mine, theirs], values: { budget: 80 } };
  const bulk = await ada.call('POST', '/api/plan/bulk', { body });
  const { results } = bulk.json as { readonly results: readonly { readonly problem: unknown }[] };
  expect(results.map(({ problem }) => problem)).toMatchObject([null, { code: 'forbidden_field' }]);
});

test('what a person may do with a record names each field, and the description of the calls knows them', async () => {
  const rights = async (id: string) => {
    const { json } = await ada.call('GET', `/_/may/plan/${id}`);
    const { fields } = json as { readonly fields: Readonly<Record<string, unknown>> };
    return [fields['budget'], fields['remark'], fields['name']];
  };
  const all = { create: true, read: true, update: true };
  expect(await rights(mine)).toMatchObject([{ read: true, update: true }, { read: true, update: true }, all]);
  expect(await rights(theirs)).toMatchObject([{ read: false, update: false }, { read: true, update: false }, all]);
  expect((await ada.call('GET', '/api/openapi.json')).text).toContain('budget');
});
