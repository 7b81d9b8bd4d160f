// Each form of a field through all that happens to a record: changed together and apart, taken back, deleted, exported, sent by others, told live.
import type {
  BulkAnswer,
  HistoryEntry,
  ImportAnswer,
  ListAnswer,
  ProblemAnswer,
  RecordValue,
  UploadAnswer,
} from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretKeeper, secretsFile } from '../calls/secrets.ts';
import type { Answer as Sent, Browser } from '../testing/browser.ts';
import { EVERY_FORM, FORMS, valuesOf } from '../testing/every-form.ts';
import { listenTo } from '../testing/live-reader.ts';
import { readDocument, type Schema } from '../testing/openapi/document.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { partsOf } from '../testing/zip-parts.ts';

type Answer = RecordValue & ProblemAnswer;
type Values = Readonly<Record<string, unknown>>;
type Line = { readonly id: string };

let desk: Desk;
let cleo: Browser;
let person = '';
beforeAll(async () => {
  desk = await startDesk({ files: EVERY_FORM });
  cleo = await desk.signedIn('cleo@example.com');
  const { items } = (await cleo.call('GET', '/api/user?f.email=eq:cleo@example.com')).json as ListAnswer;
  person = items[0]?.id ?? '';
}, 60_000);
afterAll(() => desk.close());

async function uploaded(name: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' };
  const path = `/api/_files?name=${encodeURIComponent(name)}`;
  return ((await cleo.call('POST', path, { body: Buffer.from(name), headers })).json as UploadAnswer).id;
}

const call = async (method: 'POST' | 'PATCH', path: string, body: object, headers = {}): Promise<Answer> =>
  (await cleo.call(method, `/api/${path}`, { body, headers })).json as Answer;
const read = async (path: string): Promise<Answer> => (await cleo.call('GET', `/api/${path}`)).json as Answer;
/** Values of the first or the second paper, with files of their own. */
async function values(which: 0 | 1): Promise<Values> {
  const name = which === 0 ? 'zqfirst 図.txt' : 'zqsecond.txt';
  return valuesOf(which, { person, files: [await uploaded(name), await uploaded(name), await uploaded(name)] });
}
async function made(name: string, which: 0 | 1 = 0): Promise<Answer> {
  const record = await call('POST', 'paper', { name, ...(await values(which)) });
  expect(record.code).toBeUndefined();
  return record;
}
const bulk = async (body: object): Promise<BulkAnswer> =>
  (await cleo.call('POST', '/api/paper/bulk', { body: { mode: 'each', ...body } })).json as BulkAnswer;

/** What people see of each form, without ids: lines and files of the same content have others. */
function formsOf(record: Values): Values {
  const withoutIds = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'id' in value ? { ...value, id: undefined } : value;
  const seen = FORMS.map((form) => [form, record[form]]);
  return JSON.parse(JSON.stringify(Object.fromEntries(seen), withoutIds)) as Values;
}
let seen: readonly [Values, Values];
/** What the two papers look like, made once. */
async function bothSeen(): Promise<readonly [Values, Values]> {
  seen ??= [formsOf(await made('one')), formsOf(await made('other', 1))];
  return seen;
}

test('the two papers differ in each form, and are what the description of the API says', async () => {
  const [one, other] = await bothSeen();
  expect(FORMS.filter((form) => JSON.stringify(one[form]) === JSON.stringify(other[form]))).toEqual([]);
  expect(FORMS.filter((form) => one[form] === null || other[form] === null)).toEqual([]);
  const document = readDocument((await read('openapi.json')) as unknown as Schema);
  for (const path of ['/api/paper/{id}', '/api/paper']) {
    const described = document.calls.find((one) => one.method === 'GET' && one.path === path);
    if (!described) throw new Error(`${path} is not described`);
    const body = await read(path === '/api/paper' ? 'paper' : 'paper/one');
    expect(document.contradiction(described, 200, 'application/json', body)).toBeNull();
  }
});

test('a change of all is told in the history form by form, and taken back', async () => {
  const [before, after] = await bothSeen();
  const { id } = await made('undo');
  const changed = await bulk({ action: 'update', ids: [id], values: await values(1) });
  expect(changed.results[0]?.problem).toBeNull();
  expect(formsOf(await read('paper/undo'))).toEqual(after);
  const { items } = (await read('paper/undo/history')) as unknown as { readonly items: readonly HistoryEntry[] };
  const told = new Set(items[0]?.changes.map(({ field }) => field.split('.')[0]));
  expect(FORMS.filter((form) => !told.has(form))).toEqual([]);
  const back = changed.results.map(({ version, before: values }) => ({ id, version, values }));
  expect((await bulk({ action: 'update', ids: back })).results[0]?.problem).toBeNull();
  expect(formsOf(await read('paper/undo'))).toEqual(before);
});

/** A file belongs to one place: what holds one is not given to many records. */
const WITHOUT_FILES = FORMS.filter((form) => !['scan', 'scans', 'parts'].includes(form));

test.each(WITHOUT_FILES)('%s of many is changed at once, and back, and nothing else with it', async (form) => {
  const [before, after] = await bothSeen();
  const papers = [await made(`many ${form} 1`), await made(`many ${form} 2`)].map(({ id }) => id);
  const wanted = await values(1);
  const done = await bulk({ action: 'update', ids: papers, values: { [form]: wanted[form] } });
  expect([done.done, done.failed]).toEqual([2, 0]);
  for (const id of papers) expect(formsOf(await read(`paper/${id}`))).toEqual({ ...before, [form]: after[form] });
  const ids = done.results.map(({ id, version, before: stood }) => ({ id, version, values: stood }));
  expect((await bulk({ action: 'update', ids })).failed).toBe(0);
  for (const id of papers) expect(formsOf(await read(`paper/${id}`))).toEqual(before);
});

test.each(FORMS)('two who change %s and another form keep both, two who change it collide', async (form) => {
  const [, after] = await bothSeen();
  const { id, version } = await made(`two ${form}`);
  const second = await values(1);
  const stale = { 'if-match': `"${String(version)}"` };
  await call('PATCH', `paper/${id}`, { [form]: second[form] });
  for (const other of FORMS.filter((one) => one !== form)) {
    const answer = await call('PATCH', `paper/${id}`, { [other]: second[other] }, stale);
    expect([other, answer.code]).toEqual([other, undefined]);
  }
  expect(formsOf(await read(`paper/${id}`))).toEqual(after);
  const late = await call('PATCH', `paper/${id}`, { [form]: form === 'parts' ? [] : null }, stale);
  expect(late.code).toBe('changed_meanwhile');
  expect(formsOf(await read(`paper/${id}`))).toEqual(after);
});

test('a deleted paper comes back as it was, and none of what it names goes before', async () => {
  const [before] = await bothSeen();
  const { id } = await made('trash');
  expect((await cleo.call('DELETE', `/api/paper/${id}`)).status).toBe(204);
  expect((await cleo.call('DELETE', '/api/order/A')).status).toBe(409);
  expect((await cleo.call('POST', `/api/paper/${id}/restore`, { body: {} })).status).toBe(200);
  expect(formsOf(await read('paper/trash'))).toEqual(before);
});

test.each([
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])('%s brings back what was changed since, and its undo what stood there', async (format, type) => {
  const [before, after] = await bothSeen();
  const { id } = await made(`trip ${format}`);
  const { bytes } = await cleo.call('GET', `/api/paper?format=${format}&f.name=eq:trip ${format}`);
  await call('PATCH', `paper/${id}`, await values(1));
  expect(formsOf(await read(`paper/${id}`))).toEqual(after);
  const sent = { body: bytes, headers: { 'content-type': type } };
  const answer = (await cleo.call('POST', '/api/paper/import?mode=all', sent)).json as ImportAnswer;
  expect([answer.created, answer.changed, answer.failed, answer.problems]).toEqual([0, 1, 0, []]);
  const keepers = answer.values.find(({ field }) => field === 'keeper.user');
  expect(keepers?.examples).toMatchObject([{ before: null, after: { title: 'Cleo Boss' } }]);
  const unchanged = (await cleo.call('POST', '/api/paper/import?mode=all', sent)).json as ImportAnswer;
  expect([unchanged.unchanged, unchanged.problems]).toEqual([1, []]);
  expect(formsOf(await read(`paper/${id}`))).toEqual(before);
  const ids = (answer.undo ?? []).map(({ version, before: values }) => ({ id, version, values }));
  expect((await bulk({ action: 'update', ids })).results.map(({ problem }) => problem)).toEqual([null]);
  expect(formsOf(await read(`paper/${id}`))).toEqual(after);
});

test.each(['zqfirst について', '髙橋', 'zqfirst広間'])('the search of both languages finds %s', async (word) => {
  await bothSeen();
  for (const lng of ['en', 'ja']) {
    const { items } = (await read(`paper?search=${encodeURIComponent(word)}&lng=${lng}`)) as unknown as ListAnswer;
    expect(items.map(({ name }) => name)).toContain('one');
    expect(items.map(({ name }) => name)).not.toContain('other');
  }
});

test('another system sends each form, and is told at its part what is wrong', async () => {
  const word = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  createSecretKeeper(secretsFile(desk.place.data)).set('gate_word', word);
  const body = {
    ...{ name: 'sent', about: 'について', team: 'Ops', people: [person], order: 'A', row: '#2 Nut', facts: { a: [1] } },
    ...{
      called: 'Hall',
      person,
      parts: [
        { note: 'x', called: { ja: '部' }, whom: { team: 'Help' }, row: { order: 'B', rows: '1' }, facts: { b: 2 } },
      ],
    },
  };
  const post = async (payload: object): Promise<ProblemAnswer> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${word}` };
    const { body: text } = await desk.app.inject({ method: 'POST', url: '/_/in/gate', payload, headers });
    return JSON.parse(text) as ProblemAnswer;
  };
  await post(body);
  expect(await read('paper/sent')).toMatchObject({
    about: { en: null, ja: 'について' },
    keeper: { user: null, team: { title: 'Ops' } },
    readers: { user: [{ id: person }], team: [] },
    row: { order: { title: 'A' }, rows: { title: '#2 Nut' } },
    facts: { a: [1] },
    place: {
      room: null,
      called: { en: 'Hall', ja: null },
      whom: { user: { id: person } },
      row: { rows: { title: '#2 Nut' } },
    },
    parts: [
      {
        note: 'x',
        called: { en: null, ja: '部' },
        whom: { team: { title: 'Help' } },
        row: { rows: { title: '#1 Bolt' } },
        facts: { b: 2 },
      },
    ],
  });
  const wrong = await post({ ...body, name: 'wrong', row: '#9' });
  expect(wrong.errors.map(({ path, code }) => `${path}: ${code}`)).toEqual([
    ...['row.rows: no_such_record', 'place.row.rows: no_such_record'],
  ]);
});

test('a page hears of each change, and one that may not read the form of none of its values', async () => {
  await bothSeen();
  const { id } = await made('live');
  const second = await values(1);
  const ada = await desk.signedIn('ada@example.com');
  const address = await desk.app.listen({ host: '127.0.0.1', port: 0 });
  const [mine, others] = [await listenTo(address, cleo.cookies), await listenTo(address, ada.cookies)];
  const heard = (reader: typeof mine): number =>
    reader.events.filter(({ data }) => JSON.stringify(data).includes(id)).length;
  for (const form of FORMS) {
    const until = heard(mine);
    await call('PATCH', `paper/${id}`, { [form]: second[form] });
    await expect.poll(() => heard(mine)).toBeGreaterThan(until);
  }
  expect(JSON.stringify(others.events)).not.toMatch(/zqfirst|zqsecond|Ops|Nut|Bolt/);
  mine.close();
  others.close();
});

/** All that an answer says; of a spreadsheet and an archive what is packed in it. */
function saidIn({ text, bytes, headers }: Sent): string {
  const isPacked = bytes.subarray(0, 2).toString('latin1') === 'PK';
  const said = isPacked ? Object.entries(partsOf(bytes)).flat().join(' ') : text;
  return `${said} ${JSON.stringify(headers)}`;
}

const LISTS = [
  '',
  '?search=paper',
  '?format=csv',
  '?format=jsonl',
  '?format=xlsx',
  '?format=zip',
  '?format=csv&for=people',
];
const SAID = /zqfirst|zqsecond|Ops|Nut|Bolt/;

test('who may not read a form learns of none of its values, anywhere', async () => {
  await made('paper of all');
  await call('POST', 'paper/one/comments', { text: 'open' });
  const ada = await desk.signedIn('ada@example.com');
  const paths = [
    ...LISTS.map((list) => `paper${list}`),
    ...['paper/paper of all', 'paper/one/history', 'paper/one/comments', 'openapi.json'],
  ];
  for (const path of paths) {
    const [open, closed] = [await cleo.call('GET', `/api/${path}`), await ada.call('GET', `/api/${path}`)];
    expect([path, open.status, closed.status]).toEqual([path, 200, 200]);
    expect([path, SAID.test(saidIn(closed))]).toEqual([path, false]);
    expect([path, saidIn(open).includes('zqfirst pin')]).toEqual([path, false]);
  }
  for (const path of [...LISTS.map((list) => `paper${list}`), 'paper/paper of all', 'paper/one/history'])
    expect([path, SAID.test(saidIn(await cleo.call('GET', `/api/${path}`)))]).toEqual([path, true]);
  const asked = FORMS.flatMap((form) => [
    ...[`select=${form}`, `f.${form}=filled`, `group=${form}`, `sort=${form}`, 'expand=row.order', 'search=zqfirst'],
    `where=${encodeURIComponent(`filled(record.${form})`)}`,
  ]);
  for (const query of asked) {
    const { text } = await ada.call('GET', `/api/paper?${query}`);
    expect([query, SAID.test(text.replaceAll(query, ''))]).toEqual([query, false]);
  }
  for (const form of FORMS) {
    const { status } = await ada.call('GET', `/api/paper?f.${form}=filled`);
    expect([form, status]).toEqual([form, 400]);
  }
  const model = (await ada.call('GET', '/_/model')).text;
  expect(model).not.toMatch(/"(?:about|keeper|readers|row|facts|scan|scans|pin|place|parts)":/);
  expect(model).toContain('"paper":');
  const scan = (await read('paper/one'))['scan'] as unknown as Line;
  expect((await cleo.call('GET', `/api/paper/one/scan/${scan.id}`)).status).toBe(200);
  expect((await ada.call('GET', `/api/paper/one/scan/${scan.id}`)).status).toBe(404);
});

test('a line that a slip stands for takes it along, and a slip that only names it lets it go', async () => {
  const rows = async (): Promise<readonly Line[]> => (await read('order/C'))['rows'] as unknown as readonly Line[];
  await call('POST', 'order', { name: 'C', rows: [{ what: 'one' }, { what: 'two' }, { what: 'three' }] });
  const [one, two, three] = await rows();
  await call('POST', 'slip', { name: 'gone', row: { rows: one?.id } });
  await call('POST', 'slip', { name: 'kept', spare: { rows: one?.id }, row: { rows: two?.id } });
  expect((await call('PATCH', 'order/C', { rows: [two, three] }))['rows']).toHaveLength(2);
  expect((await cleo.call('GET', '/api/slip/gone')).status).toBe(404);
  expect(await read('slip/kept')).toMatchObject({ spare: null, row: { rows: { id: two?.id } } });
  expect((await cleo.call('DELETE', '/api/order/C')).status).toBe(204);
  expect((await cleo.call('GET', '/api/slip/kept')).status).toBe(404);
});

test('a line that is taken away while others come to refer to it is never referred to', async () => {
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    const name = `race ${String(round)}`;
    const made2 = await call('POST', 'order', { name, rows: [{ what: 'one' }, { what: 'two' }] });
    const [one, two] = made2['rows'] as unknown as readonly Line[];
    const row = { order: name, rows: one?.id };
    const [taken, ...named] = await Promise.all([
      call('PATCH', `order/${made2.id}`, { rows: [two] }),
      ...['', ' in'].map((where) =>
        call('POST', 'paper', { name: `${name}${where}`, ...(where === '' ? { row } : { place: { row } }) }),
      ),
    ]);
    const isTaken = taken.code === undefined;
    const refused = named.map(({ code }) => code !== undefined);
    expect(isTaken ? refused : refused.includes(false)).toEqual(isTaken ? [true, true] : true);
    const left = (await read(`order/${made2.id}`))['rows'] as unknown as readonly Line[];
    expect(left).toHaveLength(isTaken ? 1 : 2);
  }
});
