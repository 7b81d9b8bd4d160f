import { isMap, type SessionAnswer } from '@ninefold/model';
import type { Credentials } from '../../base/calls/session-api.ts';
import { readCookie } from '../../base/store/cookies.ts';
import { failureOf, type Failure } from '../../base/store/failure.ts';
import { dropStarted, startedAnswer } from '../../base/store/started-calls.ts';

/** What became of a call about the session: the session, or why there is no answer. */
export type SessionCall =
  | { readonly session: SessionAnswer; readonly failure: null }
  | { readonly session: null; readonly failure: Failure };

const SESSION = '/_/session';

/** Asks who is signed in. The call that the page has started by itself is the first, where it succeeds. */
export async function askSession(): Promise<SessionCall> {
  const started = await startedAnswer(SESSION);
  return started === null ? send({}) : sessionIn(started);
}

/** Signs in. Where the anti-forgery token is refused, a new one is asked for, and the call is sent once more. */
export async function signIn(credentials: Credentials, { cookies }: SessionAnswer): Promise<SessionCall> {
  dropStarted();
  const post = (): Promise<SessionCall> => {
    const token = readCookie(cookies.xsrf, document.cookie);
    return send({
      method: 'POST',
      body: JSON.stringify(credentials),
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { 'X-XSRF-TOKEN': token }) },
    });
  };
  const answer = await post();
  if (answer.failure?.code !== 'forged') return answer;
  await send({});
  return post();
}

async function send({ headers, ...init }: RequestInit): Promise<SessionCall> {
  const wasOnline = navigator.onLine;
  try {
    const answer = await fetch(SESSION, {
      ...init,
      credentials: 'same-origin',
      cache: 'no-cache',
      headers: { accept: 'application/json, application/problem+json', ...headers },
    });
    return await sessionIn(answer);
  } catch {
    return failed(0, undefined, wasOnline);
  }
}

/** An answer without the content that was promised, as a proxy may give it, is none. */
async function sessionIn(answer: Response): Promise<SessionCall> {
  const data: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) return failed(answer.status, data, true);
  return isMap(data) ? { session: data as unknown as SessionAnswer, failure: null } : failed(0, undefined, true); // the answer of that address
}

function failed(status: number, data: unknown, online: boolean): SessionCall {
  return { session: null, failure: failureOf(status, data, online) };
}
