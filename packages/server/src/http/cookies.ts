import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames, type CookieNames } from '../sessions/cookie-names.ts';
import { isToken, xsrfOf } from '../sessions/token.ts';
import type { Service } from './service.ts';

/** The cookie names that hold for this request: by its scheme. */
export function namesFor(service: Service, request: FastifyRequest): CookieNames {
  return cookieNames(service.application.model.name, isSecure(request));
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
  reply: FastifyReply,
  token: string,
  hours?: number,
): void {
  const names = namesFor(service, request);
  const common = { path: '/', sameSite: 'lax', secure: isSecure(request) } as const;
  const lasting = hours === undefined ? common : { ...common, maxAge: Math.round(hours * 3600) };
  reply.setCookie(names.session, token, { ...lasting, httpOnly: true });
  reply.setCookie(names.xsrf, xsrfOf(token), lasting);
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
