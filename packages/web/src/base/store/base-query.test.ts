import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleSignIn, whenSignInIsNeeded } from './sign-in-again.ts';
import { api } from './api.ts';
import { cookiesKnown, readerKnown, sessionReducer, type Reader } from './session-slice.ts';

interface Seen {
  readonly path: string;
  readonly method: string;
  readonly token: string | null;
  readonly key: string | null;
}

let seen: Seen[] = [];
let answers: (readonly [status: number, body: unknown])[] = [];

beforeEach(() => {
  seen = [];
  vi.stubGlobal('document', { cookie: 'desk_xsrf=t0k' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('Request', RequestWithBase);
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    const { headers, method } = request;
    seen.push({ path: pathname, method, token: headers.get('x-xsrf-token'), key: headers.get('idempotency-key') });
    const next = answers.shift();
    if (!next) throw new TypeError('Failed to fetch');
    const [status, body] = next;
    return new Response(body === null || typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
});

afterEach(() => vi.unstubAllGlobals());

const PlainRequest = Request;
// A browser resolves an address against the page; this environment has no page.
// oxlint-disable-next-line func-style
const RequestWithBase = function (input: string, init?: RequestInit) {
  return new PlainRequest(new URL(input, 'https://desk.example'), init);
};

const probe = api.injectEndpoints({
  endpoints: (build) => ({
    probe: build.mutation<unknown, { readonly method: string; readonly url: string }>({ query: (args) => args }),
  }),
});

async function call(method: string, replies: typeof answers, url = '/api/ticket', reader: Reader | null = null) {
  answers = [...replies];
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionReducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  store.dispatch(cookiesKnown({ xsrf: 'desk_xsrf', language: 'desk_lng' }));
  if (reader) store.dispatch(readerKnown(reader));
  return store.dispatch(probe.endpoints.probe.initiate({ method, url }));
}

const problem = (code: string) => ({ code, params: {}, errors: [], request_id: 'r1' });

test('writes carry the anti-forgery token of the cookie, reads do not', async () => {
  await call('POST', [[200, {}]]);
  await call('GET', [[200, {}]]);
  expect(seen.map(({ token }) => token)).toEqual(['t0k', null]);
});

test('a refused token is fetched anew and the call is sent once more, and only once', async () => {
  const answer = await call('POST', [
    [403, problem('forged')],
    [200, { me: null }],
    [403, problem('forged')],
  ]);
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/ticket',
    'GET /_/session',
    'POST /api/ticket',
  ]);
  expect(answer.error).toMatchObject({ status: 403, code: 'forged' });
});

test('a lost session asks the person and then sends the call once more', async () => {
  whenSignInIsNeeded(() => settleSignIn('signed_in'));
  const answer = await call('POST', [
    [401, problem('signed_out')],
    [201, { id: '1' }],
  ]);
  expect(answer.data).toEqual({ id: '1' });
  expect(seen).toHaveLength(2);
});

test('who does not sign in again gets the refusal', async () => {
  whenSignInIsNeeded(() => settleSignIn('given_up'));
  const answer = await call('POST', [[401, problem('signed_out')]]);
  expect(answer.error).toMatchObject({ status: 401, code: 'signed_out' });
  expect(seen).toHaveLength(1);
});

test('a wrong password opens no dialog', async () => {
  const opened = vi.fn<() => void>(() => settleSignIn('given_up'));
  whenSignInIsNeeded(opened);
  await call('POST', [[401, problem('wrong_sign_in')]], '/_/password');
  await call('POST', [[401, problem('account_closed')]], '/_/session');
  expect(opened).not.toHaveBeenCalled();
});

test.each([
  ['PATCH', '/api/ticket/0001', 'out_of_sight'],
  ['POST', '/api/ticket/0001/wait', 'out_of_sight'],
  ['DELETE', '/api/ticket/0001', 'out_of_sight'],
  ['GET', '/api/ticket/0001', 'not_found'],
  ['POST', '/api/ticket', 'not_found'],
  ['PATCH', '/_/me', 'not_found'],
] as const)('a record on the page that is no longer found is out of sight: %s %s', async (method, path, code) => {
  const { error } = await call(method, [[404, problem('not_found')]], path);
  expect(error).toMatchObject({ status: 404, code, problem: { code } });
});

test('no answer and an unreadable answer have codes of their own', async () => {
  expect((await call('GET', [])).error).toMatchObject({ status: 0, code: 'no_answer', problem: null });
  expect((await call('GET', [[502, 'Bad gateway']])).error).toMatchObject({ status: 502, code: 'fault' });
});

test.each([
  ['/api/ticket', 'answer_lost'],
  ['/_/password', 'outcome_unknown'],
  ['/_/session', 'no_answer'],
])('a write of which the server says nothing may have been done: %s', async (path, code) => {
  for (const replies of [[], [[200, '<h1>Welcome']], [[200, null]]] as const)
    expect((await call('POST', [...replies], path)).error).toEqual({ status: 0, code, problem: null });
  const ofProxy = (await call('POST', [[502, '<h1>Bad gateway']], path)).error;
  expect(ofProxy).toEqual({ status: 502, code: code === 'no_answer' ? 'fault' : code, problem: null });
  expect((await call('POST', [[503, problem('busy')]], path)).error).toMatchObject({ code: 'busy' });
  vi.stubGlobal('navigator', { onLine: false });
  expect((await call('POST', [], path)).error).toMatchObject({ code: 'offline' });
});

test('a write without an answer is sent again with its key, until the server has said what became of it', async () => {
  const keyOf = async (replies: typeof answers, path = '/api/ticket/0001') => {
    await call('DELETE', replies, path);
    return seen.at(-1)?.key;
  };
  const lost = await keyOf([]);
  expect(lost).toMatch(/^[\da-f-]{36}$/);
  expect(await keyOf([[204, null]], '/api/ticket/0002')).not.toBe(lost);
  expect(await keyOf([[401, problem('wrong_sign_in')]])).toBe(lost);
  expect(await keyOf([[503, problem('busy')]])).toBe(lost);
  expect(await keyOf([])).toBe(lost);
  expect(await keyOf([[204, null]])).toBe(lost);
  expect(await keyOf([[204, null]])).not.toBe(lost);
});

test.each([
  ['another user', 'u2', ['GET /_/session'], 'other_reader'],
  ['the same user', 'u1', ['GET /_/session', 'POST /api/ticket'], undefined],
  ['nobody', null, ['GET /_/session', 'POST /api/ticket'], undefined],
] as const)(
  'where another tab has begun a session of %s, a call is sent as whom the page shows or not at all',
  async (_, id, paths, code) => {
    const reader = { id: 'u1', token: 'of the session before' };
    const answer = await call(
      'POST',
      [
        [200, { me: id === null ? null : { id } }],
        [200, {}],
      ],
      '/api/ticket',
      reader,
    );
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(paths);
    expect((answer.error as { readonly code?: string } | undefined)?.code).toBe(code);
  },
);
