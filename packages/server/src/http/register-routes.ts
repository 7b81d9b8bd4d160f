import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitValues } from '@ninefold/model';
import { Refusal } from '../refusal.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { sendPage, wantsPage } from './pages/page.ts';
import type { Route } from './route.ts';
import { sendAnswer } from './send-answer.ts';
import type { Service } from './service.ts';
import { refuseForged } from './steps/anti-forgery.ts';
import { findVisitor } from './steps/session.ts';

/** Registers each route with the steps before it: session, anti-forgery; the body is decoded after them. */
export function registerRoutes(app: FastifyInstance, service: Service, routes: readonly Route[]): void {
  for (const route of routes) registerRoute(app, service, route);
  const allowedMethods = createAllowedMethods(routes);
  app.setNotFoundHandler(async (request, reply) => answerUnknown(service, request, reply, allowedMethods));
}

function registerRoute(app: FastifyInstance, service: Service, route: Route): void {
  const writes = route.method !== 'GET';
  const isIntake = route.withoutAntiForgery === true;
  app.route({
    method: route.method,
    url: route.url,
    bodyLimit: Number(limitValues(service.application.model)[isIntake ? 'intake_bytes' : 'body_bytes']),
    config: isIntake ? { rateLimit: { max: 60, timeWindow: 60_000 } } : {},
    onRequest: async (request, reply) => {
      if (route.pageToo && asksForHtml(request)) return sendPage(service, request, reply);
      request.visitor = await findVisitor(service, request, writes && !isIntake);
      if (route.signedIn && !request.visitor.caller) throw new Refusal('signed_out');
      if (request.visitor.byKey && !route.url.startsWith('/api/')) throw new Refusal('forbidden');
      if (writes && !isIntake && !request.visitor.byKey) refuseForged(request, request.visitor.token);
      return undefined;
    },
    handler: async (request, reply) => {
      const visitor = request.visitor ?? { token: null, caller: null, byKey: false };
      const answer = await route.handle({ service, request, reply, visitor });
      if (writes && !isIntake) service.callers.forget();
      return reply.sent ? reply : sendAnswer(request, reply, answer);
    },
  });
}

function asksForHtml(request: FastifyRequest): boolean {
  return /text\/html/.test(request.headers.accept ?? '');
}

/** Addresses that no route has: a page of the web application, a wrong method, or nothing. */
function answerUnknown(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  allowedMethods: (path: string) => readonly string[],
): FastifyReply {
  const methods = allowedMethods(request.url.split('?')[0] ?? '');
  if (methods.length > 0) reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS' && methods.length > 0) return reply.code(204).send();
  if (wantsPage(request) && service.web.state !== 'none') return sendPage(service, request, reply);
  throw new Refusal(methods.length > 0 ? 'method_not_allowed' : 'unknown_route');
}
