// Also in the portable form: calls that write.
import type { BatchAnswer, BulkAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Browser, Sent } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
let cleo: Browser;
let ids: Record<string, string> = {};

beforeAll(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());
beforeEach(async () => {
  const old = await desk.database.read.all('SELECT "id" FROM "note" WHERE "trashed_at" IS NULL', []);
  for (const { id } of old) await cleo.call('DELETE', `/api/note/${String(id)}`);
  const notes = [
    ['a', ada, { subject: 'Alpha', amount: 5 }],
    ['b', ada, { subject: 'Beta' }],
    ['c', cleo, { subject: 'Gamma', amount: 7 }],
  ] as const;
  const made = await Promise.all(
    notes.map(async ([name, who, body]) => [
      name,
      ((await who.call('POST', '/api/note', { body })).json as RecordValue).id,
    ]),
  );
  ids = Object.fromEntries(made) as Record<string, string>;
});

function bulk(who: Browser, body: unknown, more: Sent = {}): Promise<Answer> {
  return who.call('POST', '/api/note/bulk', { body, ...more });
}

/** What stands in the table, and how much was remembered. */
async function stored(): Promise<unknown> {
  const notes = await desk.database.read.all(
    'SELECT "subject", "amount", "state", "trashed_at" IS NULL AS live FROM "note" ORDER BY "id"',
    [],
  );
  const [history] = await desk.database.read.all('SELECT count(*) AS n FROM "_history"', []);
  return JSON.stringify([notes, history], (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}

async function historyOf(id: string | undefined): Promise<readonly string[]> {
  const rows = await desk.database.read.all('SELECT "kind" FROM "_history" WHERE "record" = ? ORDER BY "version"', [
    id ?? '',
  ]);
  return rows.map(({ kind }) => String(kind));
}

describe('one action on many', () => {
  test('each record gets what it can, the others their own problem, in the language of the reader', async () => {
    const answer = await bulk(
      cleo,
      { action: 'transition', transition: 'finish', ids: [ids['a'], ids['b'], 'missing'], mode: 'each' },
      { headers: { 'accept-language': 'ja' } },
    );
    expect(answer.status).toBe(200);
    const { done, failed, results } = answer.json as BulkAnswer;
    expect([done, failed]).toEqual([1, 2]);
    expect(results[0]).toEqual({ id: ids['a'], title: null, version: 2, problem: null });
    expect(results[1]).toMatchObject({ id: ids['b'], title: 'Beta', problem: { code: 'guard_failed', status: 409 } });
    expect(results[2]).toMatchObject({ id: 'missing', title: null, problem: { code: 'not_found' } });
    expect(results[2]?.problem?.title).toMatch(/[ぁ-ん]/);
    expect(await historyOf(ids['a'])).toEqual(['create', 'transition']);
    expect(await historyOf(ids['b'])).toEqual(['create']);
  });

  test('an update says what stood there before, which undoes it where nobody has changed the same since', async () => {
    const action = { action: 'update', mode: 'each' };
    const changed = await bulk(ada, { ...action, values: { amount: 9 }, ids: [ids['a'], ids['b']] });
    const { results } = changed.json as BulkAnswer;
    expect(results.map(({ before }) => before)).toEqual([{ amount: 5 }, { amount: null }]);
    const again = await bulk(ada, { ...action, values: { amount: 9 }, ids: [ids['a']] });
    expect((again.json as BulkAnswer).results[0]).not.toHaveProperty('before');
    await ada.call('PATCH', `/api/note/${ids['b'] ?? ''}`, { body: { amount: 11 } });
    const back = results.map(({ id, version, before }) => ({ id, version, values: before }));
    const undone = (await bulk(ada, { ...action, ids: back })).json as BulkAnswer;
    expect(undone.results.map(({ problem }) => problem?.code)).toEqual([undefined, 'changed_meanwhile']);
    const notes = (await ada.call('GET', '/api/note?sort=subject')).json as ListAnswer;
    expect(notes.items.map(({ amount }) => amount).slice(0, 2)).toEqual([5, 11]);
  });

  test('every record that is refused has a reason, however many are', async () => {
    const values = { subject: null, amount: 'many' };
    const records = Array.from({ length: 120 }, () => values);
    const answer = (await bulk(ada, { action: 'create', mode: 'each', records })).json as BulkAnswer;
    expect(answer.failed).toBe(120);
    expect(answer.results.filter(({ problem }) => (problem?.errors ?? []).length === 0)).toEqual([]);
  });

  test('all or nothing names every reason and changes nothing', async () => {
    const before = await stored();
    const answer = await bulk(cleo, {
      action: 'transition',
      transition: 'finish',
      ids: [ids['a'], ids['b'], ids['c']],
    });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({
      code: 'writes_refused',
      params: { failed: 1, of: 3 },
      errors: [{ path: 'ids[1].amount', code: 'guard_failed', params: { id: ids['b'] } }],
    });
    expect(await stored()).toBe(before);
    const values = { subject: '' };
    const invalid = (await bulk(cleo, { action: 'update', ids: [ids['a']], values })).json as ProblemAnswer;
    expect(invalid.errors).toMatchObject([{ path: 'ids[0].subject', code: 'required' }]);
  });

  test('a trial tells what would become of each record, and leaves nothing', async () => {
    const before = await stored();
    const records = [{ subject: 'One' }, { subject: '' }];
    const tried = (await bulk(ada, { action: 'create', records, mode: 'try' })).json as BulkAnswer;
    const codes = tried.results.map(({ problem }) => problem?.code ?? null);
    expect([tried.done, tried.failed, codes]).toEqual([1, 1, [null, 'invalid']]);
    expect(await stored()).toBe(before);
  });

  test('creating, changing, deleting and restoring many', async () => {
    const records = [{ subject: 'One' }, { subject: '' }, { subject: 'Three', amount: 13 }];
    const made = (await bulk(ada, { action: 'create', records, mode: 'each' })).json as BulkAnswer;
    expect(made.results.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'invalid', 'confirm_warnings']);
    expect(made.results[2]?.problem?.warnings).toMatchObject([{ code: 'note.odd' }]);
    const whole = await bulk(ada, { action: 'create', records });
    expect((whole.json as ProblemAnswer).errors).toMatchObject([
      { path: 'records[1].subject', code: 'required' },
      { path: 'records[2]', code: 'confirm_warnings' },
    ]);
    const all = [ids['a'], ids['b'], ids['c']];
    const changed = (await bulk(cleo, { action: 'update', ids: all, values: { amount: 8 } })).json as BulkAnswer;
    expect(changed.results.map(({ version }) => version)).toEqual([2, 2, 2]);
    expect(await bulk(cleo, { action: 'delete', ids: all })).toMatchObject({ status: 200 });
    expect(((await cleo.call('GET', '/api/note?where=record.amount == 8')).json as ListAnswer).total).toBe(0);
    expect((await bulk(cleo, { action: 'restore', ids: all })).json).toMatchObject({ done: 3, failed: 0 });
    expect(await historyOf(ids['c'])).toEqual(['create', 'update', 'delete', 'restore']);
  });

  test('a version holds for its own record', async () => {
    await cleo.call('PATCH', `/api/note/${String(ids['a'])}`, { body: { subject: 'Changed' } });
    const targets = [
      { id: ids['a'], version: 1 },
      { id: ids['b'], version: 1 },
    ];
    const { results } = (await bulk(cleo, { action: 'delete', ids: targets, mode: 'each' })).json as BulkAnswer;
    expect(results.map(({ problem }) => problem?.code ?? null)).toEqual(['changed_meanwhile', null]);
  });

  test('a whole list is taken as long as it is the one that was seen', async () => {
    const list = { query: 'f.amount=filled&search=', count: 2 };
    expect(((await cleo.call('GET', `/api/note?${list.query}`)).json as ListAnswer).total).toBe(2);
    const before = await stored();
    const gone = await bulk(cleo, { action: 'update', list: { ...list, count: 3 }, values: { amount: 1 } });
    expect(gone.status).toBe(409);
    expect(gone.json).toMatchObject({ code: 'list_changed', params: { seen: 3, found: 2 } });
    expect(await stored()).toBe(before);
    expect((await bulk(cleo, { action: 'update', list, values: { amount: 1 } })).json).toMatchObject({ done: 2 });
    const own = await bulk(ada, { action: 'update', list: { query: '', count: 2 }, values: { amount: 2 } });
    expect(own.json).toMatchObject({ done: 2, failed: 0 });
    expect((await cleo.call('GET', `/api/note/${String(ids['c'])}`)).json).toMatchObject({ amount: 1 });
  });
});

interface Refused {
  readonly what: string;
  readonly as: 'ada' | 'cleo';
  readonly body: unknown;
  readonly status: number;
  readonly code: string;
  readonly has?: string;
  readonly hasNot?: string;
}

const REFUSED: readonly Refused[] = [
  { what: 'no action', as: 'cleo', body: {}, status: 422, code: 'invalid', has: '"path":"action","code":"required"' },
  { what: 'an unknown action', as: 'cleo', body: { action: 'burn' }, status: 422, code: 'invalid', has: 'bad_option' },
  { what: 'a text', as: 'cleo', body: '"delete"', status: 400, code: 'bad_request' },
  { what: 'no records', as: 'cleo', body: { action: 'delete' }, status: 422, code: 'invalid', has: '"path":"ids"' },
  {
    what: 'an empty list',
    as: 'cleo',
    body: { action: 'delete', ids: [] },
    status: 422,
    code: 'invalid',
    has: 'required',
  },
  {
    what: 'a number as id',
    as: 'cleo',
    body: { action: 'delete', ids: [7] },
    status: 422,
    code: 'invalid',
    has: 'ids[0]',
  },
  {
    what: 'both ids and a list',
    as: 'cleo',
    body: { action: 'delete', ids: ['x'], list: { query: '', count: 1 } },
    status: 422,
    code: 'invalid',
    has: '"path":"list"',
  },
  {
    what: 'a list without a count',
    as: 'cleo',
    body: { action: 'delete', list: { query: '' } },
    status: 422,
    code: 'invalid',
    has: 'list.count',
  },
  {
    what: 'more than the limit',
    as: 'cleo',
    body: { action: 'delete', list: { query: '', count: 2001 } },
    status: 422,
    code: 'invalid',
    has: '"max":2000',
  },
  {
    what: 'a list by a page of it',
    as: 'cleo',
    body: { action: 'delete', list: { query: 'page=2', count: 1 } },
    status: 400,
    code: 'bad_parameter',
    has: '"parameter":"page"',
  },
  {
    what: 'a list by a closed field',
    as: 'ada',
    body: { action: 'update', list: { query: 'f.secret=has:x', count: 1 }, values: { amount: 1 } },
    status: 400,
    code: 'bad_parameter',
    has: '"parameter":"f.secret"',
  },
  {
    what: 'a list by a field that is not there',
    as: 'ada',
    body: { action: 'update', list: { query: 'f.nothing=has:x', count: 1 }, values: { amount: 1 } },
    status: 400,
    code: 'bad_parameter',
  },
  {
    what: 'a verb that is not granted',
    as: 'ada',
    body: { action: 'delete', ids: ['x'] },
    status: 403,
    code: 'forbidden',
  },
  {
    what: 'a transition that is not there',
    as: 'cleo',
    body: { action: 'transition', transition: 'vanish', ids: ['x'] },
    status: 404,
    code: 'unknown_transition',
  },
  {
    what: 'an unknown member',
    as: 'cleo',
    body: { action: 'delete', ids: ['x'], values: {} },
    status: 422,
    code: 'invalid',
    has: '"path":"values","code":"unknown_field"',
  },
  {
    what: 'records of somebody else',
    as: 'ada',
    body: { action: 'update', ids: ['C'], values: { amount: 1 } },
    status: 409,
    code: 'writes_refused',
    has: 'not_found',
    hasNot: 'Gamma',
  },
];

describe('what is refused whole, without any change', () => {
  test.each(REFUSED)('$as: $what', async ({ as, body, status, code, has = '', hasNot }) => {
    const before = await stored();
    const sent = JSON.parse(JSON.stringify(body).replaceAll('"C"', JSON.stringify(ids['c']))) as unknown;
    const answer = await bulk(as === 'ada' ? ada : cleo, typeof body === 'string' ? body : sent);
    expect([answer.status, (answer.json as ProblemAnswer).code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.text).toContain(has);
    expect(hasNot !== undefined && answer.text.includes(hasNot)).toBe(false);
    expect(await stored()).toBe(before);
  });
});

describe('a batch', () => {
  test('makes writes that build on each other', async () => {
    const writes = [
      { action: 'create', entity: 'note', as: 'first', values: { subject: 'Made', amount: 1 } },
      { action: 'transition', entity: 'note', id: { $id: 'first' }, transition: 'finish' },
      { action: 'create', entity: 'ledger', values: { name: 'Book' } },
      { action: 'delete', entity: 'note', id: ids['b'] },
    ];
    const answer = await cleo.call('POST', '/api/batch', { body: { writes } });
    expect(answer.status).toBe(200);
    const { results } = answer.json as BatchAnswer;
    expect(results.map(({ as }) => as)).toEqual(['first', null, null, null]);
    expect(results[1]?.record).toMatchObject({ id: results[0]?.record?.id, state: 'done', version: 2 });
    expect(results[3]?.record).toBeNull();
  });

  test.each([
    [
      'a later refusal',
      [{ action: 'update', entity: 'note', id: 'A', values: { amount: 2000 } }],
      'writes_refused',
      'writes[1].values.amount',
    ],
    ['a later missing record', [{ action: 'delete', entity: 'note', id: 'zz' }], 'writes_refused', 'writes[1]'],
    [
      'a name that is not there',
      [{ action: 'delete', entity: 'note', id: { $id: 'no' } }],
      'invalid',
      'writes[1].id.$id',
    ],
    ['an unknown member', [{ action: 'delete', entity: 'note', id: 'A', what: 1 }], 'invalid', 'writes[1].what'],
    ['no entity', [{ action: 'delete', id: 'A' }], 'invalid', 'writes[1].entity'],
    ['an entity that is not there', [{ action: 'delete', entity: 'zz', id: 'A' }], 'writes_refused', 'writes[1]'],
  ])('%s undoes all before it', async (_, more, code, path) => {
    const before = await stored();
    const first = { action: 'create', entity: 'note', as: 'first', values: { subject: 'Made' } };
    const writes = JSON.parse(JSON.stringify([first, ...more]).replaceAll('"A"', JSON.stringify(ids['a']))) as unknown;
    const answer = await cleo.call('POST', '/api/batch', { body: { writes } });
    expect((answer.json as ProblemAnswer).code).toBe(code);
    expect((answer.json as ProblemAnswer).errors[0]?.path).toBe(path);
    expect(await stored()).toBe(before);
  });

  test('nobody does more in a batch than in single calls', async () => {
    const writes = [{ action: 'create', entity: 'ledger', values: { name: 'Book' } }];
    const answer = await ada.call('POST', '/api/batch', { body: { writes } });
    expect((answer.json as ProblemAnswer).errors).toMatchObject([{ path: 'writes[0]', code: 'forbidden' }]);
    const without = await desk.browser().call('POST', '/api/batch', { body: { writes } });
    expect(without.status).toBe(401);
  });
});

describe('a write that arrives twice', () => {
  const once = (key: string): Sent => ({ headers: { 'idempotency-key': key } });

  test('is made once and answered twice, also at the same time', async () => {
    const body = { subject: 'Once' };
    const answers = await Promise.all([1, 2, 3].map(() => ada.call('POST', '/api/note', { body, ...once('k1') })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers[2]?.headers['location']).toBe(answers[0]?.headers['location']);
    const made = (JSON.parse(answers[0]?.text ?? '') as RecordValue).id;
    expect(await historyOf(made)).toEqual(['create']);
    const other = await cleo.call('POST', '/api/note', { body, ...once('k1') });
    expect((other.json as RecordValue).id).not.toBe(made);
  });

  test('with another body is refused, and as new after a day', async () => {
    const first = await ada.call('POST', '/api/note', { body: { subject: 'One' }, ...once('k2') });
    const second = await ada.call('POST', '/api/note', { body: { subject: 'Two' }, ...once('k2') });
    expect([second.status, (second.json as ProblemAnswer).code]).toEqual([422, 'key_reused']);
    desk.wait(11 * 3_600_000);
    expect((await ada.call('POST', '/api/note', { body: { subject: 'One' }, ...once('k2') })).text).toBe(first.text);
    desk.wait(14 * 3_600_000);
    [ada, cleo] = await Promise.all([desk.signedIn('ada@example.com'), desk.signedIn('cleo@example.com')]);
    const later = await ada.call('POST', '/api/note', { body: { subject: 'Two' }, ...once('k2') });
    expect(later.status).toBe(201);
    await desk.service.records.forgetAnswers();
    const [kept] = await desk.database.read.all('SELECT count(*) AS n FROM "_once"', []);
    expect(Number(kept?.['n'])).toBe(1);
  });

  test('may be corrected where it was refused', async () => {
    const bad = await ada.call('POST', '/api/note', { body: { subject: '' }, ...once('k3') });
    expect(bad.status).toBe(422);
    expect((await ada.call('POST', '/api/note', { body: { subject: 'Good' }, ...once('k3') })).status).toBe(201);
  });

  test.each(['', ' ', 'a b', 'é', 'x'.repeat(201)])('needs a key that can be one: %j', async (key) => {
    const answer = await ada.call('POST', '/api/note', { body: { subject: 'x' }, ...once(key) });
    expect(answer.json).toMatchObject({ code: 'bad_parameter', params: { parameter: 'Idempotency-Key' } });
  });

  test('holds for every kind of write', async () => {
    const path = `/api/note/${String(ids['a'])}`;
    const calls: readonly (readonly ['PATCH' | 'POST' | 'DELETE', string, unknown])[] = [
      ['PATCH', path, { subject: 'New' }],
      ['POST', `${path}/finish`, {}],
      ['POST', '/api/note/bulk', { action: 'update', ids: [ids['b']], values: { amount: 3 } }],
      ['POST', '/api/batch', { writes: [{ action: 'create', entity: 'note', values: { subject: 'In batch' } }] }],
      ['DELETE', path, undefined],
      ['POST', `${path}/restore`, undefined],
    ];
    for (const [index, [method, url, body]] of calls.entries()) {
      const sent = { ...(body === undefined ? {} : { body }), ...once(`each${index}`) };
      const first = await cleo.call(method, url, sent);
      expect([url, first.status < 300]).toEqual([url, true]);
      const before = await stored();
      const second = await cleo.call(method, url, sent);
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(await stored()).toBe(before);
    }
  });
});
