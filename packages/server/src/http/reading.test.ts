// Also in the portable form: every way to read.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { GroupAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
let cleo: Browser;
let id = '';

beforeAll(async () => {
  desk = await startDesk();
  [ada, cleo] = await Promise.all([desk.signedIn('ada@example.com'), desk.signedIn('cleo@example.com')]);
  const made = await ada.call('POST', '/api/note', { body: { code: 'ONE', subject: 'Alpha', amount: 5 } });
  ({ id } = made.json as RecordValue);
  for (const [subject, amount] of [
    ['Beta', 8],
    ['Gamma', null],
  ] as const)
    await ada.call('POST', '/api/note', { body: { subject, amount } });
  await cleo.call('POST', '/api/note', { body: { subject: 'Delta', amount: 900, secret: 'hush' } });
});
afterAll(() => desk.close());

const get = (who: Browser, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  who.call('GET', path, { headers });
const etagOf = ({ headers }: Answer): string => String(headers['etag']);

test.each([
  ['en', 'Use 40 characters or fewer.', 'Enter a whole number, such as 12.', 'Really 13?'],
  ['ja', '40文字以内で入力してください。', '整数を「12」のように入力してください。', 'Really 13?'],
])('each thing that is wrong is told in %s', async (language, long, number, odd) => {
  const headers = { 'accept-language': language };
  const body = { subject: 'x'.repeat(41), amount: 'many' };
  const wrong = (await ada.call('POST', '/api/note', { body, headers })).json as ProblemAnswer;
  expect(wrong.errors.map(({ path, message }) => [path, message])).toEqual([
    ['subject', long],
    ['amount', number],
  ]);
  const warned = await ada.call('POST', '/api/note', { body: { subject: 'Odd', amount: 13 }, headers });
  expect((warned.json as ProblemAnswer).warnings?.map(({ message }) => message)).toEqual([odd]);
});

test.each([
  ['application/json; charset=utf-16', 415],
  ['application/json; charset="shift_jis"', 415],
  ['application/json; charset=UTF-8', 201],
  ['application/merge-patch+json;charset=utf8', 201],
])('a body of %s', async (type, status) => {
  const answer = await ada.call('POST', '/api/note', {
    body: '{"subject":"Coded"}',
    headers: { 'content-type': type },
  });
  expect(answer.status).toBe(status);
});

test('the moments of every record are compared as moments', async () => {
  const { created_at: at } = (await get(ada, `/api/note/${id}`)).json as RecordValue;
  const count = async (filter: string) => (await get(ada, `/api/note?f.${filter}`)).json as ListAnswer;
  const elsewhere = `${new Date(Date.parse(at) + 32_400_000).toISOString().slice(0, -1)}+09:00`;
  expect((await count(`created_at=eq:${encodeURIComponent(elsewhere)}`)).items.map((item) => item.id)).toContain(id);
  for (const field of ['created_at', 'changed_at', 'state_since'])
    expect((await get(ada, `/api/note?f.${field}=gt:soon`)).status).toBe(400);
});

describe('what is unchanged', () => {
  test.each(['/api/note/ONE', '/api/note?size=2', '/api/note?group=state', '/api/openapi.json'])(
    '%s is sent once',
    async (path) => {
      const first = await get(ada, path);
      expect(first.status).toBe(200);
      const again = await get(ada, path, { 'if-none-match': `"other", ${etagOf(first)}` });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(etagOf(again)).toBe(etagOf(first));
      expect((await get(ada, path, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  test('a record that looks otherwise to another reader, or was renamed around, is another', async () => {
    const [mine, theirs] = [await get(ada, '/api/note/ONE'), await get(cleo, '/api/note/ONE')];
    expect(etagOf(mine)).not.toBe(etagOf(theirs));
    expect((await get(cleo, '/api/note/ONE', { 'if-none-match': etagOf(mine) })).status).toBe(200);
  });

  test('a write takes the ETag of a read, and names who changed what where it is old', async () => {
    const made = (await ada.call('POST', '/api/note', { body: { subject: 'First' } })).json as RecordValue;
    const path = `/api/note/${made.id}`;
    const seen = { 'if-match': etagOf(await get(ada, path)) };
    expect((await ada.call('PATCH', path, { body: { subject: 'Second' }, headers: seen })).status).toBe(200);
    await cleo.call('PATCH', path, { body: { subject: 'Third' } });
    const stale = await ada.call('PATCH', path, { body: { subject: 'Fourth' }, headers: seen });
    expect(stale.status).toBe(412);
    expect((stale.json as ProblemAnswer).params).toMatchObject({
      fields: ['subject'],
      theirs: { subject: 'Third' },
      version: 3,
      changes: [{ version: 3, fields: ['subject'], by: { title: 'Cleo Boss' } }],
    });
    const same = await ada.call('PATCH', path, { body: { subject: 'Third' }, headers: seen });
    expect([same.status, (same.json as ProblemAnswer).params['fields']]).toEqual([412, ['subject']]);
    const own = { 'if-match': '"3"' };
    for (let n = 0; n < 2; n += 1)
      expect((await ada.call('PATCH', path, { body: { amount: 5 }, headers: own })).status).toBe(200);
    const removal = await cleo.call('DELETE', path, { headers: seen });
    expect((removal.json as ProblemAnswer).params).toMatchObject({ version: 4 });
    await cleo.call('DELETE', path);
    const back = await cleo.call('POST', `${path}/restore`, { headers: seen });
    expect(back.status).toBe(412);
    for (const header of ['7', '"x"', '"1"2', 'W/1'])
      expect((await ada.call('PATCH', path, { body: {}, headers: { 'if-match': header } })).status).toBe(400);
  });
});

describe('HEAD, OPTIONS and wrong methods', () => {
  test('HEAD says what GET says, without a body', async () => {
    const [head, whole] = [await ada.call('HEAD', '/api/note/ONE'), await get(ada, '/api/note/ONE')];
    expect([head.status, head.text, etagOf(head)]).toEqual([200, '', etagOf(whole)]);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.text)));
  });

  test.each([
    ['/api/note', 'GET, HEAD, OPTIONS, POST'],
    ['/api/note/ONE', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/api/batch', 'OPTIONS, POST'],
    ['/api/note/ONE/finish', 'DELETE, GET, HEAD, OPTIONS, POST'],
  ])('OPTIONS %s', async (path, allow) => {
    const answer = await ada.call('OPTIONS', path);
    expect([answer.status, answer.headers['allow']]).toEqual([204, allow]);
  });

  test('another method is refused with those that are allowed', async () => {
    const answer = await ada.call('PUT', '/api/note/ONE', { body: {} });
    expect([answer.status, (answer.json as ProblemAnswer).code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers['allow']).toContain('PATCH');
  });
});

describe('packing', () => {
  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ] as const)('%s gives the same bytes', async (encoding, unpack) => {
    const cookie = [...ada.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    for (const url of ['/_/model', '/api/openapi.json', '/_/locales/en/errors.json']) {
      const plain = await get(ada, url);
      const packed = await desk.app.inject({
        url,
        headers: { host: 'localhost:4900', cookie, accept: 'application/json', 'accept-encoding': encoding },
      });
      expect([url, packed.headers['content-encoding']]).toEqual([url, encoding]);
      expect(packed.headers['vary']).toContain('accept-encoding');
      expect(packed.rawPayload.length).toBeLessThan(plain.text.length / 2);
      expect(unpack(packed.rawPayload).toString()).toBe(plain.text);
      expect(packed.headers['etag']).toBe(plain.headers['etag']);
    }
  });

  test('small answers stay as they are', async () => {
    const answer = await get(ada, '/api/note?size=1&select=code', { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});

describe('groups', () => {
  test('count and measure what the reader sees', async () => {
    const wanted = '/api/note?group=owner&select=sum:amount,avg:amount,max:amount&f.subject=in:Alpha,Beta,Gamma,Delta';
    const { items, total } = (await get(cleo, wanted)).json as GroupAnswer;
    expect(total).toBe(2);
    expect(items).toMatchObject([
      {
        by: { owner: { title: 'Ada Writer' } },
        count: 3,
        sum: { amount: 13 },
        avg: { amount: '6.50' },
        max: { amount: 8 },
      },
      { by: { owner: { title: 'Cleo Boss' } }, count: 1, sum: { amount: 900 } },
    ]);
    const own = (await get(ada, wanted)).json as GroupAnswer;
    expect(own.items).toMatchObject([{ count: 3, sum: { amount: 13 } }]);
    const whole = (await get(cleo, '/api/note?group=&select=max:amount')).json as GroupAnswer;
    expect(whole.items).toMatchObject([{ by: {}, max: { amount: 900 } }]);
    const paged = (await get(cleo, `${wanted}&sort=count&size=1&page=2`)).json as GroupAnswer;
    expect([paged.items.length, paged.items[0]?.count, paged.total]).toEqual([1, 3, 2]);
  });

  test.each([
    ['group=secret', 'group'],
    ['group=nothing', 'group'],
    ['group=amount:month', 'group'],
    ['group=state,state', 'group'],
    ['group=state&select=sum:secret', 'select'],
    ['group=state&select=sum:subject', 'select'],
    ['group=state&select=median:amount', 'select'],
    ['group=state&sort=subject', 'sort'],
    ['group=state&after=x', 'after'],
    ['group=state&size=0', 'size'],
    ['group=state&group=owner', 'group'],
    ['sort=secret', 'sort'],
    ['select=secret', 'select'],
    ['expand=secret', 'expand'],
    ['expand=subject', 'expand'],
    ['expand=owner.nothing', 'expand'],
    ['f.secret=filled', 'f.secret'],
    [`f.subject=in:${'a,'.repeat(300)}`, 'f.subject'],
    ['sort=subject,amount,code,state,created_at,changed_at', 'sort'],
    ['size=1&size=2', 'size'],
    ['size=201', 'size'],
    ['group=state&size=201', 'size'],
    ['page=1000001', 'page'],
    ['total=all', 'total'],
  ])('?%s is refused by its name', async (query, parameter) => {
    const answer = await get(ada, `/api/note?${query}`);
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'bad_parameter', params: { parameter } }]);
  });
});

describe('expanding', () => {
  test('a reference is answered as the record that it names, as far as the reader may read it', async () => {
    const { items } = (await get(cleo, '/api/note?expand=owner,created_by&f.code=eq:ONE')).json as ListAnswer;
    expect(items[0]?.['owner']).toMatchObject({ title: 'Ada Writer', email: 'ada@example.com', version: 1 });
    expect(items[0]?.created_by).toMatchObject({ email: 'ada@example.com' });
    const own = (await get(ada, `/api/note/${id}?expand=owner`)).json as RecordValue;
    expect(Object.keys(own['owner'] as object).toSorted()).toEqual(['id', 'title']);
  });

  test('what is expanded is shown, whatever was chosen', async () => {
    const query = 'select=code&expand=owner&f.code=eq:ONE';
    const { items } = (await get(cleo, `/api/note?${query}`)).json as ListAnswer;
    expect(items[0]).toMatchObject({ code: 'ONE', owner: { email: 'ada@example.com' } });
    expect(items[0]).not.toHaveProperty('subject');
    const one = (await get(cleo, `/api/note/${id}?select=code&expand=owner`)).json as RecordValue;
    expect(one['owner']).toMatchObject({ email: 'ada@example.com' });
  });

  test('a record is answered with the chosen fields', async () => {
    const chosen = (await get(ada, `/api/note/${id}?select=amount`)).json as RecordValue;
    expect([chosen['amount'], chosen['subject']]).toEqual([5, undefined]);
    expect((await get(ada, `/api/note/${id}?sort=amount`)).status).toBe(400);
  });
});
