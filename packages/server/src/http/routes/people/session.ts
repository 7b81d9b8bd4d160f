import type { SessionAnswer } from '@ninefold/model';
import { demoUser } from '../../../accounts/demo-sign-in.ts';
import { signIn } from '../../../accounts/sign-in.ts';
import { Refusal } from '../../../refusal.ts';
import { newToken } from '../../../sessions/token.ts';
import { beginSession, isDemoOpen, sessionAnswer } from '../../answers/session-answer.ts';
import { giveToken, namesFor } from '../../service/visitor.ts';
import { openRoute, type Call, type Route } from '../../service/route.ts';
import { objectBody, textsOf } from '../../steps/body.ts';
import { notedOf } from '../../steps/noted.ts';

const SESSION = '/_/session';

async function read({ service, request, reply, visitor }: Call): Promise<SessionAnswer> {
  if (visitor.caller === null) giveToken(service, request, { reply, token: visitor.token ?? newToken() });
  return sessionAnswer(service, request, visitor.caller);
}

async function begin(call: Call): Promise<SessionAnswer> {
  const user = await userOf(call);
  return beginSession(call, user, notedOf(call, { act: 'signed_in', by: user, about: user }));
}

async function userOf({ service, request }: Call): Promise<string> {
  const body = objectBody(request);
  if ('demo' in body) return demoUser(service.records, textsOf(body, ['demo']).demo, isDemoOpen(service, request));
  const given = { ...textsOf(body, ['email', 'password']), address: request.ip };
  return service.passwords.inTurn((hashing) => signIn(service, given, hashing));
}

/** What the browser keeps of answers. Cookies are replaced here, and what pages store is erased by the page that signs out. */
const CLEARED = '"cache"';

async function end(call: Call): Promise<SessionAnswer> {
  const { service, request, reply, visitor } = call;
  const user = visitor.caller?.me.id;
  const noted = user === undefined ? undefined : notedOf(call, { act: 'signed_out', by: user, about: user });
  if (visitor.token !== null) await service.sessions.close(visitor.token, noted);
  service.callers.forget();
  await service.live.review();
  giveToken(service, request, { reply, token: newToken() });
  reply.header('clear-site-data', CLEARED);
  return sessionAnswer(service, request, null);
}

const YEAR_S = 31_536_000;

async function choose({ service, request, reply }: Call): Promise<void> {
  const { language } = textsOf(objectBody(request), ['language']);
  if (!service.application.model.languages.includes(language)) {
    throw new Refusal('invalid', { problems: [{ path: 'language', code: 'bad_option', params: {} }] });
  }
  const secure = service.site.isSecure(request);
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
