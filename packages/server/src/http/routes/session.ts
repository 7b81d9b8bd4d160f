import type { SessionAnswer } from '@ninefold/model';
import { demoUser } from '../../accounts/demo-door.ts';
import { signIn } from '../../accounts/sign-in.ts';
import { Refusal } from '../../refusal.ts';
import { newToken } from '../../sessions/token.ts';
import { beginSession } from '../begin-session.ts';
import { giveToken, namesFor } from '../cookies.ts';
import { isDemoOpen } from '../demo-open.ts';
import { openRoute, type Call, type Route } from '../route.ts';
import { sessionAnswer } from '../session-answer.ts';
import { objectBody, textsOf } from '../steps/body.ts';

const SESSION = '/_/session';

async function read({ service, request, reply, visitor }: Call): Promise<SessionAnswer> {
  if (visitor.caller === null) giveToken(service, request, reply, visitor.token ?? newToken());
  return sessionAnswer(service, request, visitor.caller);
}

async function begin(call: Call): Promise<SessionAnswer> {
  return beginSession(call, await userOf(call));
}

async function userOf({ service, request }: Call): Promise<string> {
  const body = objectBody(request);
  if ('demo' in body) return demoUser(service.records, textsOf(body, ['demo']).demo, isDemoOpen(service, request));
  return signIn(service, textsOf(body, ['email', 'password']), request.ip);
}

async function end({ service, request, reply, visitor }: Call): Promise<SessionAnswer> {
  if (visitor.token !== null) await service.sessions.close(visitor.token);
  service.callers.forget();
  await service.live.review();
  giveToken(service, request, reply, newToken());
  return sessionAnswer(service, request, null);
}

const YEAR_S = 31_536_000;

async function choose({ service, request, reply }: Call): Promise<void> {
  const { language } = textsOf(objectBody(request), ['language']);
  if (!service.application.model.languages.includes(language)) {
    throw new Refusal('invalid', { problems: [{ path: 'language', code: 'bad_option', params: {} }] });
  }
  const secure = request.protocol === 'https';
  reply.setCookie(namesFor(service, request).language, language, {
    path: '/',
    sameSite: 'lax',
    secure,
    maxAge: YEAR_S,
  });
  reply.code(204);
}

/** Signing in and out. */
export const SESSION_ROUTES: readonly Route[] = [
  openRoute('GET', SESSION, read),
  openRoute('POST', SESSION, begin),
  openRoute('DELETE', SESSION, end),
  openRoute('POST', `${SESSION}/language`, choose),
];
