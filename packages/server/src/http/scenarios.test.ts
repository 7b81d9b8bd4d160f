import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Sent } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
const browsers = new Map<string, Browser>();
const ids: Record<string, string> = {};

beforeAll(async () => {
  desk = await startDesk();
  browsers.set('nobody', desk.browser());
  await browserOf('nobody').call('GET', '/_/session');
  for (const who of ['ada', 'bo', 'cleo', 'dan']) browsers.set(who, await desk.signedIn(`${who}@example.com`));
  ids['mine'] = await noteOf('ada', { code: 'MINE', subject: 'Ada writes', amount: 5 });
  ids['theirs'] = await noteOf('bo', { code: 'THEIRS', subject: 'Bo writes' });
  ids['empty'] = await noteOf('ada', { code: 'EMPTY', subject: 'No amount' });
});
afterAll(() => desk.close());

async function noteOf(who: string, body: unknown): Promise<string> {
  const answer = await browserOf(who).call('POST', '/api/note', { body });
  return (answer.json as { id: string }).id;
}

function browserOf(who: string): Browser {
  const browser = browsers.get(who);
  if (!browser) throw new Error(`nobody is called ${who}`);
  return browser;
}

/** Everything that a write could have changed. */
async function everything(): Promise<string> {
  const tables = ['note', '_history', 'user', '_credential'];
  const rows = await Promise.all(tables.map((table) => desk.database.read.all(`SELECT * FROM "${table}"`, [])));
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

interface Scenario extends Sent {
  readonly what: string;
  readonly as: string;
  readonly call: readonly ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', string];
  readonly status: number;
  readonly code: string;
  readonly has?: readonly string[];
  readonly hasNot?: readonly string[];
}

const REFUSED: readonly Scenario[] = [
  { what: 'reading without signing in', as: 'nobody', call: ['GET', '/api/note'], status: 401, code: 'signed_out' },
  {
    what: 'writing without signing in',
    as: 'nobody',
    call: ['POST', '/api/note'],
    body: { subject: 'x' },
    status: 401,
    code: 'signed_out',
  },
  {
    what: 'the model without signing in',
    as: 'nobody',
    call: ['GET', '/_/model'],
    status: 401,
    code: 'signed_out',
    hasNot: ['ledger'],
  },
  {
    what: 'a wrong password',
    as: 'nobody',
    call: ['POST', '/_/session'],
    body: { email: 'ada@example.com', password: 'wrong' },
    status: 401,
    code: 'wrong_sign_in',
    hasNot: ['Ada'],
  },
  {
    what: 'an unknown account',
    as: 'nobody',
    call: ['POST', '/_/session'],
    body: { email: 'zoe@example.com', password: 'wrong' },
    status: 401,
    code: 'wrong_sign_in',
  },
  {
    what: 'signing in without a password',
    as: 'nobody',
    call: ['POST', '/_/session'],
    body: { email: 'ada@example.com' },
    status: 422,
    code: 'invalid',
    has: ['"path":"password"', 'required'],
  },
  {
    what: 'signing in with a number',
    as: 'nobody',
    call: ['POST', '/_/session'],
    body: { email: 1, password: 'x' },
    status: 422,
    code: 'invalid',
    has: ['bad_type'],
  },
  {
    what: 'signing in without the header',
    as: 'nobody',
    call: ['POST', '/_/session'],
    body: { email: 'ada@example.com', password: 'x' },
    xsrf: false,
    status: 403,
    code: 'forged',
  },
  {
    what: 'the closed demo door',
    as: 'nobody',
    call: ['POST', '/_/session'],
    body: { demo: 'x' },
    status: 403,
    code: 'demo_closed',
  },
  {
    what: 'creating without the header',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { subject: 'x' },
    xsrf: false,
    status: 403,
    code: 'forged',
  },
  {
    what: 'creating with a wrong header',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { subject: 'x' },
    xsrf: false,
    headers: { 'x-xsrf-token': 'A'.repeat(43) },
    status: 403,
    code: 'forged',
  },
  {
    what: 'a write that another site sends',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { subject: 'x' },
    headers: { 'sec-fetch-site': 'cross-site' },
    status: 403,
    code: 'forged',
  },
  {
    what: 'signing out without the header',
    as: 'ada',
    call: ['DELETE', '/_/session'],
    xsrf: false,
    status: 403,
    code: 'forged',
  },
  {
    what: 'deleting without the header',
    as: 'cleo',
    call: ['DELETE', '/api/note/MINE'],
    xsrf: false,
    status: 403,
    code: 'forged',
  },
  {
    what: 'a body that is not JSON',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: '{"subject":',
    status: 400,
    code: 'not_json',
  },
  { what: 'no body', as: 'ada', call: ['POST', '/api/note'], status: 400, code: 'not_json' },
  {
    what: 'a form',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: 'subject=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'wrong_media_type',
  },
  {
    what: 'plain text',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: 'subject',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: 'wrong_media_type',
  },
  {
    what: 'ten megabytes',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { subject: 'x'.repeat(10_000_000) },
    status: 413,
    code: 'too_large',
    has: ['larger than 1,048,576 bytes'],
    hasNot: ['xxx'],
  },
  {
    what: 'a compressed body',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { subject: 'x' },
    headers: { 'content-encoding': 'gzip' },
    status: 415,
    code: 'wrong_media_type',
  },
  { what: 'a list as body', as: 'ada', call: ['POST', '/api/note'], body: [], status: 400, code: 'bad_request' },
  {
    what: 'a body that nests too deeply',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: `{"subject":${'['.repeat(500)}${']'.repeat(500)}}`,
    status: 400,
    code: 'bad_request',
  },
  {
    what: 'an unknown id',
    as: 'ada',
    call: ['GET', '/api/note/00000000-0000-7000-8000-000000000000'],
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a hostile id',
    as: 'ada',
    call: ['GET', `/api/note/${encodeURIComponent(`' OR 1=1 --`)}`],
    status: 404,
    code: 'not_found',
  },
  { what: 'an id that is no text', as: 'ada', call: ['GET', '/api/note/%ff'], status: 400, code: 'bad_request' },
  {
    what: "somebody else's record",
    as: 'ada',
    call: ['GET', '/api/note/THEIRS'],
    status: 404,
    code: 'not_found',
    hasNot: ['Bo'],
  },
  {
    what: "changing somebody else's record",
    as: 'ada',
    call: ['PATCH', '/api/note/THEIRS'],
    body: { subject: 'mine now' },
    status: 404,
    code: 'not_found',
  },
  {
    what: "finishing somebody else's record",
    as: 'ada',
    call: ['POST', '/api/note/THEIRS/finish'],
    body: {},
    status: 404,
    code: 'not_found',
  },
  {
    what: "the history of somebody else's record",
    as: 'ada',
    call: ['GET', '/api/note/THEIRS/history'],
    status: 404,
    code: 'not_found',
    hasNot: ['Bo'],
  },
  {
    what: 'an entity without any right',
    as: 'ada',
    call: ['GET', '/api/ledger'],
    status: 403,
    code: 'forbidden',
    has: ['"params":{"entity":"ledger","verb":"read","roles":["boss","helper"]}'],
  },
  {
    what: 'an entity that is not there',
    as: 'ada',
    call: ['GET', '/api/nothing'],
    status: 404,
    code: 'unknown_entity',
  },
  {
    what: 'an entity named like what every object has',
    as: 'ada',
    call: ['GET', '/api/constructor'],
    status: 404,
    code: 'unknown_entity',
  },
  { what: 'deleting without the right', as: 'ada', call: ['DELETE', '/api/note/MINE'], status: 403, code: 'forbidden' },
  {
    what: 'a field without the right',
    as: 'ada',
    call: ['PATCH', '/api/note/MINE'],
    body: { secret: 'x' },
    status: 422,
    code: 'invalid',
    has: ['"path":"secret"'],
  },
  {
    what: 'a field that is not there',
    as: 'ada',
    call: ['PATCH', '/api/note/MINE'],
    body: { nothing: 'x' },
    status: 422,
    code: 'invalid',
    has: ['unknown_field'],
  },
  {
    what: 'a required field left out',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { amount: 1 },
    status: 422,
    code: 'invalid',
    has: ['"path":"subject"', 'required'],
  },
  {
    what: 'a text that is too long',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { subject: 'x'.repeat(41) },
    status: 422,
    code: 'invalid',
    has: ['too_long', '"max":'],
  },
  {
    what: 'a value that is not unique',
    as: 'ada',
    call: ['POST', '/api/note'],
    body: { subject: 'x', code: 'MINE' },
    status: 422,
    code: 'invalid',
    has: ['not_unique'],
  },
  {
    what: 'a broken rule',
    as: 'ada',
    call: ['PATCH', '/api/note/MINE'],
    body: { amount: 5000 },
    status: 422,
    code: 'invalid',
    has: ['note.not_huge', '"path":"amount"'],
  },
  {
    what: 'a warning not confirmed',
    as: 'ada',
    call: ['PATCH', '/api/note/MINE'],
    body: { amount: 13 },
    status: 422,
    code: 'confirm_warnings',
    has: ['"warnings":[', 'note.odd'],
  },
  {
    what: 'a guard that does not hold',
    as: 'ada',
    call: ['POST', '/api/note/EMPTY/finish'],
    body: {},
    status: 409,
    code: 'guard_failed',
  },
  {
    what: 'a transition of another role',
    as: 'ada',
    call: ['POST', '/api/note/MINE/reopen'],
    body: {},
    status: 403,
    code: 'not_your_role',
  },
  {
    what: 'a transition that is not there',
    as: 'ada',
    call: ['POST', '/api/note/MINE/explode'],
    body: {},
    status: 404,
    code: 'unknown_transition',
  },
  {
    what: 'a version of before',
    as: 'ada',
    call: ['DELETE', '/api/note/MINE'],
    headers: { 'if-match': '"x"' },
    status: 400,
    code: 'bad_request',
  },
  {
    what: 'a condition that is none',
    as: 'ada',
    call: ['GET', '/api/note?where=record.nothing%20%3D%3D%201'],
    status: 400,
    code: 'bad_where',
  },
  {
    what: 'a condition on a field without the right',
    as: 'ada',
    call: ['GET', `/api/note?where=${encodeURIComponent('record.secret == "x"')}`],
    status: 400,
    code: 'bad_where',
  },
  { what: 'an address that nothing answers', as: 'ada', call: ['GET', '/api'], status: 404, code: 'unknown_route' },
  {
    what: 'an address too deep',
    as: 'ada',
    call: ['GET', '/api/note/MINE/history/1'],
    status: 404,
    code: 'unknown_route',
  },
  {
    what: 'a method that is not answered',
    as: 'ada',
    call: ['PUT', '/api/note/MINE'],
    body: {},
    status: 405,
    code: 'method_not_allowed',
  },
  {
    what: 'a language file that is not there',
    as: 'ada',
    call: ['GET', '/_/locales/en/nothing.json'],
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a language that is not there',
    as: 'ada',
    call: ['GET', '/_/locales/fr/app.json'],
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a language file outside',
    as: 'ada',
    call: ['GET', '/_/locales/en/..%2f..%2f..%2fpackage.json'],
    status: 404,
    code: 'not_found',
    hasNot: ['workspaces'],
  },
  {
    what: 'a page of another role',
    as: 'ada',
    call: ['GET', '/_/locales/en/page.house.json'],
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a page without signing in',
    as: 'nobody',
    call: ['GET', '/_/locales/en/page.handbook.json'],
    status: 404,
    code: 'not_found',
  },
  {
    what: 'verdicts on a record out of sight',
    as: 'ada',
    call: ['GET', '/_/may/note/THEIRS'],
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a setup link that is not open',
    as: 'nobody',
    call: ['POST', '/_/setup/x'],
    body: { name: 'Eve', email: 'eve@example.com', password: 'quiet tin rooster' },
    status: 410,
    code: 'setup_used',
  },
];

describe('what is refused gets its entry of the catalogue, and nothing changes', () => {
  test.each(REFUSED)(
    '$what: $code',
    async ({ as, call: [method, url], status, code, has = [], hasNot = [], ...sent }) => {
      const before = await everything();
      const answer = await browserOf(as).call(method, url, sent);
      expect(answer.json).toMatchObject({ type: `/_/errors/${code}`, code, status });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect((answer.json as { request_id: string }).request_id).toBe(answer.headers['x-request-id']);
      expect((answer.json as { title: string }).title).not.toBe(code);
      for (const text of has) expect(answer.text).toContain(text);
      for (const text of hasNot) expect(answer.text).not.toContain(text);
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(await everything()).toBe(before);
    },
  );

  test('none of it was a defect of ours', () => {
    expect(desk.log).toEqual([]);
  });

  test('a record out of sight and one that is not there are answered alike', async () => {
    const [hidden, missing] = await Promise.all([
      browserOf('ada').call('GET', '/api/note/THEIRS'),
      browserOf('ada').call('GET', '/api/note/NEVER'),
    ]);
    const shape = (text: string): string => text.replace(/"request_id":"[^"]+"/, '');
    expect(shape(hidden.text)).toBe(shape(missing.text));
  });
});
