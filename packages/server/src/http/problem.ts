import type { Model, Problem, ProblemAnswer, Role, ToldProblem } from '@ninefold/model';
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
  const asked = refusalOf(error, request.routeOptions?.bodyLimit);
  const known = catalogueEntry(service.application.model, asked.code) !== null;
  const refusal = known ? asked : new Refusal('fault', { cause: error });
  if (refusal.code === 'fault') report(service, request, refusal.cause ?? error);
  const language = languageOf(service, request);
  const problem = problemOf(service, refusal, language, request.id);
  return reply
    .code(problem.status)
    .headers({ ...headersOf(refusal, language), ...challengeOf(problem), 'x-request-id': request.id })
    .send(JSON.stringify(problem));
}

/** The body of a refusal, in a language. */
export function problemOf(service: Service, refusal: Refusal, language: string, requestId: string): ProblemAnswer {
  const { code, problems, warnings } = refusal;
  const params = withRoles(service.application.model, refusal);
  const type = `/_/errors/${encodeURIComponent(code)}`;
  const title = service.errorTexts(code, params, language);
  const status = catalogueEntry(service.application.model, code)?.status ?? 500;
  const told = (problem: Problem): ToldProblem => {
    const message = service.errorTexts(problem.code, problem.params, language);
    return { ...problem, message };
  };
  const body = { type, title, status, code, params, request_id: requestId, errors: problems.map(told) };
  return warnings.length > 0 ? { ...body, warnings: warnings.map(told) } : body;
}

/** Beside what is missing, the roles that grant it: everybody may know whom to ask. */
function withRoles({ roles }: Model, { code, params }: Refusal): Refusal['params'] {
  const { entity, verb } = params;
  if (code !== 'forbidden' || typeof entity !== 'string' || typeof verb !== 'string') return params;
  const grants = (role: Role): boolean =>
    role.grants.some((grant) => grant.entity === entity && Object.hasOwn(grant.verbs, verb));
  return {
    ...params,
    roles: Object.values(roles)
      .filter(grants)
      .map(({ id }) => id),
  };
}

function report(service: Service, request: FastifyRequest, error: unknown): void {
  const route = request.routeOptions?.url ?? 'unknown';
  const user = request.visitor?.caller?.me.id ?? null;
  service.reporter.report(error, { id: request.id, method: request.method, route, user });
}

/** How a program may say who it is (RFC 9110, 15.5.2; RFC 6750); a browser asks nobody for anything because of it. */
function challengeOf({ status, code }: ProblemAnswer): Readonly<Record<string, string>> {
  if (status !== 401) return {};
  return { 'www-authenticate': code === 'bad_key' ? 'Bearer error="invalid_token"' : 'Bearer' };
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
