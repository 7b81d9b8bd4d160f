import { limitValues, RUNTIME_LIMITS, type SessionAnswer } from '@ninefold/model';
import type { FastifyRequest } from 'fastify';
import { ownDsn } from '../../intake/dsn.ts';
import type { Noted } from '../../audit/noted.ts';
import type { Caller } from '../../records/context/records.ts';
import { shownMe } from '../../records/people/shown-me.ts';
import { namesFor, giveToken } from '../service/visitor.ts';
import type { Service } from '../service/service.ts';
import { isLoopback } from '../../accounts/demo-sign-in.ts';
import { isProxied } from '../service/proxied.ts';
import { peerOf } from '../service/site.ts';
import { Refusal } from '../../refusal.ts';
import type { Call } from '../service/route.ts';

/** What the page has to know before anything else; public, so it contains nothing of the model except its name. */
export async function sessionAnswer(
  service: Service,
  request: FastifyRequest,
  caller: Caller | null,
): Promise<SessionAnswer> {
  const { model } = service.application;
  const names = namesFor(service, request);
  const limits = Object.keys(RUNTIME_LIMITS).map((id) => {
    const value = model.limits[id]?.value ?? RUNTIME_LIMITS[id]?.value ?? null;
    return [id, typeof value === 'object' ? null : value] as const; // the runtime has no lists
  });
  return {
    me: caller === null ? null : shownMe({ model, clock: service.clock }, caller),
    password: caller !== null && (await service.credentials.find(caller.me.id)) !== null,
    demo: isDemoOpen(service, request) ? await demoAccounts(service, caller) : null,
    setup: await service.setup.isOpen(),
    name: model.name,
    languages: model.languages,
    limits: Object.fromEntries(limits),
    intake: service.elsewhere?.dsn ?? ownDsn(service.site.originOf(request)),
    cookies: { xsrf: names.xsrf, language: names.language },
    model_hash: model.hash,
  };
}

/** All of them where nobody is signed in; else the caller's own alone, for the day when the session has ended. */
async function demoAccounts({ records }: Service, caller: Caller | null): Promise<SessionAnswer['demo']> {
  const all = await records.demoAccounts();
  return caller === null ? all : all.filter(({ id }) => id === caller.me.id);
}

/**
 * Whether one-click sign-in is open to this request: sent from this machine, to this machine, through no proxy. What a
 * header says may forbid it and never allow it, since any page can write one.
 */
export function isDemoOpen({ demo }: Service, request: FastifyRequest): boolean {
  const address = `http://${request.headers.host ?? ''}`;
  const asked = URL.canParse(address) ? new URL(address).hostname : '';
  return demo && isLoopback(asked) && isLoopback(peerOf(request)) && !isProxied(request.headers);
}

/** Opens a session for this user in a new token, ends the one of before, and answers with it. `noted` keeps in the log why. */
export async function beginSession(
  { service, request, reply, visitor }: Call,
  user: string,
  noted?: Noted,
): Promise<SessionAnswer> {
  const hours = sessionHours(limitValues(service.application.model)['session_hours']);
  if (visitor.token !== null) await service.sessions.close(visitor.token);
  const { token } = await service.sessions.open(user, hours, noted);
  service.callers.forget();
  const caller = await service.callers.find(token, true);
  if (!caller) throw new Refusal('wrong_sign_in');
  giveToken(service, request, { reply, token, hours });
  return sessionAnswer(service, request, caller);
}

function sessionHours(value: unknown): number {
  const hours = Number(value);
  return hours > 0 ? hours : Number(RUNTIME_LIMITS['session_hours']?.value ?? 12);
}
