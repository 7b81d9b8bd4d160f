import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionEndpoints } from '../calls/session-api.ts';
import { api } from '../store/api.ts';
import { sessionReducer } from '../store/session-slice.ts';
import { askToSignIn, settleSignIn, whenSignInIsNeeded } from '../store/sign-in-again.ts';
import type { AppDispatch, AppState } from '../store/store.ts';
import { followSession } from './follow-session.ts';

const ANSWER = { cookies: { xsrf: 'desk_xsrf', language: 'desk_lng' }, languages: ['en', 'ja'], me: null };
const SIGNED_IN = { ...ANSWER, me: { id: 'u1' } };

let answers: (readonly [status: number, body: unknown])[] = [];
let tokens: (string | null)[] = [];
const stored = new Map<string, string>();

const PlainRequest = Request;
// A browser resolves an address against the page; this environment has no page.
// oxlint-disable-next-line func-style
const RequestWithBase = function (input: string, init?: RequestInit) {
  return new PlainRequest(new URL(input, 'https://desk.example'), init);
};

beforeEach(() => {
  tokens = [];
  stored.clear();
  vi.stubGlobal('document', { cookie: 'desk_xsrf=t0k' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => stored.set(key, value) });
  vi.stubGlobal('Request', RequestWithBase);
  vi.stubGlobal('fetch', async (request: Request) => {
    tokens.push(request.headers.get('x-xsrf-token'));
    const next = answers.shift();
    if (!next) throw new TypeError('Failed to fetch');
    return Response.json(next[1], { status: next[0] });
  });
});

afterEach(() => vi.unstubAllGlobals());

function followed(first: (answer: unknown) => void) {
  const listeners = createListenerMiddleware();
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionReducer },
    middleware: (defaults) => defaults().prepend(listeners.middleware).concat(api.middleware),
  });
  followSession(listeners.startListening.withTypes<AppState, AppDispatch>(), first);
  return store;
}

test.each([
  ['an error of the server', [503, {}] as const],
  ['no connection', null],
])('a first session that fails (%s) is made good by the next one', async (_, failure) => {
  const first = vi.fn<(answer: unknown) => void>();
  const store = followed(first);
  answers = failure ? [failure] : [];
  await store.dispatch(sessionEndpoints.session.initiate());
  expect([first.mock.calls.length, store.getState().session.cookies]).toEqual([0, null]);
  answers = [[200, SIGNED_IN]];
  await store.dispatch(sessionEndpoints.session.initiate(undefined, { forceRefetch: true }));
  expect(first.mock.calls).toEqual([[SIGNED_IN]]);
  expect([...stored.values()]).toEqual(['u1']);
  answers = [[200, ANSWER]];
  await store.dispatch(sessionEndpoints.signOut.initiate());
  expect(tokens.at(-1)).toBe('t0k');
});

test('what the first session starts is started once, while cookies and reader follow each answer', async () => {
  const first = vi.fn<(answer: unknown) => void>();
  const store = followed(first);
  answers = [[200, ANSWER]];
  await store.dispatch(sessionEndpoints.session.initiate());
  const other = { ...SIGNED_IN, cookies: { xsrf: 'other_xsrf', language: 'other_lng' } };
  answers = [[200, other]];
  await store.dispatch(sessionEndpoints.session.initiate(undefined, { forceRefetch: true }));
  expect(first.mock.calls).toEqual([[ANSWER]]);
  expect(store.getState().session.cookies).toEqual(other.cookies);
  expect([...stored.values()]).toEqual(['u1']);
});

test('a session that has ended asks to sign in, once for each end, and nobody who never signed in is asked', async () => {
  const asked = vi.fn<() => void>();
  whenSignInIsNeeded(asked);
  const store = followed(() => undefined);
  const counts: number[] = [];
  for (const answer of [ANSWER, SIGNED_IN, ANSWER, ANSWER, SIGNED_IN, ANSWER]) {
    answers = [[200, answer]];
    await store.dispatch(sessionEndpoints.session.initiate(undefined, { forceRefetch: true }));
    counts.push(asked.mock.calls.length);
    if (counts.at(-1) !== counts.at(-2)) settleSignIn('given_up');
  }
  expect(counts).toEqual([0, 0, 1, 1, 1, 2]);
});

test('who has closed the dialog that a call opened is not asked by what the page finds after it', async () => {
  const asked = vi.fn<() => void>();
  whenSignInIsNeeded(asked);
  const store = followed(() => undefined);
  answers = [
    [200, SIGNED_IN],
    [200, ANSWER],
  ];
  await store.dispatch(sessionEndpoints.session.initiate());
  const call = askToSignIn();
  settleSignIn('given_up');
  expect(await call).toBe('given_up');
  await store.dispatch(sessionEndpoints.session.initiate(undefined, { forceRefetch: true }));
  expect(asked).toHaveBeenCalledTimes(1);
});
