import { queryText } from './query-text.ts';
import type { FastifyRequest } from 'fastify';
import { readerLanguage } from '../../locales/reader-language.ts';
import { namesFor } from './visitor.ts';
import type { Service } from './service.ts';

/** The language that this request is answered in. */
export function languageOf(service: Service, request: FastifyRequest): string {
  const wishes = {
    query: queryText(request, 'lng') ?? undefined,
    cookie: request.cookies?.[namesFor(service, request).language],
    accepted: request.headers['accept-language'],
  };
  return readerLanguage(wishes, service.application.model.languages);
}
