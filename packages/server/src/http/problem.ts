import type { ErrorEntry, ProblemAnswer } from '@ninefold/model';
import { RUNTIME_ERRORS } from '@ninefold/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogueEntry } from '../locales/error-texts.ts';
import { Refusal } from '../refusal.ts';
import { languageOf } from './language.ts';
import { refusalOf } from './refusal-of.ts';
import type { Service } from './service.ts';

/** The one place where an error becomes an answer: problem+json (RFC 9457) with the catalogue's id, status and text. */
export function sendProblem(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const asked = refusalOf(error);
  const known = catalogueEntry(service.application.model, asked.code);
  const refusal = known ? asked : new Refusal('fault', { cause: error });
  const entry = known ?? RUNTIME_ERRORS['fault'];
  if (refusal.code === 'fault') report(service, request, refusal.cause ?? error);
  const language = languageOf(service, request);
  return reply
    .code(entry?.status ?? 500)
    .headers({ ...headersOf(refusal, language), 'x-request-id': request.id })
    .send(
      JSON.stringify(
        problemOf(refusal, entry ?? null, service.errorTexts(refusal.code, refusal.params, language), request.id),
      ),
    );
}

function report(service: Service, request: FastifyRequest, error: unknown): void {
  const route = request.routeOptions?.url ?? 'unknown';
  const user = request.visitor?.caller?.me.id ?? null;
  service.reporter.report(error, { id: request.id, method: request.method, route, user });
}

function problemOf(refusal: Refusal, entry: ErrorEntry | null, title: string, requestId: string): ProblemAnswer {
  const { code, params, problems, warnings } = refusal;
  const type = `/_/errors/${encodeURIComponent(code)}`;
  const body = { type, title, status: entry?.status ?? 500, code, params, request_id: requestId, errors: problems };
  return warnings.length > 0 ? { ...body, warnings } : body;
}

function headersOf(refusal: Refusal, language: string): Readonly<Record<string, string>> {
  const { seconds } = refusal.params;
  const wait: Readonly<Record<string, string>> = typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {};
  return {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    ...wait,
  };
}
