import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../language.ts';
import { pagePolicy } from '../security-headers.ts';
import type { Service } from '../service.ts';
import { waitingPage } from './waiting-page.ts';

/** Addresses that are never a page of the web application. */
const NOT_PAGES = /^\/(?:api|health|_\/(?:locales|web|intake|session|model|may))(?:\/|$)/;

/** Whether the request asks for a page; which one, the web application decides. */
export function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '/';
  const accepted = request.headers.accept ?? '*/*';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !NOT_PAGES.test(path) &&
    /text\/html|\*\/\*/.test(accepted)
  );
}

/** The page of the web application, its nonce in place; while it is being built, one that asks again by itself. */
export function sendPage(service: Service, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const { index, state } = service.web;
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(nonce, service.elsewhere),
  });
  if (index !== null) return reply.send(index.replaceAll('__NONCE__', nonce));
  if (state === 'building') reply.headers({ refresh: '1', 'retry-after': '1' });
  return reply.code(503).send(waitingPage(state === 'building', languageOf(service, request), nonce));
}
