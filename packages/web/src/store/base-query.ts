import { fetchBaseQuery, type BaseQueryApi, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query/react';
import { readCookie } from '../session/cookies.ts';
import { askToSignIn } from '../session/sign-in-again.ts';
import { failureOf, type Failure } from './failure.ts';
import type { SessionState } from './session-slice.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function isWrite(args: string | FetchArgs): boolean {
  return typeof args !== 'string' && WRITES.has((args.method ?? 'GET').toUpperCase());
}

function isSession(args: string | FetchArgs): boolean {
  return (typeof args === 'string' ? args : args.url).startsWith('/_/session');
}

/** True where the session has ended; a wrong password is refused with 401 too. */
function isSignedOut({ status, code }: Failure): boolean {
  return status === 401 && code !== 'wrong_sign_in';
}

/** The anti-forgery token of the cookie named in the session answer. */
export function xsrfToken(state: unknown, cookies: string): string | null {
  const name = (state as { session: SessionState }).session.cookies?.xsrf;
  return name === undefined ? null : readCookie(name, cookies);
}

const plain = fetchBaseQuery({
  baseUrl: '/',
  credentials: 'same-origin',
  headers: { accept: 'application/json, application/problem+json' },
  prepareHeaders: (headers, { getState, arg }) => {
    if (!isWrite(arg)) return headers;
    const token = xsrfToken(getState(), document.cookie);
    if (token !== null) headers.set('X-XSRF-TOKEN', token);
    return headers;
  },
});

type Answer =
  | { readonly data: unknown; readonly meta?: unknown }
  | { readonly error: Failure; readonly meta?: unknown };

async function ask(args: string | FetchArgs, api: BaseQueryApi): Promise<Answer> {
  const answer = await plain(args, api, {});
  if (!answer.error) return { data: answer.data, meta: answer.meta };
  const { error } = answer;
  const status = typeof error.status === 'number' ? error.status : 'originalStatus' in error ? error.originalStatus : 0;
  return { error: failureOf(status, error.data, navigator.onLine), meta: answer.meta };
}

/** How a call is made. `quiet`: nobody waits for it, so a lost session asks nothing. */
interface Manner {
  readonly quiet?: boolean;
}

/**
 * Every call of the application. A lost session opens the sign-in dialog and the call is sent once more;
 * a refused anti-forgery token is fetched anew and the call is sent once more.
 */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, Failure, Manner> = async (args, api, manner) => {
  let answer = await ask(args, api);
  // What a page asks by itself disturbs nobody.
  if (manner?.quiet === true) return answer as { data: unknown } | { error: Failure };
  if ('error' in answer && isSignedOut(answer.error) && !isSession(args)) {
    if ((await askToSignIn()) === 'given_up') return answer as { error: Failure };
    answer = await ask(args, api);
  }
  if ('error' in answer && answer.error.code === 'forged') {
    await ask('/_/session', api);
    answer = await ask(args, api);
  }
  return answer as { data: unknown } | { error: Failure };
};
