import { haveTranslations, isMap } from '@ninefold/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../records/context/records.ts';
import { languageOf } from './language.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from './service.ts';

/** The sender of a request: a session token, stored or new, and the caller behind it. */
export interface Visitor {
  readonly token: string | null;
  readonly caller: Caller | null;
  /** By an API key: cookies are ignored, so nothing can be forged. */
  readonly byKey: boolean;
}

/** One call while it is answered. */
export interface Call {
  readonly service: Service;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
}

/** A call of a signed-in user. */
export interface CallerCall extends Call {
  readonly caller: Caller;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** An address and what answers there. What `handle` gives back is sent as JSON, unless it has taken the answer over. */
export interface Route {
  readonly method: Method;
  /** In the form of the router: `/api/:entity/:id`. */
  readonly url: string;
  /** Only for signed-in users; otherwise `signed_out`. */
  readonly signedIn: boolean;
  /** The intake: its own route does the checks. */
  readonly withoutAntiForgery?: true;
  /**
   * Another system calls, in nobody's session: the route proves who it is, and gets the body as bytes. `begin` comes before the body is
   * read, `refused` is told of every refusal.
   */
  readonly fromSystem?: {
    readonly begin: (call: Pick<Call, 'service' | 'request'>) => void;
    readonly refused: (call: Pick<Call, 'service' | 'request'>, error: unknown) => Promise<void>;
  };
  /** Programs call it by an API key, as they call everything under `/api/`. */
  readonly forKeys?: true;
  /** The same address is a page of the web application, for requests that ask for HTML. */
  readonly pageToo?: true;
  readonly handle: (call: Call) => Promise<unknown>;
}

/** A route that anybody may call. */
export function openRoute(method: Method, url: string, handle: (call: Call) => Promise<unknown>): Route {
  return { method, url, signedIn: false, handle };
}

/** A route for signed-in users. */
export function callerRoute(method: Method, url: string, handle: (call: CallerCall) => Promise<unknown>): Route {
  return { method, url, signedIn: true, handle: (call) => handle({ ...call, caller: callerOf(call) }) };
}

function callerOf({ service, visitor, request }: Call): Caller {
  if (!visitor.caller) throw new Refusal('signed_out');
  return asking(service, request, visitor.caller);
}

/** The caller with where they ask from and, where texts of records are translated, the language that they ask in. */
export function asking(service: Service, request: FastifyRequest, caller: Caller): Caller {
  const isSpoken = haveTranslations(service.application.model.entities);
  const language = isSpoken ? languageOf(service, request) : undefined;
  return { ...caller, address: request.ip, language };
}

/** One part of the address. */
export function part(request: FastifyRequest, name: string): string {
  const { params } = request;
  const text = isMap(params) ? params[name] : undefined;
  return typeof text === 'string' ? text : '';
}
