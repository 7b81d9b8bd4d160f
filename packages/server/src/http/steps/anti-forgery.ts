import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { sameSecret, xsrfOf } from '../../sessions/token.ts';

/** Refuses a write whose `X-XSRF-TOKEN` does not belong to the session cookie, or that comes from another site. */
export function refuseForged(request: FastifyRequest, token: string | null): void {
  const header = request.headers['x-xsrf-token'];
  const belongs = token !== null && typeof header === 'string' && sameSecret(header, xsrfOf(token));
  if (!belongs || request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('forged');
}

/** Whether a page of this very origin sends the request, as far as the browser says. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
