import { thrownPart } from '../../thrown.ts';
import {
  isRuntimeError,
  type Problem,
  type ProblemAnswer,
  type RuntimeErrorId,
  type ToldProblem,
} from '@ninefold/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogueEntry } from '../../locales/error-texts.ts';
import type { About } from '../../locales/told-values.ts';
import { part } from '../service/route.ts';
import { Refusal } from '../../refusal.ts';
import { withRoles } from '../../records/context/forbidden.ts';
import { languageOf } from '../service/language.ts';
import type { Service } from '../service/service.ts';
import { storageFailure } from '../../storage/failure.ts';

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
  const about = aboutOf(request);
  const problem = problemOf(service, refusal, { language, requestId: request.id, about });
  return reply
    .code(problem.status)
    .headers({ ...headersOf(refusal, problem.status, language), ...challengeOf(problem), 'x-request-id': request.id })
    .send(service.titleTexts.inJson(JSON.stringify(problem), language));
}

/** To whom a refusal is told, and what their call was about. */
interface Telling {
  readonly language: string;
  readonly requestId: string;
  readonly about: About;
}

/** What the address of a call is about. */
export function aboutOf(request: FastifyRequest): About {
  return { entity: part(request, 'entity') || undefined, transition: part(request, 'transition') || undefined };
}

/** The body of a refusal, in a language. */
export function problemOf(service: Service, refusal: Refusal, { language, requestId, about }: Telling): ProblemAnswer {
  const { code, problems, warnings, more } = refusal;
  const params = withRoles(service.application.model, refusal);
  const type = `/_/errors/${encodeURIComponent(code)}`;
  const title = service.errorTexts({ code, params }, language, about);
  const status = catalogueEntry(service.application.model, code)?.status ?? 500;
  const told = (problem: Problem): ToldProblem => {
    const message = service.errorTexts(problem, language, about);
    return { ...problem, message };
  };
  const body = { type, title, status, code, params, request_id: requestId, errors: problems.map(told) };
  return {
    ...body,
    ...(warnings.length > 0 ? { warnings: warnings.map(told) } : {}),
    ...(more > 0 ? { more } : {}),
  };
}

function report(service: Service, request: FastifyRequest, error: unknown): void {
  const route = request.routeOptions?.url ?? 'unknown';
  const user = request.visitor?.caller?.me.id ?? null;
  service.reporter.report(error, { id: request.id, method: request.method, route, user });
}

/** How a program may authenticate (RFC 9110, 15.5.2; RFC 6750); a browser shows no dialog because of it. */
function challengeOf({ status, code }: ProblemAnswer): Readonly<Record<string, string>> {
  if (status !== 401) return {};
  return { 'www-authenticate': code === 'bad_key' ? 'Bearer error="invalid_token"' : 'Bearer' };
}

/** When it is worth asking again where the refusal itself does not say: seconds, for every 503. */
const AGAIN_SECONDS: Readonly<Partial<Record<RuntimeErrorId, number>>> = {
  busy: 1,
  stopping: 1,
  other_specification: 2,
  storage_away: 2,
};
const LATER_SECONDS = 30;

function headersOf(refusal: Refusal, status: number, language: string): Readonly<Record<string, string>> {
  const { code, params } = refusal;
  const again = status === 503 && isRuntimeError(code) ? (AGAIN_SECONDS[code] ?? LATER_SECONDS) : null;
  const seconds = typeof params['seconds'] === 'number' ? params['seconds'] : again;
  const wait: Readonly<Record<string, string>> = seconds === null ? {} : { 'retry-after': String(seconds) };
  return {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    ...wait,
  };
}

const FRAMEWORK: Readonly<Record<string, RuntimeErrorId>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
};

/** What was thrown, as an entry of the catalogue; `fault` for every unexpected error. `max`: how long a body may be. */
export function refusalOf(error: unknown, max = 0): Refusal {
  if (error instanceof Refusal) return error;
  if (typeof error !== 'object' || error === null) return new Refusal('fault', { cause: error });
  const failure = storageFailure(error);
  if (failure !== null) return new Refusal(failure, { cause: error });
  const code = thrownPart(error, 'code');
  const statusCode = thrownPart(error, 'statusCode');
  const framework = typeof code === 'string' && Object.hasOwn(FRAMEWORK, code) ? FRAMEWORK[code] : undefined;
  if (framework !== undefined)
    return new Refusal(framework, { params: framework === 'too_large' ? { max } : {}, cause: error });
  const expected = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return new Refusal(expected ? 'bad_request' : 'fault', { cause: error });
}
