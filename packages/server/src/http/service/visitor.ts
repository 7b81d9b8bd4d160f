import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { isKeySecret, isToken, sameSecret, xsrfOf } from '../../sessions/token.ts';
import { type Visitor } from './route.ts';
import { queryText } from './query-text.ts';
import type { Service } from './service.ts';

/** The names of the three cookies of one application. */
interface CookieNames {
  readonly session: string;
  readonly xsrf: string;
  readonly language: string;
}

/** `<name>_session` and its siblings; under https bound to this host by their prefix. */
function cookieNames(application: string, secure: boolean): CookieNames {
  const prefix = secure ? `__Host-${application}` : application;
  return { session: `${prefix}_session`, xsrf: `${prefix}_xsrf`, language: `${prefix}_lng` };
}

/** The cookie names that hold for this request: by its scheme. */
export function namesFor(service: Service, request: FastifyRequest): CookieNames {
  return cookieNames(service.application.model.name, service.site.isSecure(request));
}

/** The session token that the browser sent, or null. */
export function sentToken(service: Service, request: FastifyRequest): string | null {
  const token = request.cookies[namesFor(service, request).session];
  return isToken(token) ? token : null;
}

/** Gives the browser a session token and the anti-forgery value bound to it; without `hours` both end with the browser. */
export function giveToken(
  service: Service,
  request: FastifyRequest,
  {
    reply,
    token,
    hours,
  }: { readonly reply: FastifyReply; readonly token: string; readonly hours?: number | undefined },
): void {
  const names = namesFor(service, request);
  const common = { path: '/', sameSite: 'lax', secure: service.site.isSecure(request) } as const;
  const lasting = hours === undefined ? common : { ...common, maxAge: Math.round(hours * 3600) };
  reply.setCookie(names.session, token, { ...lasting, httpOnly: true });
  reply.setCookie(names.xsrf, xsrfOf(token), lasting);
}

const BEARER = /^Bearer +(\S+) *$/i;

/** What is known of a request before its sender is. */
interface Sent {
  readonly writes: boolean;
  /** Secret of an API key that stands elsewhere than in `Authorization`. */
  readonly secret: string | null;
}

/** The sender of this request: by an API key where one is sent, else by the session cookie. Writes look the caller up again. */
export async function findVisitor(service: Service, request: FastifyRequest, sent: Sent): Promise<Visitor> {
  const { writes } = sent;
  const secret = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? sent.secret;
  if (secret !== null) return byKey(service, secret, writes);
  const token = sentToken(service, request);
  const caller = token === null ? null : await service.callers.find(token, writes);
  return { token, caller, byKey: false };
}

/** The API key in the DSN of an error-reporting client, which sends it in `X-Sentry-Auth` or as `sentry_key`; null: none. */
export function reportKey(request: FastifyRequest): string | null {
  const header = request.headers['x-sentry-auth'];
  const named = /\bsentry_key=([^,\s]+)/.exec(typeof header === 'string' ? header : '')?.[1];
  const key = named ?? queryText(request, 'sentry_key');
  return key !== null && isKeySecret(key) ? key : null;
}

async function byKey(service: Service, secret: string, writes: boolean): Promise<Visitor> {
  const caller = isKeySecret(secret) ? await service.callers.find(secret, writes) : null;
  if (!caller) throw new Refusal('bad_key');
  return { token: null, caller, byKey: true };
}

/** Refuses a write whose `X-XSRF-TOKEN` does not belong to the session cookie, or that comes from another site. */
export function refuseForged(request: FastifyRequest, token: string | null): void {
  const header = request.headers['x-xsrf-token'];
  const belongs = token !== null && typeof header === 'string' && sameSecret(header, xsrfOf(token));
  if (!belongs || request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('forged');
}

/** Whether a page of this very origin sends the request, as far as the browser says. */
export function isSameOrigin({ site: own }: Service, request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(own.originOf(request)).host;
}
