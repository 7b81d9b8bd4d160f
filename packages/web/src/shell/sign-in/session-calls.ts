import { isMap, type SessionAnswer } from '@ninefold/model';
import { failureOf, type Failure } from '../../base/store/failure.ts';
import { startedAnswer } from '../../base/store/started-calls.ts';

/** What became of a call about the session: the session, or why there is no answer. */
export type SessionCall =
  | { readonly session: SessionAnswer; readonly failure: null }
  | { readonly session: null; readonly failure: Failure };

const SESSION = '/_/session';

/** Asks who is signed in. The call that the page has started by itself is the first, where it succeeds. */
export async function askSession(): Promise<SessionCall> {
  const started = await startedAnswer(SESSION);
  return started === null ? callSession({}) : sessionIn(started);
}

/** Sends a call about the session. */
export async function callSession({ headers, ...init }: RequestInit): Promise<SessionCall> {
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
