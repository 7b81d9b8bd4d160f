// A secret goes in and never comes out: whatever an administrator may read, and whatever is written down, is looked through for it.
import type { HistoryEntry, ImportAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretKeeper } from '../accounts/secret-keeper.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { systemClock } from '../clock.ts';
import { ROUTES } from './routes/all.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: lockers, languages: [en, ja] }
entities:
  locker:
    key: name
    title: name
    fields:
      name: { type: string, required: true, unique: true }
      pin: { type: secret, pattern: "[0-9A-Z]{4,20}" }
      has: { type: boolean, computed: filled(record.pin) }
      access: { type: object, fields: { code: { type: secret } } }
      of: { type: reference, to: locker }
      wrong: { type: integer, default: 0 }
  user: { fields: { pin: { type: secret } } }
states:
  locker:
    initial: shut
    states: { shut: {}, open: {}, done: { final: true } }
    transitions:
      unlock:
        from: shut
        to: open
        by: boss
        input: { code: { type: secret, required: true }, note: { type: string } }
        when: verify(input.code, record.pin) && (blank(record.of) || record.wrong < 99)
        on_refusal: { set: { wrong: = record.wrong + 1 } }
      own: { from: open, to: same, by: boss, input: { code: { type: secret } }, when: "verify(input.code, user.pin)" }
      through: { from: open, to: same, by: boss, input: { code: { type: secret } }, when: "verify(input.code, record.of.access.code)" }
      never: { from: open, to: same, by: boss, input: { code: { type: secret } }, when: "!verify(input.code, record.of.pin)" }
      close: { from: open, to: shut, by: boss, asks: [pin] }
      clear: { from: shut, to: same, by: boss, set: { pin: = null } }
rules:
  locker:
    plain: { reject_when: record.name == "secretive" && filled(record.pin), at: name, message: "{{name}} has {{pin}}." }
    sure: { reject_when: record.name == "unsure" && filled(record.pin), severity: warning, at: name, message: "Sure?" }
    known: { reject_when: record.name == "nobody" && blank(record.pin), at: pin, message: "{{name}} has none." }
roles:
  boss: { locker: all, user: { read: true, update: true } }
  administrator: { runtime: [users, keys, audit], locker: all, user: { read: true, update: true, grant: [boss, administrator] } }
`;
const DATA = [{ path: 'data/locker.json', text: '[{ "name": "filed", "pin": "FILED4711" }]' }];

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }, ...DATA] });
  cleo = await desk.signedIn('cleo@example.com');
}, 60_000);
afterAll(() => desk.close());

/** Every answer of a call. */
const answered: string[] = [];

async function call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> {
  const { text, json } = await cleo.call(method, path, body === undefined ? {} : { body });
  answered.push(text);
  return json as T;
}

type Answer = RecordValue & ProblemAnswer;
const made = (body: object): Promise<Answer> => call('POST', '/api/locker', body);

test('whoever reads learns whether one is set; a text sets it, null removes it, true leaves it', async () => {
  const one = await made({ name: 'one', pin: 'PLAIN1234', access: { code: 'PLAINcode' } });
  expect(one).toMatchObject({ pin: true, has: true, access: { code: true } });
  const at = `/api/locker/${one.id}`;
  expect(await call('PATCH', at, { name: 'uno', pin: true })).toMatchObject({ name: 'uno', pin: true, version: 2 });
  expect(await call('PATCH', at, { pin: 'PLAIN5678' })).toMatchObject({ pin: true, version: 3 });
  expect(await call('PATCH', at, { pin: null })).toMatchObject({ pin: null, has: false, version: 4 });
  expect(await call('PATCH', at, { pin: true })).toMatchObject({ errors: [{ path: 'pin', code: 'bad_type' }] });
  expect(await made({ name: 'short', pin: 'X' })).toMatchObject({ errors: [{ path: 'pin', code: 'bad_pattern' }] });
  expect(await made({ name: 'long', access: { code: 'x'.repeat(257) } })).toMatchObject({
    errors: [{ path: 'access.code', code: 'too_long' }],
  });
  expect(
    await made({ name: 'forged', access: { code: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA' } }),
  ).toMatchObject({
    errors: [{ path: 'access.code', code: 'bad_pattern' }],
  });
  const history = await call<{ items: readonly HistoryEntry[] }>('GET', `${at}/history`);
  const changes = history.items.flatMap((entry) => entry.changes).filter(({ field }) => field === 'pin');
  expect(changes.map((change) => [change.old, change.new])).toEqual([
    [true, null],
    [true, true],
    [null, true],
  ]);
});

test('a rule that reads a secret tells nothing of it', async () => {
  const secretive = await made({ name: 'secretive', pin: 'RULED1234' });
  expect(secretive).toMatchObject({ errors: [{ code: 'locker.plain', params: { name: 'secretive' } }] });
  const sees = { path: 'record.pin', type: 'secret', value: true };
  expect(secretive.errors[0]?.why?.flatMap(({ saw }) => saw)).toContainEqual(sees);
  expect(await made({ name: 'unsure', pin: 'RULED1234' })).toMatchObject({ warnings: [{ code: 'locker.sure' }] });
});

test('lists ask only whether there is one', async () => {
  const names = async (query: string): Promise<unknown> =>
    (await call<{ items: readonly RecordValue[] }>('GET', `/api/locker?sort=name&${query}`)).items?.map(
      ({ name }) => name,
    );
  expect(await names('f.pin=filled')).toEqual(['filed']);
  expect(await names('f.pin=blank')).toEqual(['uno']);
  for (const query of ['f.pin=eq:FILED4711', 'f.pin=has:F', 'sort=pin', 'where=record.pin%20%3D%3D%20%22FILED4711%22'])
    expect((await cleo.call('GET', `/api/locker?${query}`)).status).toBe(400);
  expect((await cleo.call('GET', '/api/locker/_groups?by=pin')).status).toBe(400);
});

test('a guard compares what is typed with what is kept, and says nothing else', async () => {
  const box = await made({ name: 'box', pin: 'RIGHT1234' });
  const unlock = (code: unknown, more: object = {}): Promise<Answer> =>
    call('POST', `/api/locker/${box.id}/unlock`, { input: { code }, ...more });
  expect(await unlock('WRONG1234')).toMatchObject({ code: 'guard_failed' });
  expect(await call('GET', `/api/locker/${box.id}`)).toMatchObject({ state: 'shut', wrong: 1 });
  expect(await unlock(true)).toMatchObject({ code: 'guard_failed' });
  expect(await unlock('SENT12345', { pin: 'SENT12345' })).toMatchObject({ code: 'guard_failed' });
  expect(await unlock(null)).toMatchObject({ errors: [{ code: 'required' }] });
  expect(await unlock('ＲＩＧＨＴ１２３４')).toMatchObject({ state: 'open', pin: true });
  const history = await call<{ items: readonly HistoryEntry[] }>('GET', `/api/locker/${box.id}/history`);
  expect(history.items.find(({ transition }) => transition === 'unlock')).toMatchObject({ input: { code: true } });
  expect(await call('POST', `/api/locker/${box.id}/close`, { pin: 'NEXT12345' })).toMatchObject({ state: 'shut' });
  expect(await unlock('RIGHT1234')).toMatchObject({ code: 'guard_failed' });
  expect(await unlock('NEXT12345')).toMatchObject({ state: 'open' });
});

test('a blank on either side opens nothing; secrets of the person and of what is referred to are compared too', async () => {
  const me = (await call<{ items: readonly RecordValue[] }>('GET', '/api/user?f.email=eq:cleo@example.com')).items[0];
  const box = await made({ name: 'inner', pin: 'INNER1234' });
  await call('POST', `/api/locker/${box.id}/unlock`, { input: { code: 'INNER1234' } });
  const fire = (step: string, code: unknown): Promise<Answer> =>
    call('POST', `/api/locker/${box.id}/${step}`, { input: { code } });
  for (const code of [null, '', 'ANY123456']) expect(await fire('never', code)).toMatchObject({ code: 'guard_failed' });
  expect(await fire('own', 'OWN123456')).toMatchObject({ code: 'guard_failed' });
  await call('PATCH', `/api/user/${me?.id ?? ''}`, { pin: 'OWN123456' });
  expect(await fire('own', 'OWN123456')).toMatchObject({ state: 'open' });
  const outer = await made({ name: 'outer', pin: 'OUTER1234', access: { code: 'deep-code' } });
  await call('PATCH', `/api/locker/${box.id}`, { of: outer.id });
  expect(await fire('through', 'deep-cod')).toMatchObject({ code: 'guard_failed' });
  expect(await fire('through', 'deep-code')).toMatchObject({ state: 'open' });
  expect(await fire('never', 'OUTER1234')).toMatchObject({ code: 'guard_failed' });
  expect(await fire('never', 'OTHER1234')).toMatchObject({ state: 'open' });
});

test('two who replace one secret are told of each other', async () => {
  const ada = (await call<{ items: readonly RecordValue[] }>('GET', '/api/user?f.email=eq:ada@example.com')).items[0];
  const dan = await desk.signedIn('dan@example.com');
  await dan.call('PATCH', `/api/user/${ada?.id ?? ''}`, { body: { roles: ['boss'] } });
  const both = await made({ name: 'both', pin: 'FIRST1234' });
  const other = await desk.signedIn('ada@example.com');
  const send = { body: { pin: 'HERS12345' }, headers: { 'if-match': '"1"' } };
  expect((await other.call('PATCH', `/api/locker/${both.id}`, send)).status).toBe(200);
  const mine = await cleo.call('PATCH', `/api/locker/${both.id}`, { ...send, body: { pin: 'MINE12345' } });
  expect(mine.json).toMatchObject({ code: 'changed_meanwhile', params: { fields: ['pin'], theirs: { pin: true } } });
});

test('in lists of writes as well; a repeated call is not a second guess', async () => {
  const batch = {
    writes: [
      { action: 'create', entity: 'locker', as: 'a', values: { name: 'batch', pin: 'BATCH1234' } },
      { action: 'transition', entity: 'locker', id: 'batch', transition: 'unlock', input: { code: 'BATCH1234' } },
    ],
  };
  expect(await call('POST', '/api/batch', batch)).toMatchObject({ results: [{}, {}] });
  const names = Array.from({ length: 8 }, (_, index) => `batch${String(index)}`);
  await Promise.all(names.map((name) => made({ name, pin: `EACH${name.toUpperCase()}` })));
  const writes = names.map((id) => {
    const input = { code: `EACH${id.toUpperCase()}` };
    return { action: 'transition', entity: 'locker', id, transition: 'unlock', input };
  });
  expect(await call('POST', '/api/batch', { writes })).toMatchObject({ results: names.map(() => ({})) });
});

test('what is kept of a call that may be repeated does not let anybody guess what was sent', async () => {
  const box = await made({ name: 'twice sent', pin: 'ONCE12345' });
  const request = async (key: string): Promise<unknown> => {
    const known = await desk.database.read.all('SELECT "id" FROM "_once"', []);
    const headers = { 'idempotency-key': key };
    await cleo.call('PATCH', `/api/locker/${box.id}`, { body: { pin: 'ONCE12345' }, headers });
    const rows = await desk.database.read.all('SELECT "id", "request" FROM "_once"', []);
    return rows.find(({ id }) => !known.some((one) => one['id'] === id))?.['request'];
  };
  const [first, second] = [await request('k-first'), await request('k-second')];
  expect([typeof first, typeof second, first === second]).toEqual(['string', 'string', false]);
});

test('a step of many at once compares each, and one person tries one code at few secrets', async () => {
  const pins = ['MANY1111', 'MANY2222', 'MANY1111'];
  const boxes = await Promise.all(pins.map((pin, index) => made({ name: `many${String(index)}`, pin })));
  const action = { action: 'transition', transition: 'unlock', input: { code: 'MANY1111' } };
  const send = (): Promise<unknown> =>
    call('POST', '/api/locker/bulk', { ...action, ids: boxes.map(({ id }) => ({ id })), mode: 'each' });
  const results = [{ problem: null }, { problem: { code: 'guard_failed' } }, { problem: null }];
  expect(await send()).toMatchObject({ done: 2, failed: 1, results });
  const keeper = createSecretKeeper({ db: desk.database, clock: systemClock }, desk.service.application.model, {
    inTurn: (work) => work({ hash: async (text) => text, matches: async (text, hash) => text === hash }),
  });
  const guess = (index: number): Promise<boolean> =>
    keeper.opens({ typed: '4711', kept: '4712', secret: `box ${String(index)}`, person: 'sprayer' });
  for (let index = 0; index < 100; index += 1) expect(await guess(index)).toBe(false);
  await expect(guess(100)).rejects.toMatchObject({ code: 'too_many_tries' });
});

test('guesses are slowed down, also where several come at once, and others are not', async () => {
  const box = await made({ name: 'guessed', pin: 'SLOW12345' });
  const guess = async (code: string): Promise<number> =>
    (await cleo.call('POST', `/api/locker/${box.id}/unlock`, { body: { input: { code } } })).status;
  const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`GUESS${String(1000 + index)}`)));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(await guess('SLOW12345')).toBe(429);
  const other = await made({ name: 'other', pin: 'OTHER9999' });
  expect(await call('POST', `/api/locker/${other.id}/unlock`, { input: { code: 'OTHER9999' } })).toMatchObject({
    state: 'open',
  });
}, 30_000);

test('the interface says that a secret is written only, and what an answer has in its place', async () => {
  const { json } = await cleo.call('GET', '/api/openapi.json');
  const text = JSON.stringify(json);
  const read = { const: true, description: 'Whether one is set. It is never read.' };
  expect(text).toContain(JSON.stringify(read).slice(1, -1));
  expect(text).toContain('"pattern":"^(?:[0-9A-Z]{4,20})$","writeOnly":true');
});

/** Every address that is read, with the entity and the record in it. */
function addresses(entity: string, record: string): readonly string[] {
  return ROUTES.filter(({ method, url }) => method === 'GET' && url !== '/_/live')
    .map(({ url }) => url.replace(':entity', entity).replace(':language', 'en').replace(':file', 'app.json'))
    .map((url) => url.replace(':id', record).replaceAll(/:\w+/g, 'x1').replace('*', 'assets/x.js'));
}

/** Every row of every table, as texts: where the hashes are. */
async function everyText(): Promise<readonly string[]> {
  const { database } = desk;
  const names = [
    'locker',
    'user',
    '_history',
    '_once',
    '_seed',
    '_try',
    '_meta',
    '_call',
    '_mail',
    '_notification',
    '_event',
  ];
  const rows = await Promise.all(names.map((name) => database.read.all(`SELECT * FROM "${name}"`, [])));
  return rows
    .flat()
    .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));
}

const SENT = [
  'PLAIN',
  'RIGHT1234',
  'NEXT12345',
  'INNER1234',
  'OWN123456',
  'deep-code',
  'BATCH1234',
  'SLOW12345',
  'FILED4711',
  'HERS12345',
  'MINE12345',
  'RULED1234',
];

test('an import hashes a column of texts, and an export has nothing in it', async () => {
  const file = 'name,pin\nrow1,CSV123456\nrow2,\n';
  const send = { body: file, headers: { 'content-type': 'text/csv' } };
  const tried = await cleo.call('POST', '/api/locker/import?mode=try', send);
  expect(tried.json).toMatchObject({ written: false, failed: 0 });
  const done = (await cleo.call('POST', '/api/locker/import', send)).json as ImportAnswer;
  expect(done).toMatchObject({ written: true, created: 2 });
  expect(await call('GET', '/api/locker?f.name=has:row&sort=name')).toMatchObject({
    items: [{ pin: true }, { pin: null }],
  });
  const row = (await call<{ items: readonly RecordValue[] }>('GET', '/api/locker?f.name=eq:row1')).items[0];
  expect(await call('POST', `/api/locker/${row?.id ?? ''}/unlock`, { input: { code: 'CSV123456' } })).toMatchObject({
    state: 'open',
  });
  for (const format of ['csv', 'jsonl']) {
    const answer = await cleo.call('GET', `/api/locker?format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('row1');
    expect(answer.text).not.toMatch(/argon2|CSV123456|\bpin\b/);
  }
});

test('nothing that an administrator reads, and nothing that is written down, has a secret or its hash', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const box = (await call<{ items: readonly RecordValue[] }>('GET', '/api/locker?f.name=eq:box')).items[0];
  let read = 0;
  for (const browser of [cleo, dan])
    for (const url of [
      ...addresses('locker', box?.id ?? ''),
      '/api/locker?search=RIGHT1234',
      '/api/locker?expand=of',
      '/_/audit?size=100',
    ]) {
      const { status, text } = await browser.call('GET', url);
      if (status === 200) read += 1;
      for (const secret of [...SENT, '$argon2id$']) expect([url, text.includes(secret)]).toEqual([url, false]);
    }
  expect(read).toBeGreaterThan(40);
  const stored = await everyText();
  expect(stored.some((text) => text.includes('$argon2id$'))).toBe(true);
  const said = [...desk.log, ...answered];
  for (const secret of SENT) expect([...stored, ...said].filter((text) => text.includes(secret))).toEqual([]);
  expect(said.filter((text) => text.includes('argon2'))).toEqual([]);
});
