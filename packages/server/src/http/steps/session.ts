import type { FastifyRequest } from 'fastify';
import { isKeySecret } from '../../keys/key-store.ts';
import { Refusal } from '../../refusal.ts';
import { sentToken } from '../cookies.ts';
import type { Visitor } from '../route.ts';
import type { Service } from '../service.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** Who sends this request: by an API key where one is sent, else by the session cookie. Writes look the caller up anew. */
export async function findVisitor(service: Service, request: FastifyRequest, writes: boolean): Promise<Visitor> {
  const secret = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (secret !== undefined) return byKey(service, secret, writes);
  const token = sentToken(service, request);
  const caller = token === null ? null : await service.callers.find(token, writes);
  return { token, caller, byKey: false };
}

async function byKey(service: Service, secret: string, writes: boolean): Promise<Visitor> {
  const caller = isKeySecret(secret) ? await service.callers.find(secret, writes) : null;
  if (!caller) throw new Refusal('bad_key');
  return { token: null, caller, byKey: true };
}
