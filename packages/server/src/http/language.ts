import type { FastifyRequest } from 'fastify';
import { readerLanguage } from '../locales/reader-language.ts';
import { namesFor } from './cookies.ts';
import type { Service } from './service.ts';

/** The language that this request is answered in. */
export function languageOf(service: Service, request: FastifyRequest): string {
  const lng = (request.query as { readonly lng?: unknown } | null)?.lng;
  const wishes = {
    query: typeof lng === 'string' ? lng : undefined,
    cookie: request.cookies?.[namesFor(service, request).language],
    accepted: request.headers['accept-language'],
  };
  return readerLanguage(wishes, service.application.model.languages);
}
