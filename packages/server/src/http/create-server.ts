import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { findVisitor, refuseForged, reportKey } from './service/visitor.ts';
import { languageOf } from './service/language.ts';
import { sendAnswer } from './answers/send-answer.ts';
import { asksForHtml, pageAt, sendMissing, sendPage } from './pages/page.ts';
import { readableForBrowsers } from './pages/readable-address.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { limitValues } from '@ninefold/model';
import { NO_SCHEMAS } from './service/no-schemas.ts';
import { sendProblem } from './answers/problem.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import type { Route, Visitor } from './service/route.ts';
import { ROUTES } from './routes/all.ts';
import { UPLOADS } from './routes/records/files.ts';
import { IMPORT_ROUTE, IMPORT_TYPES } from './routes/records/import.ts';
import { countedAddress } from '../accounts/counted-address.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { createSlowBodies } from './slow-bodies.ts';
import type { Service } from './service/service.ts';
import { readReport } from '../intake/read-report.ts';
import { decodeJson } from './steps/body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor | null;
  }
  interface FastifyContextConfig {
    /** The route takes reports in, of any type and packing. */
    isIntake?: boolean;
    /** The route gets its body as bytes, which somebody may have signed. */
    takesBytes?: boolean;
  }
}

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/** A browser that was here under https does not ask under http for a year. Other names of the same domain are not concerned. */
const HTTPS_ONLY = 'max-age=31536000';

/** The HTTP server of one application, ready to be listened with or injected into. */
export async function createServer(service: Service): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    trustProxy: trustOf(service),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: (request) =>
      request.url?.includes('%') === true ? readableForBrowsers(request) : (request.url ?? '/'),
    schemaController: NO_SCHEMAS,
    frameworkErrors: (error, request, reply) => {
      sendProblem(service, request, reply, error);
    },
  });
  app.decorateRequest('visitor', null);
  const headers = await securityHeaders();
  lookAfterBodies(app, service);
  app.addHook('onRequest', (request, reply, next) => {
    service.site.notice(request);
    reply.headers(headers).header('x-request-id', request.id);
    if (service.site.isSecure(request)) reply.header('strict-transport-security', HTTPS_ONLY);
    next(refusalOfAll(service, request));
  });
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (service.standing.isStopping) reply.header('connection', 'close');
    next();
  });
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: tooMany,
    keyGenerator: ({ ip }) => countedAddress(ip),
    store: service.rates,
  });
  takeBodies(app);
  app.setErrorHandler((error, request, reply) => sendProblem(service, request, reply, error));
  app.addHook('preClose', async () => service.live.close());
  app.addHook('onClose', async () => service.standing.end());
  registerRoutes(app, service, ROUTES);
  return app;
}

const ABOUT_ITSELF = new Set(['/health', '/ready']);

/** Why this server answers nothing but how it is; undefined where it does. */
function refusalOfAll({ standing }: Service, { url }: FastifyRequest): Refusal | undefined {
  if (ABOUT_ITSELF.has(url.split('?')[0] ?? '')) return undefined;
  return standing.trouble === 'other_specification' ? new Refusal('other_specification') : undefined;
}

/** Of a number of hops, the peer is the first. */
function trustOf({ site: { trusted } }: Service): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return trusted === false ? false : [...trusted];
}

/** Ends requests whose body arrives too slowly, `too_slow`. */
function lookAfterBodies(app: FastifyInstance, service: Service): void {
  const limits = limitValues(service.application.model);
  const patience = { seconds: Math.max(1, Number(limits['body_seconds'])), pace: Number(limits['import_pace_bytes']) };
  const bodies = createSlowBodies(patience, (request, reply) => {
    sendProblem(service, request, reply, new Refusal('too_slow'));
  });
  app.addHook('onRequest', (request, reply, next) => {
    bodies.watch(request, reply, takesFiles(request));
    next();
  });
  app.addHook('onClose', async () => bodies.close());
}

/** Whether the body of a request is a file, which may take its time. */
function takesFiles({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url === IMPORT_ROUTE.url || url.startsWith(UPLOADS);
}

function tooMany(_request: unknown, { ttl }: { readonly ttl: number }): Refusal {
  return new Refusal('too_many_requests', { params: { seconds: Math.max(1, Math.ceil(ttl / 1000)) } });
}

function isPacked(headers: IncomingHttpHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** JSON is UTF-8 (RFC 8259), of which ASCII is a part, whatever else a charset says. */
function isUtf8(headers: IncomingHttpHeaders): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1];
  return charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase());
}

/** JSON for the calls, a stream for imports, any type for the intake, whose clients name none; elsewhere another type is refused. */
function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    JSON_TYPES,
    { parseAs: 'buffer' },
    async ({ headers, routeOptions }: FastifyRequest, bytes: Buffer) => {
      if (isPacked(headers) || !isUtf8(headers)) throw new Refusal('wrong_media_type');
      return routeOptions.config.takesBytes === true ? bytes : decodeJson(bytes);
    },
  );
  app.addContentTypeParser(Object.keys(IMPORT_TYPES), async (request: FastifyRequest, stream: Readable) => {
    if (request.routeOptions.url !== IMPORT_ROUTE.url || isPacked(request.headers))
      throw new Refusal('wrong_media_type');
    return stream;
  });
  app.addContentTypeParser('application/octet-stream', async (request: FastifyRequest, stream: Readable) => {
    if (request.routeOptions.url?.startsWith(UPLOADS) !== true || isPacked(request.headers))
      throw new Refusal('wrong_media_type');
    return stream;
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, stream: Readable) => {
    if (request.routeOptions.config.isIntake !== true) throw new Refusal('wrong_media_type');
    return readReport(stream, request.headers, request.routeOptions.bodyLimit);
  });
}

/** Registers each route with the steps before it: session, anti-forgery; the body is decoded after them. */
function registerRoutes(app: FastifyInstance, service: Service, routes: readonly Route[]): void {
  for (const route of routes) registerRoute(app, service, route);
  const allowedMethods = createAllowedMethods(routes);
  app.setNotFoundHandler(async (request, reply) => answerUnknown(service, request, reply, allowedMethods));
}

function registerRoute(app: FastifyInstance, service: Service, route: Route): void {
  const writes = route.method !== 'GET';
  const isIntake = route.withoutAntiForgery === true;
  const { fromSystem } = route;
  app.route({
    method: route.method,
    url: route.url,
    bodyLimit: Number(limitValues(service.application.model)[bodyLimitOf(route)]),
    config: isIntake
      ? { isIntake, rateLimit: { max: 60, timeWindow: 60_000 } }
      : { takesBytes: fromSystem !== undefined },
    ...(fromSystem === undefined
      ? {}
      : { onError: async (request, _reply, error) => fromSystem.refused({ service, request }, error) }),
    onRequest: async (request, reply) => {
      if (route.pageToo && asksForHtml(request)) return sendPage(service, request, reply);
      if (fromSystem !== undefined) return fromSystem.begin({ service, request });
      request.visitor = await findVisitor(service, request, {
        writes: writes && !isIntake,
        secret: isIntake ? reportKey(request) : null,
      });
      if (route.signedIn && !request.visitor.caller) throw new Refusal('signed_out');
      const isForKeys = route.forKeys === true || route.url.startsWith('/api/');
      if (request.visitor.byKey && !isIntake && !isForKeys) throw new Refusal('forbidden');
      if (writes && !isIntake && !request.visitor.byKey) refuseForged(request, request.visitor.token);
      return undefined;
    },
    handler: async (request, reply) => {
      const visitor = request.visitor ?? { token: null, caller: null, byKey: false };
      const answer = await route.handle({ service, request, reply, visitor });
      if (writes && !isIntake) service.callers.forget();
      return reply.sent || reply.raw.headersSent // also where its reader left before the end of a content
        ? reply
        : sendAnswer(request, reply, answer, (json) => service.titleTexts.inJson(json, languageOf(service, request)));
    },
  });
}

function bodyLimitOf({ withoutAntiForgery, fromSystem }: Route): 'intake_bytes' | 'in_call_bytes' | 'body_bytes' {
  if (withoutAntiForgery === true) return 'intake_bytes';
  return fromSystem === undefined ? 'body_bytes' : 'in_call_bytes';
}

/** Addresses that no route has: a page of the web application, a wrong method, or nothing. */
async function answerUnknown(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  allowedMethods: (path: string) => readonly string[],
): Promise<FastifyReply> {
  const methods = allowedMethods(request.url.split('?')[0] ?? '');
  if (methods.length > 0) reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS' && methods.length > 0) return reply.code(204).send();
  const page = pageAt(service, request);
  if (page === 'page') return sendPage(service, request, reply);
  if (page === 'missing') return sendMissing(service, request, reply);
  throw new Refusal(methods.length > 0 ? 'method_not_allowed' : 'unknown_route');
}
