import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { NO_SCHEMAS } from './no-schemas.ts';
import { sendProblem } from './problem.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { registerRoutes } from './register-routes.ts';
import type { Visitor } from './route.ts';
import { ROUTES } from './routes/all.ts';
import { IMPORT_ROUTE, IMPORT_TYPES } from './routes/import.ts';
import { securityHeaders } from './security-headers.ts';
import type { Service } from './service.ts';
import { decodeJson } from './steps/decode-json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor | null;
  }
}

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];
const INTAKE_TYPES = ['text/plain', 'application/x-sentry-envelope', 'application/octet-stream'];

/** The HTTP server of one application, ready to be listened with or injected into. */
export async function createServer(service: Service): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    trustProxy: 'loopback',
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    routerOptions: { maxParamLength: 500 },
    schemaController: NO_SCHEMAS,
    frameworkErrors: (error, request, reply) => {
      sendProblem(service, request as never, reply as never, error);
    },
  });
  app.decorateRequest('visitor', null);
  const headers = await securityHeaders();
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id);
    next();
  });
  await app.register(cookie);
  await app.register(rateLimit, { global: false, errorResponseBuilder: tooMany, store: service.rates });
  takeBodies(app);
  app.setErrorHandler((error, request, reply) => sendProblem(service, request, reply, error));
  app.addHook('preClose', async () => service.live.close());
  registerRoutes(app, service, ROUTES);
  return app;
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

/** JSON for the calls, raw bytes for the intake, a stream for imports; every other type is refused. */
function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    JSON_TYPES,
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, bytes: Buffer) => {
      if (isPacked(headers) || !isUtf8(headers)) throw new Refusal('wrong_media_type');
      return decodeJson(bytes);
    },
  );
  app.addContentTypeParser(Object.keys(IMPORT_TYPES), async (request: FastifyRequest, stream: Readable) => {
    if (request.routeOptions.url !== IMPORT_ROUTE.url || isPacked(request.headers))
      throw new Refusal('wrong_media_type');
    return stream;
  });
  app.addContentTypeParser<Buffer>(
    INTAKE_TYPES,
    { parseAs: 'buffer' },
    async (request: { url: string }, bytes: Buffer) => {
      if (!request.url.startsWith('/_/intake')) throw new Refusal('wrong_media_type');
      return bytes;
    },
  );
}
