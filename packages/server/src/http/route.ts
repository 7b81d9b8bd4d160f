import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../records/records.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from './service.ts';

/** Who sent a request: a session token, given out or just made up, and the caller behind it. */
export interface Visitor {
  readonly token: string | null;
  readonly caller: Caller | null;
  /** By an API key: no cookie counts, so nothing can be forged. */
  readonly byKey: boolean;
}

/** One call while it is answered. */
export interface Call {
  readonly service: Service;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
}

/** A call of somebody who is signed in. */
export interface CallerCall extends Call {
  readonly caller: Caller;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** An address and what answers there. What `handle` gives back is sent as JSON, unless it has taken the answer over. */
export interface Route {
  readonly method: Method;
  /** In the form of the router: `/api/:entity/:id`. */
  readonly url: string;
  /** Only for who is signed in; otherwise `signed_out`. */
  readonly signedIn: boolean;
  /** The intake: what it checks stands in its own route. */
  readonly withoutAntiForgery?: true;
  /** The same address is a page of the web application, for who asks for HTML. */
  readonly pageToo?: true;
  readonly handle: (call: Call) => Promise<unknown>;
}

/** A route that anybody may call. */
export function openRoute(method: Method, url: string, handle: (call: Call) => Promise<unknown>): Route {
  return { method, url, signedIn: false, handle };
}

/** A route for who is signed in. */
export function callerRoute(method: Method, url: string, handle: (call: CallerCall) => Promise<unknown>): Route {
  return { method, url, signedIn: true, handle: (call) => handle({ ...call, caller: callerOf(call) }) };
}

function callerOf({ visitor }: Call): Caller {
  if (!visitor.caller) throw new Refusal('signed_out');
  return visitor.caller;
}

/** One part of the address. */
export function part(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string | undefined>>)[name] ?? '';
}
