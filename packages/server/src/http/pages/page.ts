import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { directionOf, keysOf, pickLanguage } from '@ninefold/model';
import { languageOf } from '../service/language.ts';
import { sentToken } from '../service/visitor.ts';
import { pagePolicy } from './security-headers.ts';
import type { Preloads } from '../service/built-web.ts';
import type { Service } from '../service/service.ts';
import { isPageAddress } from './addresses.ts';
import { firstCalls, type First } from './first-calls.ts';
import { firstRows } from './first-rows.ts';
import { sendPacked } from '../answers/send-answer.ts';
import { sendParts } from '../answers/send-parts.ts';
import { attribute, pageWithRows, wholePage } from './page-parts.ts';
import { LOOKS_AGAIN_HASH, plainPage } from './plain-page.ts';

/** Addresses that are never a page of the web application. */
const NOT_PAGES = /^\/(?:api|health|ready|_\/(?:locales|web|intake|session|model|may))(?:\/|$)/;

/** Whether the request asks for HTML by name, as browsers do. */
export function asksForHtml(request: FastifyRequest): boolean {
  return /text\/html/.test(request.headers.accept ?? '');
}

/** What the web application has at the address of a request: a page, no page although one is asked for, or nothing that concerns it. */
export function pageAt(service: Service, request: FastifyRequest): 'page' | 'missing' | null {
  const path = request.url.split('?')[0] ?? '/';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || NOT_PAGES.test(path) || service.web.state === 'none') return null;
  const takesAny = /\*\/\*/.test(request.headers.accept ?? '*/*');
  if (isPageAddress(service.application.model, path)) return takesAny || asksForHtml(request) ? 'page' : null;
  return asksForHtml(request) ? 'missing' : null;
}

/**
 * The page of the web application, its nonce and its language in place. The language is the reader's where the
 * application has it, else the source language: it is the last source that the page detects the language from. While
 * the web application is being built, one that asks again by itself.
 */
export async function sendPage(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { pages, state } = service.web;
  const language = languageOf(service, request);
  if (pages !== null) {
    const first = await firstCalls(service, request);
    const { text, inlined } = first.shows === 'sign_in' ? pages.signIn : pages.application;
    const files = preloadsFor(service, first.shows, language);
    const rows = firstRows(service, request, first);
    const filled = {
      __NONCE__: headed(service, reply, inlined),
      __LANGUAGE__: language,
      __DIRECTION__: directionOf(language),
      __CALLS__: attribute(JSON.stringify(first.calls)),
      __PLACE__: first.place ?? '',
      __WAITS__: rows === null ? '' : 'rows',
      __APPLICATION__: applicationFiles(service, language).join(' '),
    };
    const page = keysOf(filled).reduce((written, mark) => written.replaceAll(mark, () => filled[mark]), text);
    return rows === null
      ? sendPacked(request, reply, wholePage(page, files), false)
      : sendParts(request, reply, pageWithRows(service.web.preloads, { page, files, rows }));
  }
  const nonce = headed(service, reply, []);
  if (state === 'building') reply.headers({ refresh: '1', 'retry-after': '1' });
  return reply.code(503).send(plainPage(state === 'building' ? 'starting' : 'failed', language, nonce));
}

/** What is shown first and its reader's language need beside what every page does. */
function preloadsFor(service: Service, shows: First['shows'], language: string): readonly string[] {
  const { screens, languages, signIn } = service.web.preloads;
  if (shows === 'sign_in') return inLanguage(signIn, language);
  return [...inLanguage(languages, language), ...(screens[shows ?? ''] ?? [])];
}

/** What the application begins with after the sign-in, on most of its pages. */
function applicationFiles({ web }: Service, language: string): readonly string[] {
  const { everywhere, languages, screens } = web.preloads;
  return [...everywhere, ...inLanguage(languages, language), ...(screens['runtime'] ?? [])];
}

function inLanguage(files: Preloads['languages'], language: string): readonly string[] {
  return files[pickLanguage([language], keysOf(files)) ?? 'en'] ?? [];
}

/** What a person reads at an address that no page has: within the application where they are signed in, else a page of its own. */
export async function sendMissing(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = sentToken(service, request);
  const caller = token === null ? null : await service.callers.find(token, false);
  reply.code(404);
  if (caller !== null && service.web.pages !== null) return sendPage(service, request, reply);
  const nonce = headed(service, reply, []);
  return reply.send(plainPage('missing', languageOf(service, request), nonce));
}

/** The page that the service worker keeps for a browser without a connection. It looks again by itself once there is one. */
export function sendOffline(service: Service, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = headed(service, reply, [LOOKS_AGAIN_HASH]);
  return reply.send(plainPage('offline', languageOf(service, request), nonce));
}

/** Writes the headers of a page with these scripts in it, and gives the nonce of its styles. */
function headed(service: Service, reply: FastifyReply, inlined: readonly string[]): string {
  const nonce = randomBytes(16).toString('base64');
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(nonce, service, inlined),
  });
  return nonce;
}
