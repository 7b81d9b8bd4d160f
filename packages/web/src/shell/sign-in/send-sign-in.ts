import type { SessionAnswer } from '@ninefold/model';
import type { Credentials } from '../../base/calls/session-api.ts';
import { readCookie } from '../../base/store/cookies.ts';
import { dropStarted } from '../../base/store/started-calls.ts';
import { callSession, type SessionCall } from './session-calls.ts';

/** Signs in. Where the anti-forgery token is refused, a new one is asked for, and the call is sent once more. */
export async function sendSignIn(credentials: Credentials, { cookies }: SessionAnswer): Promise<SessionCall> {
  dropStarted();
  const post = (): Promise<SessionCall> => {
    const token = readCookie(cookies.xsrf, document.cookie);
    return callSession({
      method: 'POST',
      body: JSON.stringify(credentials),
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { 'X-XSRF-TOKEN': token }) },
    });
  };
  const answer = await post();
  if (answer.failure?.code !== 'forged') return answer;
  await callSession({});
  return post();
}
